/* What the page says, in English and Spanish. Sentences of the game itself come in the words of its rules module. */
export const WORDS = {
  en: {
    skip: "Skip to the orders", language: "Language", game: "Game", whatIf: "What if", discard: "Discard what-if", takeIn: "Take in a turn",
    ribbon: "imaginary orders and imaginary dice; nothing of it reaches the game",
    mapHelp: "Arrow keys move over the map, Enter chooses what lies there or orders a chosen unit to it, Space takes the next unit of the stack, Shift adds a unit, N finds the next unit that can act, S lays a stack out, M hides or shows the counters, Escape lets go, plus and minus zoom, 0 shows the whole map.",
    zoomIn: "Zoom in", zoomOut: "Zoom out", fit: "Whole map", legend: "Legend",
    tabUnit: "Unit", tabOrders: "Orders", tabTurn: "Turn", tabPosition: "Board", tabMail: "Mail", tabHelp: "Help",
    youPlay: (side, other, theirs) => `You play ${side}; ${other} plays ${theirs}`, computer: "the computer",
    turn: (n, name) => (name ? `Turn ${n} · ${name}` : `Turn ${n}`),
    dueMine: (what) => `You owe ${what}`, dueTheirs: (who, what) => `${who} owes ${what}`, dueOver: "The game is over", sideWins: (side) => `victory for ${side}`, nobodyWins: "nobody wins",
    ruled: (won, level) => `The referee has ended the game: ${won}, ${level}. Nobody can refuse that or play on.`,
    dueTrial: (side) => `What if: ${side} decide`,
    debt: { choice: "a decision", conceal: "a secret order", roll: "the request for a roll", answer: "the answer to a roll", disclose: "an opening", open: "the opening of the roll", audit: "the key behind the secrets", start: "the first entry" },
    debtTheirs: { choice: "a decision", conceal: "a secret order", roll: "the request for a roll", answer: "the answer to a roll", disclose: "an opening", open: "the opening of the roll", audit: "the key behind its secrets", start: "the first entry" },
    next: {
      decide: "Choose a unit on the map, or press what you decide.",
      answer: "It needs no decision of yours: dice or secrets that are fixed already. Written, it cannot be taken back.",
      send: "Your turn is ready to be sent.", again: "Your turn is sealed. Wait for the answer, or send the same turn again.",
      wait: "Wait for the turn of your opponent, then take it in.", over: "Nothing is owed any more.",
    },
    queueTitle: (n) => (n === 1 ? "1 order waits" : n ? `${n} orders wait` : "Order something for afterwards"), queueType: "An order as you would type it", queueAdd: "Let it wait", queueAdded: "It waits in your home.",
    queueAbout: "What you type here waits in your home until it is your decision again, and is given in its order while it is legal. Nobody else sees it.",
    queueStopped: "The first of them is not given: it is not legal, or what it names has changed.", queueVoid: (why) => `They are not given any more: ${why}.`, queueGo: "Go on with what is legal", queueEmpty: "Drop all", queueUp: (line) => `${line}: one place up`, queueDrop: (line) => `Drop ${line}`,
    seal: "Seal and send", sendAgain: "Send again", 
    chooseUnit: "Click a unit on the map. Gold places are where it can go or attack; any other place tells why not.",
    noOrders: "Nothing can be ordered for it now.", canDo: (n) => (n === 1 ? "1 legal order" : `${n} legal orders`),
    together: "Shift and click, or the boxes here, to order several units together.", stackAt: (name) => `Stack at ${name}`,
    details: "Its sheet", give: "Give this order", tryIt: "Try this order", others: "Other ways", adjust: "Change it in a form",
    cannot: (name) => `Not to ${name}`, cannotGive: "This is not legal", noReason: "No order of these units and this place can be meant now.",
    sealedOrder: "Sealed: your opponent sees only that you have decided.", 
    rule: "Rule", reason: "Reason", total: "Total", dice: "Dice", form: "Form", check: "Look at it first", legalOnes: (n) => `${n} legal`, unitsMay: (n) => (n === 1 ? "1 unit" : `${n} units`),
    search: "Search in these orders", more: "More", optional: "may stay empty", addChosen: "Add chosen", yes: "yes",
    draft: "Your orders, not sealed yet", noDraft: "No orders yet.", undo: "Take back the last", undoAll: "Take back all", undoTo: "Take back to here",
    noUndo: "Dice or secrets have been opened since: what stands before cannot be taken back.", sealed: "sealed", yourSecrets: "What you have sealed", yourHand: "The cards in your hand",
    last: "The latest turn of your opponent", nothingYet: "Nothing yet.", find: "Find a unit or a place", state: "The same in words",
    mailTitle: "Send your turn", way: "How it leaves", ways: { file: "A file that you attach to a mail", draft: "A draft that your mail program opens (.eml)", client: "Your mail program, now", smtp: "Your server (SMTP)", pipe: "The program on a pipe (sendmail)", text: "Letters to paste into anything" },
    to: "Your opponent's address", from: "Your address", partial: "Send although a decision is still owed",
    saved: (name) => `Saved as ${name}: mail it to your opponent.`,
    signed: (n, first, last, again) => (again ? `Turn file ${n} again, the same bytes.` : `Signed as turn file ${n}, entries ${first} to ${last}.`),
    copy: "Copy", copied: "Copied.", share: "Share", mailto: "Begin a mail", attachThis: (name) => `(The turn is the file ${name}: please attach it.)`, pasteHere: () => "(Paste the letters of the turn here.)", pasteThis: "Paste these letters into a mail, whole.", practice: "The computer is your opponent: it answers at once.",
    inTitle: "Take in a turn", choose: "Choose the file or mail", paste: "Or paste the letters here", look: "Look at it", fetch: "Fetch from my mailbox",
    inAbout: "A turn file, a saved mail, or pasted letters. It is checked and shown first; nothing is stored before you say so.",
    inMany: (n, m) => `${m} mails looked at.`, accept: "Take it in", dispute: "Refuse it with my signature", leave: "Leave it", close: "Close", inKept: "It is verified and in your log now.", rolled: "The roll", fold: "Fold the panel away, or show it", meanwhile: "What happened meanwhile", skipFilm: "Skip", rolls: "Your rolls", fallOff: "Do not show this", fallGone: "Rolls are told in one line from now on. Help sets this on again.", fallShow: "Show rolls on the map, where the dice fell", would: "This order would do the following",
    fallOdds: (side, ways, of, percent, good) => `So ${good ? "good or better" : "bad or worse"} for ${side}: ${ways} in ${of} (${percent} %).`, goOn: "Go on",
    inWait: "Verified, and not taken in yet.", inBad: "This turn does not hold.", inStep: (n, of) => `Step ${n} of ${of}`, before: "Back", after: "Forward", play: "Play", pause: "Pause",
    disputeAsk: "Your refusal is signed and names entry and paragraph. Send it to your opponent.", playback: "Playback",
    advise: "Let the computer decide", trialUndo: "Back one order", trialStuck: "What comes next depends on a secret that you do not know. The what-if ends here.",
    trialOver: "The game ends here.", trialLine: "What you have tried, the latest first", imaginary: "imaginary", trialBegin: "Nothing tried yet. Order units of either side as it becomes their turn.",
    unlock: "Unlock", password: (name) => `Password of ${name}`, allGames: "All games",
    whole: { "set-up": "Set up as recommended", purchase: "Buy as recommended", shares: "Share out as recommended", arrivals: "Bring them in as recommended", plan: "Keep to the plan", fire: "Fire as recommended", replacements: "Replace as recommended" },
    tooLarge: "That file is too large for a turn: 16 MiB are the most. A mailbox is read by pbem import FILE.",
    wholeAbout: "What the computer would order for you, all at once; one undo takes it back.", gaveTogether: (n) => (n === 1 ? "1 order given, as recommended." : `${n} orders given, as recommended. One undo takes them all back.`), closed: "The table is closed. Type pbem table again, and open the address that it shows.",
    working: "Working ...", helpLines: [
      ["Click a unit", "its stack, its card, where it can go"], ["Click a gold place", "move there; what needs dice is shown with its odds first"], ["Alt+click, Alt+Enter", "look at the order before it is given"],
      ["Click any other place", "why not, with the paragraph"], ["Shift+click", "several units together"], ["Esc", "let go"],
      ["Arrows, Enter, Space", "the same on the keyboard, when the map has the focus"], ["N", "next unit that can act, or next lit place"], ["S, or rest the mouse on a stack", "the stack side by side"], ["M", "look at units, control, supply, terrain only"], ["+  −  0", "zoom, whole map"], ["Ctrl+Z", "take back the last order"],
    ],
    notices: "Tell me when a turn has come", turns: { mine: "your turn", theirs: "their turn", over: "over" },
    helpRest: "Nothing leaves this machine before you send a turn. Every rule is asked of the same engine that checks your opponent. At the command line `pbem --help` lists what a game is played with, and `pbem help GROUP` the rest: think, away, trust, yours, rules, clubs, builders.",
    chances: "What the dice may bring", result: "Result", shares: { theirs: "only they suffer", both: "both suffer", ours: "only we suffer", none: "nothing" },
    modes: { assault: "assault", probe: "probe", stand: "they stand", retreat: "they retreat" },
    own: "My map and counters", look: "Look at", looks: { units: "units", control: "control", supply: "supply", terrain: "terrain only" }, layers: "Show on the map", layer: { zoc: "Zones of control", supply: "Supply", duty: "Duty to attack", levels: "Levels of defence", restricted: "Closed to restricted units" },
    kinds: { fight: "on to combat", done: "end of the phase" }, sides: { allied: "the Allies", german: "the Germans", british: "the British", witness: "the witness" },
    asks: {
      move: "Which unit moves?", embark: "Which unit goes into which wave?", strategic: "Which unit moves?", attack: "Who attacks, and what?", mode: "How do you attack?", defend: "How do you answer the attack?",
      lose: "Which unit takes the loss?", retreat: "Where do they retreat to?", advance: "Who advances, and where to?", counterattack: "Do you counterattack?", buy: "How many activation markers do you buy?",
      bombard: "What is bombarded?", "break-down": "Is a unit broken down?", play: "Do you play a card?", fly: "Where do the air units fly?", land: "Which unit lands where?", replace: "Which unit is brought back?",
      combine: "Do regiments combine?", beaches: "How strong is each beach?", fire: "Who fires, and at what?", contest: "Do fighters go up?", activate: "Which formation acts?", claim: "Do you claim the next activation?", "go-first": "Who acts first?",
    },
    endOf: (what) => `End: ${what}`, onToCombat: "On to combat", stopHere: "Stop here", afterAll: "Move them after all", notYet: (what) => `Not yet: ${what}`, andMore: (n) => `and ${n} more`, canStill: (n) => (n === 1 ? "1 unit can still be ordered." : `${n} units can still be ordered.`),
    litPlaces: "Lit places can be clicked at once.", litFor: (unit) => `Next is ${unit}: press a lit place for it.`, rollSend: "Roll and send", leaves: "How it leaves", reallyGone: "Sealing signs these orders; they cannot be taken back then.", sendNow: "Your turn, about to be sealed:",
    nothingOwn: "No orders of yours; what was owed is in it.", wroteItself: (what) => `Written by itself, nothing else was legal: ${what}`, 
    field: { air: "air", naval: "naval", artillery: "artillery", strengths: "strengths", n: "place", card: "card", full: "at full strength",
      at: "at", attacks: "attacks", beach: "beach", beaches: "beaches", box: "box", column: "column", companies: "companies", corps: "corps", first: "acts first:", formation: "formation", frm: "from", guns: "guns", headquarters: "headquarters", hex: "hex", hexes: "hexes", how: "how", hq: "headquarters", item: "item",
      leader: "leader", letter: "letter", lose: "lose", lowered: "lowered", markers: "markers", missions: "missions", mode: "mode", origin: "origin", others: "others", path: "path", paths: "paths", pay: "pay", place: "place", points: "points", recon: "recon", ships: "ships", side: "side", spotter: "spotter", target: "target", to: "to", unit: "unit", units: "units", wave: "wave", what: "what", where: "where", whole: "whole", work: "work" },
    sealThese: "Decide so", quick: "The order that is looked at", strip: "How the game stands", toBoard: "Show it at length", phase: "Phase", phaseOf: (n, of) => `Phase ${n} of ${of}`, weather: "Weather", score: (side) => `Points, ${side}`, nextLevel: (at, name) => `next ${at}: ${name}`,
    dueNext: "Reinforcements", lost: "Lost units", turnTrack: "Turn track", phases: "Phases of a turn", besideMap: "Beside the map", terms: "How it adds up", boxes: "Boxes off the map", history: (n) => `In this game (${n})`,
    playsNone: "It cannot be played now.", playsMap: (n) => `${n} ways to play it: click a lit place on the map.`,
    howATurnGoes: "How a turn goes", legendCounter: "What a counter says", legendFar: "From afar a stack shows the size, symbol and first value of its first unit; the edges behind it are more units.", legendRings: "What is lit", legendMap: "The map", legendMarks: "Badges on counters now",
    parts: { size: "size: III regiment, X brigade, XX division ...", name: "name of the unit", symbol: "its arm: infantry, armour, guns ...", band: "colour of its formation", values: "printed values, as its card names them", steps: "steps: full those it has, hollow those it has lost", marks: "badges: what has happened to it" },
    rings: { able: "gold ring: it can be ordered now", chosen: "white ring that moves: you have chosen it", target: "gold place: an order can go there; the number is what it costs", bad: "red place: no order can go there, the panel says why", way: "blue dots: the way that it takes" },
    badges: { RE: "reduced efficiency", PIN: "pinned", ISO: "isolated", SCT: "scattered", FIRED: "has fired", NEW: "came ashore this turn", SUP: "suppressed", W: "wounded", IMM: "immobile", D: (n) => `disorder ${n}`, P: (n) => `guards ${n} prisoners`, other: "carried with it" },
    stocks: { initiative: "Initiative", air: "Air", naval: "Naval", cup: "Cup", resource: "Resource points", kept: "Kept aside", active: "Active", missions: "Missions", interdiction: "Interdiction", supply: "Supply", cards: "Cards held", undrawn: "Cards undrawn", effects: "Events in force", plan: "Plan", chits: "Chits face down", bridge: "Canal bridge", charges: "Charges", force: "Force", replacements: "Replacements", "infantry-replacements": "Infantry replacements", "motorized-replacements": "Motorized replacements", fuel: "Fuel", bridges: "Bridge markers", flak: "Flak" },
    taken: "Taken back.", given: (text) => `Ordered: ${text}`, focusOn: (name, ground, units) => [name, ground, units].filter(Boolean).join(", "), units: (n) => (n === 1 ? "1 unit" : `${n} units`),
  },
  es: {
    skip: "Ir a las órdenes", language: "Idioma", game: "Partida", whatIf: "Qué pasaría si", discard: "Descartar el ensayo", takeIn: "Recibir un turno",
    ribbon: "órdenes y dados imaginarios; nada de esto llega a la partida",
    mapHelp: "Las flechas recorren el mapa, Intro elige lo que hay o envía allí la unidad elegida, Espacio toma la unidad siguiente del apilamiento, Mayúsculas añade una unidad, N busca la unidad siguiente que puede actuar, S extiende un apilamiento, M oculta o muestra las fichas, Escape suelta, más y menos cambian la escala, 0 muestra todo el mapa.",
    zoomIn: "Acercar", zoomOut: "Alejar", fit: "Todo el mapa", legend: "Leyenda",
    tabUnit: "Unidad", tabOrders: "Órdenes", tabTurn: "Turno", tabPosition: "Tablero", tabMail: "Correo", tabHelp: "Ayuda",
    youPlay: (side, other, theirs) => `Juegas con ${side}; ${other}, con ${theirs}`, computer: "el ordenador",
    turn: (n, name) => (name ? `Turno ${n} · ${name}` : `Turno ${n}`),
    dueMine: (what) => `Debes ${what}`, dueTheirs: (who, what) => `${who} debe ${what}`, dueOver: "La partida ha terminado", sideWins: (side) => `victoria para ${side}`, nobodyWins: "no gana nadie",
    ruled: (won, level) => `El árbitro ha terminado la partida: ${won}, ${level}. Nadie puede rechazarlo ni seguir jugando.`,
    dueTrial: (side) => `Ensayo: deciden ${side}`,
    debt: { choice: "una decisión", conceal: "una orden secreta", roll: "la petición de una tirada", answer: "la respuesta a una tirada", disclose: "una revelación", open: "la apertura de la tirada", audit: "la clave de los secretos", start: "la primera entrada" },
    debtTheirs: { choice: "una decisión", conceal: "una orden secreta", roll: "la petición de una tirada", answer: "la respuesta a una tirada", disclose: "una revelación", open: "la apertura de la tirada", audit: "la clave de sus secretos", start: "la primera entrada" },
    next: {
      decide: "Elige una unidad en el mapa o pulsa lo que decides.",
      answer: "No requiere decisión tuya: son dados o secretos ya fijados. Una vez escrito, no se puede deshacer.",
      send: "Tu turno está listo para enviarlo.", again: "Tu turno está sellado. Espera la respuesta o envía otra vez el mismo turno.",
      wait: "Espera el turno de tu rival y recíbelo.", over: "Ya no se debe nada.",
    },
    queueTitle: (n) => (n === 1 ? "1 orden espera" : n ? `${n} órdenes esperan` : "Ordenar algo para después"), queueType: "Una orden tal como la escribirías", queueAdd: "Dejarla en espera", queueAdded: "Espera en tu carpeta.",
    queueAbout: "Lo que escribas aquí espera en tu carpeta hasta que vuelvas a decidir, y se da en su orden mientras sea legal. Nadie más lo ve.",
    queueStopped: "La primera no se da: no es legal, o ha cambiado algo de lo que nombra.", queueVoid: (why) => `Ya no se dan: ${why}.`, queueGo: "Seguir con lo que sea legal", queueEmpty: "Descartar todas", queueUp: (line) => `${line}: un puesto antes`, queueDrop: (line) => `Descartar ${line}`,
    seal: "Sellar y enviar", sendAgain: "Enviar otra vez", 
    chooseUnit: "Haz clic en una unidad del mapa. Los lugares dorados son adonde puede ir o atacar; cualquier otro dice por qué no.",
    noOrders: "Ahora no se le puede ordenar nada.", canDo: (n) => (n === 1 ? "1 orden legal" : `${n} órdenes legales`),
    together: "Mayúsculas y clic, o estas casillas, para ordenar varias unidades juntas.", stackAt: (name) => `Apilamiento en ${name}`,
    details: "Su hoja", give: "Dar esta orden", tryIt: "Ensayar esta orden", others: "Otras maneras", adjust: "Cambiarla en un formulario",
    cannot: (name) => `No a ${name}`, cannotGive: "Esto no es legal", noReason: "Ninguna orden de estas unidades puede referirse ahora a ese lugar.",
    sealedOrder: "Sellada: tu rival solo ve que has decidido.", 
    rule: "Regla", reason: "Motivo", total: "Total", dice: "Dados", form: "Formulario", check: "Mirarla antes", legalOnes: (n) => (n === 1 ? "1 legal" : `${n} legales`), unitsMay: (n) => (n === 1 ? "1 unidad" : `${n} unidades`),
    search: "Buscar en estas órdenes", more: "Más", optional: "puede quedar vacío", addChosen: "Añadir elegidas", yes: "sí",
    draft: "Tus órdenes, aún sin sellar", noDraft: "Aún no hay órdenes.", undo: "Deshacer la última", undoAll: "Deshacer todas", undoTo: "Deshacer hasta aquí",
    noUndo: "Desde entonces se han abierto dados o secretos: lo anterior no se puede deshacer.", sealed: "sellada", yourSecrets: "Lo que has sellado", yourHand: "Las cartas de tu mano",
    last: "El último turno de tu rival", nothingYet: "Nada todavía.", find: "Buscar una unidad o un lugar", state: "Lo mismo en palabras",
    mailTitle: "Enviar tu turno", way: "Cómo sale", ways: { file: "Un archivo que adjuntas a un correo", draft: "Un borrador que abre tu programa de correo (.eml)", client: "Tu programa de correo, ahora", smtp: "Tu servidor (SMTP)", pipe: "El programa por tubería (sendmail)", text: "Texto para pegar donde quieras" },
    to: "Dirección de tu rival", from: "Tu dirección", partial: "Enviar aunque aún se deba una decisión",
    saved: (name) => `Guardado como ${name}: envíalo a tu rival.`,
    signed: (n, first, last, again) => (again ? `El envío ${n} otra vez, los mismos bytes.` : `Firmado como envío ${n}, entradas ${first} a ${last}.`),
    copy: "Copiar", copied: "Copiado.", share: "Compartir", mailto: "Empezar un correo", attachThis: (name) => `(El turno es el archivo ${name}: adjúntalo.)`, pasteHere: () => "(Pega aquí el texto del turno.)", pasteThis: "Pega este texto entero en un correo.", practice: "Tu rival es el ordenador: responde enseguida.",
    inTitle: "Recibir un turno", choose: "Elige el archivo o el correo", paste: "O pega aquí el texto", look: "Mirarlo", fetch: "Traer de mi buzón",
    inAbout: "Un envío, un correo guardado o texto pegado. Primero se comprueba y se muestra; nada se guarda hasta que lo digas.",
    inMany: (n, m) => `${m} correos mirados.`, accept: "Aceptarlo", dispute: "Rechazarlo con mi firma", leave: "Dejarlo", close: "Cerrar", inKept: "Está verificado y ya en tu registro.", rolled: "La tirada", fold: "Plegar el panel o mostrarlo", meanwhile: "Lo que ha pasado entretanto", skipFilm: "Saltar", rolls: "Tus tiradas", fallOff: "No mostrar esto", fallGone: "Desde ahora las tiradas se resumen en una línea. En Ayuda se vuelven a mostrar.", fallShow: "Mostrar las tiradas en el mapa, donde caen los dados", would: "Esta orden haría lo siguiente",
    fallOdds: (side, ways, of, percent, good) => `Así de ${good ? "bueno o mejor" : "malo o peor"} para ${side}: ${ways} de ${of} (${percent} %).`, goOn: "Seguir",
    inWait: "Verificado, aún sin aceptar.", inBad: "Este turno no es válido.", inStep: (n, of) => `Paso ${n} de ${of}`, before: "Atrás", after: "Adelante", play: "Reproducir", pause: "Pausa",
    disputeAsk: "Tu rechazo va firmado y nombra entrada y párrafo. Envíalo a tu rival.", playback: "Reproducción",
    advise: "Que decida el ordenador", trialUndo: "Una orden atrás", trialStuck: "Lo que sigue depende de un secreto que no conoces. El ensayo acaba aquí.",
    trialOver: "La partida acaba aquí.", trialLine: "Lo que has ensayado, lo último primero", imaginary: "imaginario", trialBegin: "Nada ensayado aún. Ordena unidades de cualquier bando cuando le toque.",
    unlock: "Abrir", password: (name) => `Contraseña de ${name}`, allGames: "Todos los juegos",
    whole: { "set-up": "Desplegar según lo recomendado", purchase: "Comprar según lo recomendado", shares: "Repartir según lo recomendado", arrivals: "Hacerlos entrar según lo recomendado", plan: "Seguir el plan", fire: "Disparar según lo recomendado", replacements: "Reponer según lo recomendado" },
    tooLarge: "Ese archivo es demasiado grande para un turno: 16 MiB como mucho. Un buzón se lee con pbem import ARCHIVO.",
    wholeAbout: "Lo que el ordenador ordenaría por ti, todo de una vez; un solo deshacer lo retira.", gaveTogether: (n) => (n === 1 ? "1 orden dada, según lo recomendado." : `${n} órdenes dadas, según lo recomendado. Un solo deshacer las retira todas.`), closed: "La mesa está cerrada. Escribe pbem table otra vez y abre la dirección que muestra.",
    working: "Trabajando ...", helpLines: [
      ["Clic en una unidad", "su apilamiento, su tarjeta, adónde puede ir"], ["Clic en un lugar dorado", "mover allí; lo que pide dados se muestra antes con sus probabilidades"], ["Alt+clic, Alt+Intro", "mirar la orden antes de darla"],
      ["Clic en otro lugar", "por qué no, con su párrafo"], ["Mayús+clic", "varias unidades juntas"], ["Esc", "soltar"],
      ["Flechas, Intro, Espacio", "lo mismo con el teclado, cuando el mapa tiene el foco"], ["N", "siguiente unidad que puede actuar, o lugar iluminado"], ["S, o el ratón quieto sobre un apilamiento", "sus fichas, una al lado de otra"], ["M", "ver unidades, control, suministro, solo el terreno"], ["+  −  0", "escala, todo el mapa"], ["Ctrl+Z", "deshacer la última orden"],
    ],
    notices: "Avísame cuando llegue un turno", turns: { mine: "te toca", theirs: "le toca al rival", over: "terminada" },
    helpRest: "Nada sale de este ordenador hasta que envías un turno. Cada regla se pregunta al mismo motor que comprueba a tu rival. En la línea de comandos, `pbem --help` enumera con qué se juega una partida, y `pbem help GRUPO` el resto: pensar, ausente, confianza, tuyo, reglas, clubes, autores.",
    chances: "Lo que pueden dar los dados", result: "Resultado", shares: { theirs: "solo sufren ellos", both: "sufren ambos", ours: "solo sufrimos", none: "nada" },
    modes: { assault: "asalto", probe: "diversión", stand: "resisten", retreat: "se retiran" },
    own: "Mi mapa y mis fichas", look: "Ver", looks: { units: "unidades", control: "control", supply: "suministro", terrain: "solo el terreno" }, layers: "Mostrar en el mapa", layer: { zoc: "Zonas de control", supply: "Suministro", duty: "Obligación de atacar", levels: "Niveles de defensa", restricted: "Terreno vedado a restringidas" },
    sides: { allied: "los Aliados", german: "los alemanes", british: "los británicos", witness: "el testigo" },
    kinds: {
      "buy": "comprar marcadores", "enter-by": "entrar por", "claim": "reclamar", "waive": "renunciar", "activate": "activar", "go-first": "actuar primero", "assign": "asignar",
      "move": "mover", "place": "desplegar", "strategic": "movimiento estratégico", "rally": "reorganizar", "fight": "pasar al combate", "done": "terminar", "attack": "atacar", "mode": "modo de ataque",
      "defend": "defender", "suffer": "elegir", "retreat": "retirarse", "advance": "avanzar", "halt": "detenerse", "force": "forzar", "wait": "esperar", "reduce": "reducir",
      "refit": "recuperar", "join": "unirse", "restore": "recuperar", "counterattack": "contraatacar", "announce": "anunciar", "lean": "modo preferido", "plan": "planear", "bombard": "bombardear",
      "interdict": "hacer interdicción", "barrage": "bombardear con artillería", "demolish": "volar el puente", "build": "reparar o tender", "break-down": "descomponer",
      "grenade": "granada", "gammon": "bomba Gammon", "clear": "limpiar el búnker", "ready": "posición preparada", "give": "entregar", "fire": "disparar", "piat": "PIAT", "shell": "cañón",
      "discard": "descartar", "play": "jugar", "fly": "volar a", "combine": "unir", "replace": "reponer", "land": "desembarcar", "lose": "perder un paso", "contest": "enviar un caza contra", "beaches": "defensas de playa",
      "drop": "saltar", "spare": "proteger", "starve": "dejar sin combustible", "call": "llamar", "release": "liberar", "column": "formar columna", "deploy": "salir de la columna", "reserve": "poner en reserva", "infiltrate": "infiltrar",
      "enter": "entrar", "hold": "dejar fuera", "leave": "salir del mapa", "bridge": "puente", "lower": "rebajar niveles", "counter": "contraatacar", "respond": "responder al resultado", "all-out": "asalto total", "blow": "volar el puente",
      "fortify": "fortificar", "withdraw": "replegarse", "march": "movimiento estratégico", "rebuild": "reconstruir", "truck": "enviar un camión", "mulberries": "construir mulberries", "repair": "reparar el puerto", "dig": "cavar trincheras", "abandon": "abandonar la trinchera",
      "sail": "navegar", "glide": "aterrizar", "embark": "embarcar", "shoot": "disparar", "shift": "cambiar de playa", "emergency": "fuego de emergencia", "flak": "repartir la antiaérea", "share": "repartir los aviones", "strafe": "atacar desde el aire",
      "carpet": "bombardeo en alfombra", "call-off": "anular el ataque", "support": "apoyar", "fire-back": "responder al fuego", "stand": "resistir",
    },
    asks: {
      move: "¿Qué unidad se mueve?", embark: "¿Qué unidad va a qué oleada?", strategic: "¿Qué unidad se mueve?", attack: "¿Quién ataca, y a qué?", mode: "¿Cómo atacas?", defend: "¿Cómo respondes al ataque?",
      lose: "¿Qué unidad sufre la pérdida?", retreat: "¿Adónde se retiran?", advance: "¿Quién avanza, y adónde?", counterattack: "¿Contraatacas?", buy: "¿Cuántos marcadores de activación compras?",
      bombard: "¿Qué se bombardea?", "break-down": "¿Se descompone una unidad?", play: "¿Juegas una carta?", fly: "¿Adónde vuelan los aviones?", land: "¿Qué unidad desembarca, y dónde?", replace: "¿Qué unidad se repone?",
      combine: "¿Se unen regimientos?", beaches: "¿Qué fuerza tiene cada playa?", fire: "¿Quién dispara, y a qué?", contest: "¿Salen los cazas?", activate: "¿Qué formación actúa?", claim: "¿Reclamas la siguiente activación?", "go-first": "¿Quién actúa primero?",
    },
    endOf: (what) => `Terminar: ${what}`, onToCombat: "Pasar al combate", stopHere: "Quedarse aquí", afterAll: "Moverlas aún", notYet: (what) => `Todavía no: ${what}`, andMore: (n) => `y ${n} más`, canStill: (n) => (n === 1 ? "Aún se puede ordenar algo a 1 unidad." : `Aún se puede ordenar algo a ${n} unidades.`),
    litPlaces: "Los lugares iluminados se pueden pulsar ya.", litFor: (unit) => `Ahora toca ${unit}: pulsa un lugar iluminado para esa unidad.`, rollSend: "Tirar y enviar", leaves: "Cómo sale", reallyGone: "Sellar firma estas órdenes; después no se pueden deshacer.", sendNow: "Tu turno, antes de sellarlo:",
    nothingOwn: "No hay órdenes tuyas; lleva lo que se debía.", wroteItself: (what) => `Escrito sin preguntar, nada más era legal: ${what}`, 
    field: { air: "aire", naval: "naval", artillery: "artillería", strengths: "fuerzas", n: "lugar", card: "carta", full: "con toda su fuerza",
      at: "en", attacks: "ataques", beach: "playa", beaches: "playas", box: "caja", column: "en columna", companies: "compañías", corps: "cuerpo", first: "actúa primero:", formation: "formación", frm: "desde", guns: "cañones", headquarters: "cuartel general",
      hex: "hexágono", hexes: "hexágonos", how: "cómo", hq: "cuartel general", item: "arma", leader: "líder", letter: "letra", lose: "pasos perdidos", lowered: "niveles rebajados", markers: "marcadores", missions: "misiones", mode: "modo", origin: "de dónde", others: "otras",
      path: "camino", paths: "caminos", pay: "quién paga", place: "lugar", points: "puntos", recon: "reconocimiento", ships: "barcos", side: "lado", spotter: "observador", target: "objetivo", to: "hasta", unit: "unidad", units: "unidades", wave: "oleada", what: "qué", where: "dónde", whole: "entera", work: "obra" },
    sealThese: "Decidirlo así", quick: "La orden que se mira", strip: "Cómo está la partida", toBoard: "Mostrarlo con detalle", phase: "Fase", phaseOf: (n, of) => `Fase ${n} de ${of}`, weather: "Tiempo", score: (side) => `Puntos, ${side}`, nextLevel: (at, name) => `luego ${at}: ${name}`,
    dueNext: "Refuerzos", lost: "Unidades perdidas", turnTrack: "Registro de turnos", phases: "Fases del turno", besideMap: "Junto al mapa", terms: "Cómo se suma", boxes: "Casillas fuera del mapa", history: (n) => `En esta partida (${n})`,
    playsNone: "Ahora no se puede jugar.", playsMap: (n) => `${n} maneras de jugarla: pulsa un lugar iluminado del mapa.`,
    howATurnGoes: "Cómo va un turno", legendCounter: "Qué dice una ficha", legendFar: "De lejos, una pila muestra el tamaño, el símbolo y el primer valor de su primera unidad; los bordes detrás son más unidades.", legendRings: "Qué se ilumina", legendMap: "El mapa", legendMarks: "Marcas que llevan ahora las fichas",
    parts: { size: "tamaño: III regimiento, X brigada, XX división ...", name: "nombre de la unidad", symbol: "su arma: infantería, acorazados, cañones ...", band: "color de su formación", values: "valores impresos, como los nombra su tarjeta", steps: "pasos: llenos los que tiene, huecos los perdidos", marks: "marcas: lo que le ha ocurrido" },
    rings: { able: "anillo dorado: ahora se le puede ordenar algo", chosen: "anillo blanco en movimiento: la has elegido", target: "lugar dorado: una orden puede ir allí; el número es lo que cuesta", bad: "lugar rojo: ninguna orden puede ir allí, el panel dice por qué", way: "puntos azules: el camino que sigue" },
    badges: { RE: "eficiencia reducida", PIN: "inmovilizada", ISO: "aislada", SCT: "dispersada", FIRED: "ha disparado", NEW: "desembarcó este turno", SUP: "suprimida", W: "herida", IMM: "inmóvil", D: (n) => `desorden ${n}`, P: (n) => `vigila a ${n} prisioneros`, other: "lo lleva consigo" },
    stocks: { initiative: "Iniciativa", air: "Aire", naval: "Naval", cup: "Taza", resource: "Puntos de recursos", kept: "Reservados", active: "Activo", missions: "Misiones", interdiction: "Interdicción", supply: "Suministro", cards: "Cartas en mano", undrawn: "Cartas sin robar", effects: "Eventos en vigor", plan: "Plan", chits: "Fichas ocultas", bridge: "Puente del canal", charges: "Cargas", force: "Fuerza", replacements: "Reemplazos", "infantry-replacements": "Reemplazos de infantería", "motorized-replacements": "Reemplazos motorizados", fuel: "Combustible", bridges: "Marcadores de puente", flak: "Antiaérea" },
    taken: "Deshecho.", given: (text) => `Ordenado: ${text}`, focusOn: (name, ground, units) => [name, ground, units].filter(Boolean).join(", "), units: (n) => (n === 1 ? "1 unidad" : `${n} unidades`),
  },
};

