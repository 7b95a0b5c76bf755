/* A table kept open: what another program wrote meanwhile is played back, whose turn it is stands in the list of games. */
import { ask } from "./api.js";
import { byId, h } from "./dom.js";
import { shown } from "./post.js";
import { say, state, take } from "./state.js";
import { t } from "./words.js";

const OFTEN = 15000, SIGNS = { mine: "● ", theirs: "", over: "✓ " };
let looking = false;

/* Somebody chooses or tries something, looks at what came, or waits for an answer. */
const taken = () => {
  const { position, came, choice, units, sent } = state;
  return !position || position.trial || came || choice || units.length || sent || document.body.classList.contains("busy");
};

/* Nothing is asked, and no answer taken, meanwhile: it waits for the next time. */
export async function look() {
  const { position } = state;
  if (looking || taken()) return;
  looking = true;
  try {
    const found = await ask("news", { entries: position.entries });
    signs(found.turns);
    if (taken() || state.position !== position || (!found.grown && found.orders === position.orders && found.game === position.game)) return;
    if (found.grown) told(found);
    await take(await ask("position"));
    if (found.came) await shown(found.came);
  } catch { /* the server has gone, or the home is locked again: the next thing that is pressed says so */
  } finally {
    looking = false;
  }
}

function signs(turns) {
  for (const each of byId("game").options) {
    each.dataset.label ??= each.textContent;
    each.textContent = (SIGNS[turns[each.value]] || "") + each.dataset.label;
    each.title = turns[each.value] ? t("turns." + turns[each.value]) : "";
  }
}

/* A notice of the system, where the player has asked for it and looks at something else. */
function told(found) {
  say(found.due);
  if (document.hidden && allowed() === "granted") new Notification(state.position.title, { body: found.due, tag: state.position.game });
}

const allowed = () => ("Notification" in globalThis ? Notification.permission : "denied");

/* The button that asks for notices; nothing where they are given, forbidden, or unknown. */
export const asking = (again) => (allowed() === "default" ? h("button", { id: "notices", click: async () => { await Notification.requestPermission(); again(); } }, t("notices")) : null);

setInterval(look, OFTEN);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
