/* What an order may bring, computed from the charts: a bar for each case that cannot be known, and every result behind it. */
import { h, paragraph } from "./dom.js";
import { signed } from "./pieces.js";
import { current, t } from "./words.js";

const SHARES = [
  ["theirs", (signs) => has(signs, "defender") && !has(signs, "attacker")],
  ["both", (signs) => has(signs, "defender") && has(signs, "attacker")],
  ["ours", (signs) => !has(signs, "defender") && has(signs, "attacker")],
  ["none", (signs) => !has(signs, "defender") && !has(signs, "attacker")],
];
const HURT = { defender: ["defender hurt", "retreat", "breakthrough"], attacker: ["attacker hurt", "rout"] };
const has = (signs, side) => signs.some((sign) => HURT[side].includes(sign));

const decimal = (number) => (current() === "es" ? String(number).replace(".", ",") : String(number));
const percent = (ways, of) => `${decimal(Number(((100 * ways) / of).toFixed(1)))} %`;
const same = (a, b) => a.paragraph === b.paragraph && a.text === b.text && a.value === b.value;
const rows = (reasons, rule) => reasons.map((each) => h("tr", {}, h("td", {}, each.text), h("td", { class: "n" }, signed(each.value)), h("td", {}, paragraph(each.paragraph, rule))));

/* The forecast of an order; `rule` shows a paragraph. */
export function chances(found, rule) {
  const [first, ...others] = found.branches;
  const common = first.reasons.filter((each) => others.every((branch) => branch.reasons.some((other) => same(each, other))));
  return h("section", { class: "chances" }, h("h4", {}, t("chances")),
    common.length ? h("table", {}, h("tbody", {}, rows(common, rule))) : null,
    key(found.branches),
    found.branches.map((branch) => branchOf(branch, branch.reasons.filter((each) => !common.some((other) => same(each, other))), rule)),
    found.notes.map((note) => h("p", { class: "note" }, note)));
}

/* The same in a line: what is compared, a bar for each case, and what its colours mean; nothing to unfold. */
export function brief({ outcomes = [], forecast }) {
  if (!forecast) return null;
  return h("div", { class: "brief-odds" }, outcomes.length ? h("p", {}, outcomes[0].text) : null,
    forecast.branches.map((branch) => h("p", { class: "brief-case" }, forecast.branches.length > 1 ? h("span", { class: "note" }, branch.when.map((each) => t("modes." + each) || each).join(" · ")) : null, barOf(branch))), key(forecast.branches));
}

/* What the colours mean, of those that can be seen in these bars. */
const key = (branches) => h("p", { class: "legend" }, SHARES.filter(([, holds]) => branches.some(({ chances: all }) => all.some(({ signs, ways }) => ways && holds(signs)))).map(([name]) => h("span", { class: "key " + name }, t("shares." + name))));

function barOf(branch) {
  const parts = SHARES.map(([name, holds]) => [name, branch.chances.filter(({ signs }) => holds(signs)).reduce((sum, { ways }) => sum + ways, 0)]).filter(([, ways]) => ways);
  const bar = h("span", { class: "bar", role: "img", "aria-label": parts.map(([name, ways]) => `${t("shares." + name)} ${percent(ways, branch.of)}`).join(", ") },
    parts.map(([name, ways]) => h("span", { class: "part " + name, "data-share": String(Math.round((ways / branch.of) * 100)) }, percent(ways, branch.of))));
  for (const part of bar.children) part.style.flexGrow = part.dataset.share;
  return bar;
}

function branchOf(branch, own, rule) {
  const bar = barOf(branch);
  return h("details", { class: "branch" }, h("summary", {}, h("b", {}, branch.when.map((each) => t("modes." + each) || each).join(" · ") || t("result")), " ", h("span", { class: "n" }, signed(branch.modifier)), bar),
    own.length ? h("table", {}, h("tbody", {}, rows(own, rule))) : null,
    h("table", { class: "results" }, h("tbody", {}, branch.chances.map((each) => h("tr", {}, h("td", { class: "n" }, faces(each.faces)), h("td", { class: "n" }, percent(each.ways, branch.of)),
      h("td", {}, each.text, each.then.length ? h("div", { class: "note" }, each.then.join(" ")) : null))))));
}

/* The rolls of one die as runs: 0, 3-5. */
function faces(list) {
  if (!list.length || list[0].length !== 1) return "";
  const runs = [];
  for (const [face] of list) {
    if (runs.length && face === runs.at(-1)[1] + 1) runs.at(-1)[1] = face;
    else runs.push([face, face]);
  }
  return runs.map(([low, high]) => (low === high ? String(low) : `${low}–${high}`)).join(", ");
}
