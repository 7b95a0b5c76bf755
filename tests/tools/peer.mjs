// How fast a peer folds: `node peer.mjs RULES GAMES` plays so many games of a module of Rally the Troops (its rules.js at RULES) by
// chance, then folds each again, every action held against what the module itself offers. Prints one line of JSON; times of the processor.
import { createRequire } from "node:module"

const [place, games] = process.argv.slice(2)
const rules = createRequire(import.meta.url)(place)

function dice(seed) {
  return (most) => (seed = (seed * 200105) % 34359738337) % most
}

// One action that is offered: its name and, where it needs one, its argument.
function choice(actions, roll) {
  const open = Object.entries(actions).filter(([name, args]) => name !== "undo" && (Array.isArray(args) ? args.length : args))
  const [name, args] = open[roll(open.length)]
  return Array.isArray(args) ? [name, args[roll(args.length)]] : [name]
}

function offered(actions, [name, arg]) {
  return arg === undefined ? !!actions[name] : actions[name].includes(arg)
}

function played(seed) {
  const roll = dice(seed)
  const actions = []
  let state = rules.setup(seed, rules.scenarios[0], {})
  while (state.state !== "game_over") {
    const who = state.active
    const [name, arg] = choice(rules.view(state, who).actions, roll)
    state = rules.action(state, who, name, arg)
    actions.push([who, name, arg])
  }
  return actions
}

function folded(seed, actions) {
  let state = rules.setup(seed, rules.scenarios[0], {})
  for (const [who, name, arg] of actions) {
    if (!offered(rules.view(state, who).actions, [name, arg])) throw new Error(`${name} ${arg}`)
    state = rules.action(state, who, name, arg)
  }
}

const record = Array.from({ length: Number(games) }, (_, n) => [n + 1, played(n + 1)])
const began = process.cpuUsage()
for (const [seed, actions] of record) folded(seed, actions)
const spent = process.cpuUsage(began)
const entries = record.reduce((sum, [, actions]) => sum + actions.length, 0)
const used = spent.user + spent.system
console.log(JSON.stringify({ entries, peer_us: used, entries_a_second: Math.floor((entries * 1e6) / used) }))
