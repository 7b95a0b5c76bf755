/* Orders that wait for a roll or an answer: a line to type, and what waits, in its order. */
import { ask } from "./api.js";
import { h } from "./dom.js";
import { violations } from "./pieces.js";
import { attempt, rule, say, take } from "./state.js";
import { begin } from "./unit.js";
import { t } from "./words.js";

const change = (given) => attempt(async () => {
  await take(await ask("queue", given));
  await begin();
});

const put = (box) => attempt(async () => {
  const line = box.value.trim();
  if (!line) return;
  await take(await ask("wait", { line }));
  say(t("queueAdded"));
});

/* Folded away while nothing waits and a line could be typed; open as soon as something does. */
export function waiting({ queue, trial }) {
  if (trial || !queue || !(queue.open || queue.orders.length || queue.dropped)) return [];
  const box = h("input", { type: "text", id: "queue-line", "aria-label": t("queueType"), placeholder: t("queueType"), autocomplete: "off", spellcheck: "false", maxlength: "300" });
  const rows = queue.orders.map((line, n) => h("li", {}, line, " ",
    n ? h("button", { class: "small", "data-up": n + 1, "aria-label": t("queueUp", line), click: () => change({ how: "move", n: n + 1, to: n }) }, "\u2191") : null,
    h("button", { class: "small", "data-drop": n + 1, "aria-label": t("queueDrop", line), click: () => change({ how: "drop", n: n + 1 }) }, "\u00d7")));
  return [h("details", { id: "queue", open: rows.length > 0 || Boolean(queue.dropped) }, h("summary", {}, t("queueTitle", rows.length)), h("p", { class: "note" }, t("queueAbout")),
    rows.length ? h("ol", { class: "draft" }, rows) : null,
    queue.dropped ? h("p", { class: "blocked" }, t("queueVoid", queue.dropped)) : null,
    queue.stopped && !queue.dropped ? h("div", { class: "blocked", id: "queue-stopped" }, h("p", {}, t("queueStopped")), violations(queue.why, rule)) : null,
    queue.open ? h("form", { class: "row", submit: (event) => { event.preventDefault(); put(box); } }, box, h("button", { id: "queue-add" }, t("queueAdd"))) : null,
    h("div", { class: "row" }, queue.stopped && !queue.dropped ? h("button", { id: "queue-go", click: () => change({ how: "go" }) }, t("queueGo")) : null,
      rows.length || queue.dropped ? h("button", { id: "queue-empty", click: () => change({ how: "drop", n: 0 }) }, t("queueEmpty")) : null))];
}
