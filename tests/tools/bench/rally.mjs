// Random legal games of a Rally the Troops title, recorded once and then played again and again: the time of the processor.
// node rally.mjs FOLDER ACTIONS ROUNDS, where FOLDER holds the title's rules.js; prints one line of JSON.
import { createRequire } from "node:module"
import { basename, resolve } from "node:path"

const [folder, wanted, rounds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
const rules = createRequire(import.meta.url)(resolve(folder, "rules.js"))
const scenarios = Array.isArray(rules.scenarios) ? rules.scenarios : Object.values(rules.scenarios ?? { "": "Standard" }).flat()
const scenario = scenarios.find((each) => !each.startsWith("Random"))
const roles = typeof rules.roles === "function" ? rules.roles(scenario, {}) : (rules.roles ?? [])

let chance = 1
function below(count) {
  chance = (chance * 48271) % 2147483647
  return chance % count
}

// What may be done: kinds of action, each with what it may be done with. A kind is drawn first, so that a game gets on.
function legal(view) {
  const open = ([action, given]) => action !== "undo" && given !== 0 && given !== false && given?.length !== 0
  return Object.entries(view.actions ?? {}).filter(open)
}

function mover(state) {
  if (Array.isArray(state.active)) return state.active[below(state.active.length)]
  return state.active === "Both" ? roles[below(roles.length)] : state.active
}

const over = (state) => !state.active || state.active === "None"

// One game to its end, or to so many actions: who did what. A game that its rules fall over in counts as far as it went.
function random(seed, most) {
  const steps = []
  try {
    let state = rules.setup(seed, scenario, {})
    while (!over(state) && steps.length < most) {
      const role = mover(state)
      const options = legal(rules.view(state, role))
      if (options.length === 0) break
      const [action, given] = options[below(options.length)]
      const argument = Array.isArray(given) ? given[below(given.length)] : undefined
      state = rules.action(state, role, action, argument)
      steps.push([role, action, argument])
    }
  } catch {
    steps.pop()
  }
  return { seed, steps }
}

// The same game again: what is legal is asked before every action, and the action has to be among it.
function again({ seed, steps }) {
  let state = rules.setup(seed, scenario, {})
  for (const [role, action, argument] of steps) {
    const given = rules.view(state, role).actions?.[action]
    const known = Array.isArray(given) ? given.includes(argument) : Boolean(given) && argument === undefined
    if (!known) throw new Error(`${role} may not ${action} ${argument}`)
    state = rules.action(state, role, action, argument)
  }
}

const games = []
let actions = 0
for (let seed = 1; actions < wanted && seed <= 1000; ++seed) {
  const game = random(seed, wanted - actions)
  games.push(game)
  actions += game.steps.length
}

const times = []
for (let round = 0; round <= rounds; ++round) {
  const before = process.cpuUsage()
  games.forEach(again)
  const spent = process.cpuUsage(before)
  if (round > 0) times.push(spent.user + spent.system) // the first round is for the compiler
}
times.sort((a, b) => a - b)
console.log(JSON.stringify({ title: basename(resolve(folder)), actions, us: times[times.length >> 1] }))
