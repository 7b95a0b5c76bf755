/* A verdict in plain words, for a terminal. */
import { PBEM } from "./load.mjs";

const GRADES = {
  unwitnessed: "One identity key signed for both players: the dice are consistent, and prove no more.",
  witnessed: "Two identity keys signed: neither could choose or foresee a die.",
  challenge: "A challenge: the dice are the dealer's, the same for everybody who played on this chain.",
};
// Names on a log have no control characters; a terminal may still be fooled by what a file is called.
const plain = (text) => text.replace(/[^\x20-\x7e\u00a1-\uffff]/g, "?");
const some = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;

function checked({ counts, entries, bundles, method }) {
  const out = [`${some(entries, "entry", "entries")} in ${some(bundles, "turn file")}: every line, the chain of hashes, every signature (Ed25519, ${method})`];
  if (!counts) return out;
  out.push(`${some(counts.seeds, "seed")} on chains fixed beforehand; ${some(counts.dice, "die", "dice")} of ${some(counts.rolls, "roll")}, computed again`);
  if (counts.sealed) out.push(`${counts.opened} of ${some(counts.sealed, "secret")} opened, each as it was sealed`);
  out.push(`${counts.vaults} of 2 vaults opened`);
  const { allMasks, masks = 0, dealt = 0, cards = 0, masksMade = 0 } = counts;
  if (allMasks) out.push(`${masks} of ${some(allMasks, "shuffle")} proved, ${masksMade} made again; ${some(dealt, "card")} dealt and ${cards} shown, each proved`);
  return out;
}

/* One verdict as lines of text. */
export function tell(file, verdict) {
  const { code, entry, entries, parties, grade, over } = verdict, holds = code === "ok", lines = [];
  const where = entry !== null ? ` at entry ${entry}` : entries ? ` behind entry ${entries - 1}` : "";
  lines.push(`${plain(file)}: ${holds ? "holds, as far as it can be checked without the rules of the game" : `does NOT hold${where}: ${PBEM.why(code)} (${code})`}`);
  if (!holds) lines.push("  What comes before it:");
  if (parties) for (const seat of ["A", "B"]) lines.push(`  ${seat}: ${plain(parties[seat].who)}, code ${PBEM.fingerprint(PBEM.unhex(parties[seat].id))}`);
  lines.push(...checked(verdict).map((line) => `  checked: ${line}`));
  if (grade) lines.push(`  dice: ${grade}. ${GRADES[grade]}`);
  if (holds) lines.push(over ? "  The game is over, and both have opened their vaults." : "  The vaults are not opened yet.");
  lines.push("  not checked: whether each move was legal, and the states that the turn files name. For these: pbem verify");
  return lines.join("\n") + "\n";
}
