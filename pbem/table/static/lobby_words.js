/* What the first page says, in English and Spanish. */
const EVENING = 180;
const HOURS = (minutes, few, one, many, evenings) => (minutes < 60 ? few(minutes) : minutes < 90 ? one : minutes < 600 ? many(Math.round(minutes / 60)) : evenings(Math.round(minutes / EVENING)));
const WORDS = {
  en: {
    newGame: "Play", picture: (title) => `A part of the map of ${title}`, length: "Length", equals: "Between equals", difficulty: "Difficulty", of: (n, most) => `${n} of ${most}`,
    long: (minutes) => HOURS(minutes, (n) => `about ${n} minutes`, "about an hour", (n) => `about ${n} hours`, (n) => `about ${n} evenings`),
    scenario: "Scenario", side: "Your side", practice: "Play against the computer", guide: "Show me how", invite: "Invite somebody", open: "Open a file", printed: "My printed copy", pack: "Played on", ours: "the values of this program",
    whoAsks: "Your opponent reads your name in the invitation, and it is signed with your key.", name: "Your name", password: "Password (may stay empty)", passwordAbout: "It locks your key and your games. Nobody can give it back to you.", sign: "Sign the invitation",
    begun: "Your games", goOn: (n) => (n === 1 ? "Go on with your game" : `Go on with one of your ${n} games`), against: (who) => `against ${who}`, mine: "your turn", theirs: "their turn", over: "over", waiting: "Invitations that nobody has accepted yet:",
    saved: (name) => `${name} was saved with your downloads. Mail it to your opponent, or let it leave from here:`, share: "Share", mailto: "Begin a mail", attach: (name) => `(Please attach the file ${name}.)`, copy: "Copy its letters", copied: "Copied. Paste them into a mail, whole.",
    post: "Copy a post for a forum", posted: "Copied. Post it as it is; open here what people answer, and take one of them.", answers: (game, n) => `Posted, ${n === 1 ? "1 answer" : `${n} answers`}: ${game}`, playWith: (who) => `Play with ${who}`,
    take: "Take it in at the table", join: "Accept this invitation", start: "Begin the game", takeSeat: "Open it and take the seat", askSeat: (side) => `Ask to take over: ${side}`,
    options: (n) => (n === 1 ? "1 option" : `${n} options`), values: {},
    sides: { allied: "Allied", german: "German", british: "British" },
  },
  es: {
    newGame: "Jugar", picture: (title) => `Una parte del mapa de ${title}`, length: "Duración", equals: "Entre iguales", difficulty: "Dificultad", of: (n, most) => `${n} de ${most}`,
    long: (minutes) => HOURS(minutes, (n) => `unos ${n} minutos`, "una hora más o menos", (n) => `unas ${n} horas`, (n) => `unas ${n} tardes`),
    scenario: "Escenario", side: "Tu bando", practice: "Jugar contra el ordenador", guide: "Enséñame", invite: "Invitar a alguien", open: "Abrir un archivo", printed: "Mi ejemplar impreso", pack: "Se juega con", ours: "los valores de este programa",
    whoAsks: "Tu rival lee tu nombre en la invitación, que va firmada con tu clave.", name: "Tu nombre", password: "Contraseña (puede quedar vacía)", passwordAbout: "Cierra tu clave y tus partidas. Nadie te la puede devolver.", sign: "Firmar la invitación",
    begun: "Tus partidas", goOn: (n) => (n === 1 ? "Seguir con tu partida" : `Seguir con una de tus ${n} partidas`), against: (who) => `contra ${who}`, mine: "te toca", theirs: "le toca al rival", over: "terminada", waiting: "Invitaciones que nadie ha aceptado todavía:",
    saved: (name) => `${name} está en tus descargas. Envíalo por correo a tu rival, o desde aquí:`, share: "Compartir", mailto: "Empezar un correo", attach: (name) => `(Adjunta el archivo ${name}.)`, copy: "Copiar su texto", copied: "Copiado. Pégalo entero en un correo.",
    post: "Copiar un anuncio para un foro", posted: "Copiado. Publícalo tal cual; abre aquí lo que te contesten y elige a uno.", answers: (game, n) => `Publicada, ${n === 1 ? "1 respuesta" : `${n} respuestas`}: ${game}`, playWith: (who) => `Jugar con ${who}`,
    take: "Abrirlo en la mesa", join: "Aceptar esta invitación", start: "Empezar la partida", takeSeat: "Abrirlo y tomar el asiento", askSeat: (side) => `Pedir el relevo: ${side}`,
    options: (n) => (n === 1 ? "1 opción" : `${n} opciones`), values: { yes: "sí", no: "no", sealed: "en secreto", drawn: "por sorteo", historical: "como en la historia", rolled: "con dados" },
    sides: { allied: "Aliado", german: "Alemán", british: "Británico" },
  },
};

/* A word or sentence by its name, in a language; `side` says the name of a side. */
export function says(language) {
  const words = WORDS[language] || WORDS.en;
  const t = (name, ...given) => (typeof words[name] === "function" ? words[name](...given) : words[name]);
  return Object.assign(t, { side: (name) => words.sides[name] || name, option: (value) => words.values[value] || value });
}
