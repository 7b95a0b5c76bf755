/* The keys that a seat may sign with: its agent and its renewed key (schemas/log.md, agents, renewals). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, th, unhex, hex, ed25519 } = PBEM;

/* The kinds of the game that an agent may write; null when that is no list it can have. */
function mayWrite(entry) {
  const may = entry.may || [];
  const kind = (each) => typeof each === "string" && /^[a-z][a-z0-9_-]{0,31}$/.test(each) && !PBEM.PROTOCOL.has(each);
  const fine = Array.isArray(may) && may.length <= 32 && may.every((each, i) => kind(each) && (i === 0 || may[i - 1] < each));
  return fine ? may : null;
}

/* The agent that an entry puts in force, undefined when something is wrong with it. */
function agentOf(entry) {
  const may = mayWrite(entry);
  if (may === null || typeof entry.key !== "string" || !/^[0-9a-f]{64}$/.test(entry.key)) return undefined;
  try {
    ed25519.checkKey(unhex(entry.key));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  }
  return newAgent(entry.key, may);
}

const newAgent = (key, may) => ({ key: unhex(key), id: keyId(unhex(key)), may: new Set(["rsp", "reject", ...may]) });
const keyId = (key) => hex(th("key", key)).slice(0, 16);

/* The game key that a bundle puts in force, undefined when it is no renewal or one that cannot be used. */
function renewalOf(part) {
  const [, entry] = part.entries[0];
  if (part.entries.length !== 1 || entry.k !== "renew" || typeof entry.key !== "string" || !/^[0-9a-f]{64}$/.test(entry.key)) return undefined;
  try {
    ed25519.checkKey(unhex(entry.key));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  }
  return unhex(entry.key);
}

Object.assign(PBEM, { mayWrite, agentOf, newAgent, keyId, renewalOf });
})(globalThis);
