/* Parts of the panels: what happened, reasons, violations, orders as buttons, forms. */
import { die, h, paragraph } from "./dom.js";
import { state } from "./state.js";
import { kindName, t } from "./words.js";

export const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

export const reasonRows = (list, rule) => list.map((each) => h("tr", {}, h("td", {}, each.text), h("td", { class: "n" }, signed(each.value)), h("td", {}, paragraph(each.paragraph, rule))));

export function reasons(outcome, rule) {
  if (!outcome.reasons.length) return null;
  const total = outcome.total === null ? null : h("tr", { class: "sum" }, h("td", {}, t("total")), h("td", { class: "n" }, String(outcome.total)), h("td"));
  return h("table", {}, h("tbody", {}, reasonRows(outcome.reasons, rule), total));
}

/* Outcomes one under the other; `imaginary` draws their dice as ghosts. */
export const outcomes = (list, { rule, imaginary = false, open = true }) => list.map((each) => h("div", { class: "outcome" },
  h("p", {}, each.text, " ", paragraph(each.paragraph, rule)),
  each.faces.length ? h("p", { class: "dice" }, each.faces.map((face) => die(face, imaginary)), imaginary ? h("span", { class: "note" }, t("imaginary")) : null) : null,
  open ? reasons(each, rule) : each.reasons.length ? h("details", {}, h("summary", {}, t("reason")), reasons(each, rule)) : null));

export const violations = (list, rule) => h("ul", { class: "broken" }, list.map((each) => h("li", {}, paragraph(each.paragraph, rule), " ", each.message,
  each.subject && !each.message.includes(each.subject) ? h("span", { class: "note" }, ` (${each.subject})`) : null)));

const WHO = ["unit", "units", "item", "formation", "markers", "missions", "box"], WHERE = ["path", "target", "where", "hexes", "to", "hex", "place"];

/* A place with its name, anything else as it is. */
const named = (value) => (state.map && state.map.cells.has(value) ? state.map.said(value).name : value);

/* An order in words without its kind: who, where to, and the rest by the names of its fields. */
export function ordered(obj) {
  const parts = [];
  const text = (value) => (Array.isArray(value) ? value.map(named).join(", ") : value === true ? t("yes") : named(String(value)));
  for (const [name, value] of Object.entries(obj)) {
    if (name === "k" || value === undefined) continue;
    if (name === "path") parts.push([2, `→ ${named(value.at(-1))}`]);
    else if (WHERE.includes(name)) parts.push([2, `→ ${text(value)}`]);
    else if (name === "frm") parts.push([1, text(value)]);
    else if (WHO.includes(name)) parts.push([0, text(value)]);
    else if (t("modes." + value)) parts.push([0, t("modes." + value)]);
    else parts.push([3, value === true ? t("field." + name) || name : `${t("field." + name) || name} ${text(value)}`]);
  }
  return parts.sort((a, b) => a[0] - b[0]).map(([, words]) => words).join("  ");
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/* An order as a sentence on a button: what it decides, and nothing twice. */
export function decided(obj) {
  const rest = ordered(obj);
  if (rest && Object.values(obj).filter((value) => value !== undefined).length === 2 && Object.values(obj).some((value) => t("modes." + value))) return capital(rest);
  return rest ? `${capital(kindName(obj.k))}: ${rest}` : capital(kindName(obj.k));
}

export const orderButton = (order, choose) => h("button", { class: "order", type: "button", "data-kind": order.obj.k, title: order.text, click: () => choose(order) },
  h("b", {}, kindName(order.obj.k)), " ", ordered(order.obj));

const chips = (values) => h("datalist", { id: "values-" + Math.random().toString(36).slice(2) }, values.map((value) => h("option", { value })));

/* A form for a kind of order; `given` fills it in, `chosen` are the units chosen on the map. */
export function form(about, { given = {}, chosen, submit }) {
  const inputs = new Map();
  const rows = about.fields.map((field) => {
    const value = given[field.name], id = `field-${about.kind}-${field.name}`;
    const list = field.values.length ? chips(field.values) : null;
    const note = field.optional ? h("span", { class: "note" }, t("optional")) : null;
    let input;
    if (field.type === "switch") input = h("input", { type: "checkbox", id, checked: value === true });
    else if (field.type === "number") input = h("input", { type: "number", id, min: 0, max: 99, value: value ?? "" });
    else if (field.type === "words" && field.values.length && field.values.length <= 14) return many(field, value || [], inputs, note);
    else input = h("input", { type: "text", id, value: Array.isArray(value) ? value.join(", ") : value ?? "", list: list ? list.id : null, autocomplete: "off", spellcheck: "false" });
    inputs.set(field.name, () => (field.type === "switch" ? input.checked : field.type === "number" ? (input.value === "" ? null : Number(input.value)) : input.value));
    const add = field.about === "unit" && field.type !== "switch" && chosen().length
      ? h("button", { type: "button", class: "small", click: () => { input.value = field.type === "words" ? [input.value, ...chosen()].filter(Boolean).join(", ") : chosen()[0]; } }, t("addChosen")) : null;
    return h("div", { class: "field" }, h("label", { for: id }, t("field." + field.name) || field.name, " ", note), input, list, add);
  });
  const collect = () => Object.fromEntries([...inputs].map(([name, read]) => [name, read()]).filter(([, value]) => value !== null && value !== "" && value !== false));
  return h("form", { class: "fields", submit: (event) => { event.preventDefault(); submit(collect()); } }, rows, h("button", { class: "main" }, t("check")));
}

function many(field, value, inputs, note) {
  const boxes = field.values.map((each) => [each, h("input", { type: "checkbox", checked: value.includes(each) })]);
  inputs.set(field.name, () => boxes.filter(([, box]) => box.checked).map(([each]) => each));
  return h("fieldset", { class: "field" }, h("legend", {}, t("field." + field.name) || field.name, " ", note), boxes.map(([each, box]) => h("label", { class: "tick" }, box, each)));
}
