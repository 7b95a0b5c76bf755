"use strict";
/* The table asks the page around it, which asks the worker: the same requests that `pbem table` answers. */
globalThis.fetch = (path, options) => globalThis.parent.pbem.carry(path, options);
