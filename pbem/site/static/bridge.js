"use strict";
/* The table asks the page around it, which asks the worker: the same requests that `pbem table` answers. */
document.documentElement.classList.add("within");
globalThis.fetch = (path, options) => globalThis.parent.pbem.carry(path, options);
/* A file with which the table was opened is dropped on it as soon as it stands. */
document.addEventListener("begun", () => {
  const file = globalThis.parent.pbem.fetchBrought(), dataTransfer = new DataTransfer();
  if (!file) return;
  dataTransfer.items.add(file);
  document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
});
