// Answers cases for the primitives: lines of JSON on standard input, one answer a line; bytes are hexadecimal digits.
import { createInterface } from "node:readline";
import * as keys from "./keys.mjs";

const bytes = (each) => (typeof each === "string" ? new Uint8Array(Buffer.from(each, "hex")) : each);
const told = (each) => (each instanceof Uint8Array ? Buffer.from(each).toString("hex") : (each ?? null));

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...args] = JSON.parse(line);
  console.log(JSON.stringify(told(keys[name](...args.map(bytes)))));
}