const KEEP = "pbem-language";
const wanted = (localStorage.getItem(KEEP) || navigator.language || "en").slice(0, 2);
let language = Object.hasOwn(WORDS, wanted) ? wanted : "en";

export const current = () => language;

/* A word or sentence by its name. */
export function t(name, ...values) {
  const found = name.split(".").reduce((at, part) => (at ? at[part] : undefined), WORDS[language]);
  return typeof found === "function" ? found(...values) : found ?? "";
}

/* A kind of order in words. */
export const kindName = (kind) => (Object.hasOwn(WORDS[language].kinds, kind) ? WORDS[language].kinds[kind] : kind.replaceAll("-", " "));

/* A side in words. */
export const sideName = (side) => (Object.hasOwn(WORDS[language].sides, side) ? WORDS[language].sides[side] : side);

export function speak(name) {
  language = Object.hasOwn(WORDS, name) ? name : "en";
  localStorage.setItem(KEEP, language);
  label();
}

/* Puts the words of the language into everything that is named in the page. */
export function label() {
  document.documentElement.lang = language;
  for (const each of document.querySelectorAll("[data-word]")) each.textContent = t(each.dataset.word);
  for (const each of document.querySelectorAll("[data-label]")) {
    each.setAttribute("aria-label", t(each.dataset.label));
    each.title = t(each.dataset.label);
  }
}
