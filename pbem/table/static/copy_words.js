/* What the page of one's own copy says, in English and Spanish. */
const N = (n, language) => n.toLocaleString(language);
const WORDS = {
  en: {
    title: (game) => `My copy of ${game}`, back: "All games", left: (left, facts) => `still ours: ${N(left, "en")} of ${N(facts, "en")}`, all: "all of it is typed",
    about: "Type what your printed game says. What you leave stays ours, and is hatched. It is kept in your home at once; nobody else sees it before you save it as a pack and play on it.",
    keys: "Enter says that ours is as printed, or keeps what you typed, and goes down. Arrows go up and down, Tab goes right. End with a blank and ? what you are not sure of. A block of a spreadsheet can be pasted. Z takes back.",
    undo: "Take back", next: "Next that is still ours", check: "Check", look: "Second look", save: "Save as a pack", pictures: "My map and counters", beside: "Beside it", besideNone: "nothing", forms: "Printed things", rows: (from, to, of) => `rows ${from} to ${to} of ${of}`, before: "Before", after: "After", row: "Row",
    value: "value", ours: (text, source) => `ours: ${text || "nothing"}${source ? ` (${source})` : ""}`, states: { ours: "ours", "as printed": "as printed", typed: "typed", unsure: "not sure" },
    undone: (n) => (n === 1 ? "1 cell is as before." : `${n} cells are as before.`), pasted: (n) => (n === 1 ? "1 cell pasted." : `${n} cells pasted.`), pasteOver: "The block is larger than what is shown here; nothing was pasted.", none: "Nothing is ours any more.",
    sound: "Nothing is wrong: it can be saved, and games begun on it.", faults: (n) => (n === 1 ? "1 mistake" : `${n} mistakes`), warnings: "Look at these again on paper", go: "Go there", close: "Close",
    lookAbout: (n) => `${n} cells that you have typed, drawn by chance. Type them once more from the paper.`, lookNone: "Nothing has been typed yet.", lookDone: "Compare", lookGood: (n, most) => `All ${n} came out the same: fewer than ${most} in 100 are wrong, as nineteen looks in twenty tell.`, lookBad: (wrong, n, most) => `${wrong} of ${n} came out otherwise; up to ${most} in 100 may be wrong. Look them up:`, differs: (at, typed, again) => `${at}: typed ${typed || "nothing"}, now ${again || "nothing"}`,
    name: "Name of the pack", by: "Typed by", source: "From what", saved: (name, code) => `Saved in your home as ${name} (code ${code}). To pass it on: pbem packs pack ${name}. To play on it: pbem new GAME --pack ${name}`, more: "One that ours has not (W1234, or W1234/W1235)", add: "It is printed", list: "List", asMap: "As a map", mapAbout: "The hexes of this form", mapHow: "Choose a brush (1 to 9 when the map has the focus, 0 for ours again) and draw over the hexes. What is still ours is pale.", brushes: "Brushes", brushOurs: "ours again", brushNone: "not in a list", nearer: "Nearer", further: "Further",
  },
  es: {
    title: (game) => `Mi ejemplar de ${game}`, back: "Todas las partidas", left: (left, facts) => `aún nuestros: ${N(left, "es")} de ${N(facts, "es")}`, all: "está todo escrito",
    about: "Escribe lo que dice tu juego impreso. Lo que dejes sigue siendo nuestro y sale rayado. Se guarda al momento en tu carpeta; nadie más lo ve hasta que lo guardes como paquete y juegues con él.",
    keys: "Intro dice que lo nuestro es como está impreso, o guarda lo escrito, y baja. Las flechas suben y bajan, el tabulador va a la derecha. Acaba con un espacio y ? lo que no sepas seguro. Se puede pegar un bloque de una hoja de cálculo. Z deshace.",
    undo: "Deshacer", next: "Siguiente aún nuestro", check: "Comprobar", look: "Segunda mirada", save: "Guardar como paquete", pictures: "Mi mapa y mis fichas", beside: "Al lado", besideNone: "nada", forms: "Lo impreso", rows: (from, to, of) => `filas ${from} a ${to} de ${of}`, before: "Antes", after: "Después", row: "Fila",
    value: "valor", ours: (text, source) => `nuestro: ${text || "nada"}${source ? ` (${source})` : ""}`, states: { ours: "nuestro", "as printed": "como está impreso", typed: "escrito", unsure: "dudoso" },
    undone: (n) => (n === 1 ? "1 casilla queda como antes." : `${n} casillas quedan como antes.`), pasted: (n) => (n === 1 ? "1 casilla pegada." : `${n} casillas pegadas.`), pasteOver: "El bloque es mayor que lo que se ve aquí; no se ha pegado nada.", none: "Ya no queda nada nuestro.",
    sound: "No hay nada mal: se puede guardar y jugar con él.", faults: (n) => (n === 1 ? "1 error" : `${n} errores`), warnings: "Vuelve a mirar esto en el papel", go: "Ir allí", close: "Cerrar",
    lookAbout: (n) => `${n} casillas que has escrito, elegidas por sorteo. Escríbelas otra vez mirando el papel.`, lookNone: "Aún no has escrito nada.", lookDone: "Comparar", lookGood: (n, most) => `Las ${n} han salido igual: hay menos de ${most} mal de cada 100, como dicen diecinueve miradas de cada veinte.`, lookBad: (wrong, n, most) => `${wrong} de ${n} han salido distintas; puede haber hasta ${most} mal de cada 100. Míralas:`, differs: (at, typed, again) => `${at}: escrito ${typed || "nada"}, ahora ${again || "nada"}`,
    name: "Nombre del paquete", by: "Lo escribe", source: "De qué", saved: (name, code) => `Guardado en tu carpeta como ${name} (código ${code}). Para pasarlo: pbem packs pack ${name}. Para jugar con él: pbem new JUEGO --pack ${name}`, more: "Uno que en el nuestro no está (W1234, o W1234/W1235)", add: "Está impreso", list: "Lista", asMap: "Como mapa", mapAbout: "Los hexágonos de esta hoja", mapHow: "Elige un pincel (1 a 9 con el mapa enfocado, 0 para que vuelva a ser nuestro) y pasa sobre los hexágonos. Lo que aún es nuestro sale pálido.", brushes: "Pinceles", brushOurs: "otra vez nuestro", brushNone: "en ninguna lista", nearer: "Más cerca", further: "Más lejos",
  },
};

export const says = (language) => (name, ...given) => {
  const words = WORDS[language] || WORDS.en;
  return typeof words[name] === "function" ? words[name](...given) : words[name];
};
