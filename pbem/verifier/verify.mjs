#!/usr/bin/env node
/* Verifies logs and turn files from the command line: node verify.mjs FILE [FILE...], node verify.mjs --vectors DIR. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PBEM } from "./load.mjs";
import { tell } from "./tell.mjs";
import { runVectors } from "./vectors.mjs";

const USAGE = `Usage: node verify.mjs [--json] FILE [FILE...]
       node verify.mjs [--json] --vectors DIR

Says of each log or turn file whether its signatures, chain, dice, secrets and decks hold.
Whether the moves were legal it cannot say: "pbem verify FILE" does.

Exit code: 0 every file holds (every vector gives what it must), 1 one does not, 2 a file or option cannot be used.
`;

/* As data, under names that stay: what a program needs that calls this one. */
function asData(file, verdict) {
  const { code, entry, bundles, entries, grade, game, method, over, counts } = verdict;
  return { file, code, entry, said: code === "ok" ? "" : PBEM.why(code), bundles, entries, grade, game, signatures: method, over, counts };
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true, options: { json: { type: "boolean" }, vectors: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    return { ...values, files: positionals };
  } catch (error) {
    process.stderr.write(`${error.message}\n${USAGE}`);
    return null;
  }
}

/* The worst of the exit codes so far: 2 before 1 before 0. */
async function judge(file, json) {
  let data;
  try {
    data = new Uint8Array(readFileSync(file));
  } catch (error) {
    process.stderr.write(`${file} cannot be read: ${error.code || error.message}\n`);
    return 2;
  }
  const verdict = await PBEM.verifyFile(data);
  process.stdout.write(json ? JSON.stringify(asData(file, verdict)) + "\n" : tell(file, verdict));
  return verdict.code === "ok" ? 0 : 1;
}

async function main() {
  const given = options();
  if (given === null) return 2;
  if (given.help) process.stdout.write(USAGE);
  if (given.help) return 0;
  if (given.vectors !== undefined && !given.files.length) return runVectors(given.vectors, given.json);
  if (!given.files.length || given.vectors !== undefined) process.stderr.write(USAGE);
  if (!given.files.length || given.vectors !== undefined) return 2;
  let worst = 0;
  for (const file of given.files) worst = Math.max(worst, await judge(file, given.json));
  return worst;
}

process.exitCode = await main();
