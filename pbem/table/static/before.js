/* The name under which the stage of the replay page, which is used here as it is, puts itself. */
"use strict";
globalThis.PBEM = {};
