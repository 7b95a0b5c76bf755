/* What is wrong with a log, in a sentence for every code that the verifier knows (schemas/log.md), in two languages. */
(function (root) {
"use strict";
const PBEM = root.PBEM;

const LINE = ["One line is not written in the one way in which it can be written.", "Una línea no está escrita de la única manera posible."];
const FIELDS = ["One line has other fields than a line of its kind.", "Una línea tiene otros campos que los de su clase."];
const KEY = ["A public key is none that can be trusted: one signature could fit many messages.", "Una clave pública no es de fiar: una firma podría valer para muchos mensajes."];
const DECK = ["What is done to the deck here is not what its proof shows.", "Lo que se hace aquí con el mazo no es lo que muestra su prueba."];
const ROLL = ["This roll was asked for out of order.", "Esta tirada se pidió fuera de orden."];
const DAMAGED = ["The packed file was damaged on its way.", "El archivo comprimido se dañó por el camino."];

const CODES = {
  "too-long": LINE, bom: LINE, newline: LINE, "not-utf8": LINE, "not-json": LINE, "not-object": LINE, depth: LINE, "bad-key": LINE,
  "duplicate-key": LINE, "key-order": LINE, float: LINE, "big-int": LINE, surrogate: LINE, control: LINE, "white-space": LINE, number: LINE,
  escape: LINE, nfd: LINE,
  "not-ascii": ["A line has a letter that may stand only in names and notes.", "Una línea tiene una letra que solo cabe en nombres y notas."],
  "not-text": ["A name or a note has a character that is not allowed there.", "Un nombre o una nota tiene un carácter que no se admite ahí."],
  "unknown-line": ["A line stands where another kind belongs.", "Una línea está donde toca otra clase."],
  version: ["This log is written in another format.", "Este registro está escrito en otro formato."],
  "missing-field": FIELDS, "extra-field": FIELDS, "bad-field": FIELDS, "bad-fields": FIELDS, "bad-hex": FIELDS, "two-forms": FIELDS,
  truncated: ["The log ends in the middle.", "El registro acaba a la mitad."],
  "too-large": ["There is more in it than a log, or one player's share of it, can hold.", "Contiene más de lo que cabe en un registro, o en la parte de un jugador."],
  damaged: DAMAGED, mangled: DAMAGED, trailing: ["Something follows the end of the packed file.", "Algo sigue al final del archivo comprimido."],
  "not-a-turn": ["This is no log and no turn file.", "Esto no es un registro ni un envío."],
  "small-order-key": KEY, "non-canonical-key": KEY, "not-a-key": KEY,
  "wrong-key": ["A key is not the one that belongs here.", "Una clave no es la que corresponde aquí."],
  "bad-signature": ["This is not what its author signed.", "Esto no es lo que firmó su autor."],
  "unproven-key": ["The game key that a first mail names has not signed it: it may be somebody else's.", "La clave de partida que nombra un primer correo no lo ha firmado: puede ser de otro."],
  "other-game": ["This belongs to another game.", "Esto es de otra partida."],
  "reused-key": ["A key, a chain of seeds or a vault stands in the log already.", "Una clave, una cadena de semillas o una caja ya está en el registro."],
  "other-challenge": ["The dealer brings another chain of seeds than the challenge names.", "Quien reparte trae otra cadena de semillas que la del desafío."],
  "spoofed-author": ["The other player signed this, not the one it names.", "Lo firmó el otro jugador, no el que dice."],
  "old-key": ["This is signed with a key that its player has given up.", "Está firmado con una clave que su jugador abandonó."],
  "bad-count": ["Entries are missing from this turn file, or too many.", "A este envío le faltan entradas o le sobran."],
  order: ["Something stands out of order.", "Algo está fuera de orden."], gap: ["Turn files or entries are missing.", "Faltan envíos o entradas."],
  "bad-head": ["In this turn file an entry was changed, added or taken away after it was signed.", "En este envío se cambió, añadió o quitó una entrada después de firmarlo."],
  replay: ["A turn file stands there twice.", "Un envío está dos veces."], fork: ["Two versions of one turn file were signed.", "Se firmaron dos versiones de un envío."],
  "downgraded-rules": ["This turn file follows another version of the rules.", "Este envío sigue otra versión de las reglas."],
  "unsigned-refusal": ["Something is refused that the other player has not signed.", "Se rechaza algo que el otro jugador no firmó."],
  "out-of-turn": ["Here the other player had to write.", "Aquí tenía que escribir el otro jugador."],
  "not-now": ["Something else was due here.", "Aquí tocaba otra cosa."],
  "referee-plays": ["Who deals the dice of a challenge knows them, and may not play.", "Quien reparte los dados de un desafío los conoce y no puede jugar."],
  "roll-again": ROLL, "skipped-seed": ROLL, "wrong-roll": ROLL, "skipped-answer": ROLL, "skipped-open": ROLL,
  "chain-end": ["A chain of seeds is too short for this.", "Una cadena de semillas es demasiado corta para esto."],
  "wrong-seed": ["A seed is not the one its owner committed to before.", "Una semilla no es la que su dueño fijó antes."],
  "better-dice": ["Other dice follow from the seeds than stand here.", "De las semillas salen otros dados que los escritos aquí."],
  "sealed-twice": ["A secret was sealed twice under one name.", "Un secreto se selló dos veces con el mismo nombre."],
  "wrong-label": ["This is about something else than can be meant here.", "Esto trata de otra cosa que la que toca aquí."],
  "never-sealed": ["Something is opened that was never sealed, or is open already.", "Se abre algo que nunca se selló, o que ya está abierto."],
  "other-value": ["What is opened here is not what was sealed.", "Lo que se abre aquí no es lo que se selló."],
  "other-vault": ["The key opened at the end is not the one committed to.", "La llave abierta al final no es la fijada."],
  "other-salt": ["A secret was not made with the key that was opened.", "Un secreto no se hizo con la llave que se abrió."],
  "bad-back": ["Nobody can go back to there.", "No se puede volver hasta ahí."],
  "offered-often": ["This is one offer too many in a row.", "Es una oferta de más seguida."],
  "no-takeback": ["In a challenge nothing is taken back.", "En un desafío no se deshace nada."],
  "no-upgrade": ["In a challenge the version stays.", "En un desafío la versión no cambia."],
  "same-rules": ["The version in force is offered.", "Se ofrece la versión vigente."],
  "no-referee": ["Somebody rules here, and this game has no referee.", "Aquí falla alguien, y esta partida no tiene árbitro."],
  "unsigned-appointment": ["Not both players have signed for this referee.", "No firmaron los dos jugadores por este árbitro."],
  "beyond-referee": ["The referee wrote what only a player may write.", "El árbitro escribió lo que solo puede escribir un jugador."],
  "bad-ruling": ["Nobody can rule the game back to there, or on with this roll.", "Nadie puede llevar la partida ahí, ni seguirla con esta tirada."],
  "ruled-often": ["This is one ruling too many.", "Es un fallo del árbitro de más."],
  "refused-often": ["This is one refusal too many in a row.", "Es un rechazo de más seguido."],
  "renewed-often": ["Keys were renewed too often.", "Las claves se renovaron demasiadas veces."],
  "bad-shuffle": ["It is not proved that the deck holds the same cards, each once.", "No está probado que el mazo tenga las mismas cartas, cada una una vez."],
  "bad-point": DECK, "bad-scalar": DECK,
  "other-card": ["The card shown is not the one that was dealt.", "La carta mostrada no es la que se repartió."],
  "never-dealt": ["A card is shown that is not in this hand.", "Se muestra una carta que no está en esta mano."],
  "other-mask": ["A shuffle was not made with the key that was opened.", "Un barajado no se hizo con la llave que se abrió."],
};

/* The sentence for a code, "" when there is none. */
const why = (code, language = "en") => (Object.hasOwn(CODES, code) ? CODES[code][language === "es" ? 1 : 0] : "");

Object.assign(PBEM, { why });
})(globalThis);
