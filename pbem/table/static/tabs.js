/* The tabs beside the map. */
import { byId, h } from "./dom.js";
import { render, state } from "./state.js";
import { t } from "./words.js";

const TABS = ["unit", "orders", "turn", "position", "mail", "game", "help"];

export function open(name) {
  state.tab = name;
  draw();
  render();
}

export function draw() {
  byId("tabs").replaceChildren(...TABS.map((name) => h("button", {
    role: "tab", id: "tab-" + name, "aria-selected": String(name === state.tab), "aria-controls": "panel-" + name, tabindex: name === state.tab ? "0" : "-1",
    click: () => open(name), keydown: (event) => move(event, name),
  }, t("tab" + name[0].toUpperCase() + name.slice(1)))));
  for (const name of TABS) {
    byId("panel-" + name).hidden = name !== state.tab;
    byId("panel-" + name).setAttribute("aria-labelledby", "tab-" + name);
  }
}

function move(event, name) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = TABS[(TABS.indexOf(name) + step + TABS.length) % TABS.length];
  open(next);
  byId("tab-" + next).focus();
}
