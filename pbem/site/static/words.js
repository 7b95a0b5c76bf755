/* What the first page says, in English and Spanish. */
const MB = (bytes) => Math.round(bytes / 1e6);
const EN = {
  what: "Wargames by email: nothing to install, no server.",
  language: "Language",
  check: "Check a file",
  checkAbout: "Turn files (.pbem), mails (.eml) or pasted letters: every signature, die and rule is checked again, here.",
  pick: "Choose a file", drop: "or drop it on this page.", paste: "Paste the letters of a mail", look: "Check it",
  leave: "Back",
  nothingLeaves: "Everything runs on this device. Nothing is sent anywhere.",
  digests: "Which program is this?", digestsAbout: "Compare the digest of the build with the one your opponent or the release names: pbem site check tells whether a copy is the released one.",
  build: "Build", version: "Version",
  steps: { look: () => "Looking what is here already", download: (part, bytes, all) => `Getting ${{ python: "Python", keys: "signatures and ciphers" }[part] || "the program and its games"}: ${MB(bytes)} of ${MB(all)} MB, once`, python: () => "Starting Python", program: () => "Unpacking the program", home: () => "Looking for your games" },
  soon: "What you pressed begins as soon as the program is here.",
  elsewhere: "This file also takes your games to a command line: pbem backup restore FILE, then pbem play. To come back, type pbem backup, and put its file back here, in an empty browser.",
  came: (name) => `${name || "A text"} was shared with this page, by an app of yours or by another site. Look at it?`, cameLook: "Look at it", cameDrop: "Leave it",
  working: "Working…", checking: (name) => `Checking ${name || "what you pasted"}…`,
  replay: "Watch the replay", insecure: "This address is not secure (no https), so the browser lets no program keep files here. Open it under https, or under localhost.",
  noStore: "This browser keeps nothing here (a private window?). You can check files and play, but your games are gone when you close the tab: make a backup first.",
  otherTab: "pbem is open in another tab. Close that one, and load this page again.",
  failed: (why) => `The program could not start: ${why}. Load the page again.`,
  unsaved: "This browser could not write your game down: its storage is full, or was taken away. Make a backup now; nothing that was shown as saved before is lost.",
  damaged: (name) => `${name} came otherwise than this page was built. Load the page again; if that does not help, this copy of the program is not whole.`,
  newHome: "Your name and a password", name: "Your name", password: "Password", passwordAbout: "It locks your key and your games in this browser. Nobody can give it back to you. Without one, whoever uses this browser can play as you.",
  create: "This is my name", unlock: "Unlock", hello: (name) => `You are ${name}.`, locked: (name) => `The games of ${name} are locked.`,
  join: "Accept this invitation", start: "Begin the game", take: "Take it in at the table",
  backup: "Save a backup", restore: "Put back a backup", restoreAbout: "A backup file of pbem, and its password.",
  moved: "Yes", copy: "These games came from a backup.", isLast: "Is that all that you have signed?", notLast: "If not, open the mails with the turns that you signed since, first.",
};
const ES = {
  what: "Wargames por correo: sin instalar nada, sin servidor.",
  language: "Idioma",
  check: "Comprobar un archivo",
  checkAbout: "Archivos de turno (.pbem), correos (.eml) o texto pegado: cada firma, dado y regla se comprueba de nuevo, aquí.",
  pick: "Elegir un archivo", drop: "o suéltalo en esta página.", paste: "Pegar el texto de un correo", look: "Comprobar",
  leave: "Volver",
  nothingLeaves: "Todo se ejecuta en este dispositivo. No se envía nada a ninguna parte.",
  digests: "¿Qué programa es este?", digestsAbout: "Compara la huella de la copia con el que te dé tu rival o la versión publicada: pbem site check dice si una copia es la publicada.",
  build: "Copia", version: "Versión",
  steps: { look: () => "Mirando qué hay ya aquí", download: (part, bytes, all) => `Trayendo ${{ python: "Python", keys: "firmas y cifrado" }[part] || "el programa y sus juegos"}: ${MB(bytes)} de ${MB(all)} MB, una sola vez`, python: () => "Arrancando Python", program: () => "Desempaquetando el programa", home: () => "Buscando tus partidas" },
  soon: "Lo que has pulsado empieza en cuanto el programa esté aquí.",
  elsewhere: "Este archivo también lleva tus partidas a una línea de comandos: pbem backup restore ARCHIVO y después pbem play. Para volver, escribe pbem backup y recupera su archivo aquí, en un navegador vacío.",
  came: (name) => `Se ha compartido ${name || "un texto"} con esta página, desde una aplicación tuya o desde otro sitio. ¿Mirarlo?`, cameLook: "Mirarlo", cameDrop: "Dejarlo",
  working: "Trabajando…", checking: (name) => `Comprobando ${name || "lo que pegaste"}…`,
  replay: "Ver la repetición", insecure: "Esta dirección no es segura (sin https), y el navegador no deja guardar archivos aquí. Ábrela con https o en localhost.",
  noStore: "Este navegador no guarda nada aquí (¿una ventana privada?). Puedes comprobar archivos y jugar, pero tus partidas se pierden al cerrar la pestaña: haz antes una copia de seguridad.",
  otherTab: "pbem está abierto en otra pestaña. Ciérrala y vuelve a cargar esta página.",
  failed: (why) => `El programa no pudo arrancar: ${why}. Vuelve a cargar la página.`,
  unsaved: "Este navegador no pudo guardar tu partida: el espacio está lleno o se lo quitaron. Haz una copia de seguridad ahora; nada de lo que se mostró como guardado se ha perdido.",
  damaged: (name) => `${name} no llegó como se construyó esta página. Vuelve a cargarla; si no ayuda, esta copia del programa no está entera.`,
  newHome: "Tu nombre y una contraseña", name: "Tu nombre", password: "Contraseña", passwordAbout: "Cierra tu clave y tus partidas en este navegador. Nadie te la puede devolver. Sin ella, quien use este navegador puede jugar por ti.",
  create: "Este es mi nombre", unlock: "Abrir", hello: (name) => `Eres ${name}.`, locked: (name) => `Las partidas de ${name} están cerradas con contraseña.`,
  join: "Aceptar esta invitación", start: "Empezar la partida", take: "Abrirlo en la mesa",
  backup: "Guardar una copia de seguridad", restore: "Recuperar una copia de seguridad", restoreAbout: "Un archivo de copia de pbem y su contraseña.",
  moved: "Sí", copy: "Estas partidas vienen de una copia de seguridad.", isLast: "¿Es todo lo que has firmado?", notLast: "Si no, abre antes los correos con los turnos que firmaste después.",
};
const KEEP = "pbem-language", ALL = { en: EN, es: ES };

export const current = () => document.documentElement.lang;
export const t = (name, ...given) => {
  const found = ALL[current()][name];
  return typeof found === "function" ? found(...given) : found;
};

export function speak(code) {
  document.documentElement.lang = code in ALL ? code : "en";
  try { localStorage.setItem(KEEP, current()); } catch { /* a private window keeps nothing */ }
  for (const each of document.querySelectorAll("[data-word]")) each.textContent = t(each.dataset.word);
  for (const each of document.querySelectorAll("[data-label]")) each.setAttribute("aria-label", t(each.dataset.label));
}

export function preferred() {
  try { if (localStorage.getItem(KEEP)) return localStorage.getItem(KEEP); } catch { /* the same */ }
  return (navigator.languages || []).map((each) => each.slice(0, 2)).find((each) => each in ALL) || "en";
}
