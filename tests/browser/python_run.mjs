// Runs a Python file in Python for browsers: node python_run.mjs FILE FOLDER..., each folder on the path of Python.
// What is given on standard input is its `given`; what it leaves in `answer` is printed.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import * as keys from "./keys.mjs";

const [file, ...folders] = process.argv.slice(2);
const given = readFileSync(0, "utf8"); // before Python starts, which makes reading return at once
const python = await loadPyodide();
python.registerJsModule("pbem_keys", { ...keys });
const path = folders.map((folder, at) => {
  python.mountNodeFS(`/place${at}`, folder);
  return `/place${at}`;
});
python.globals.set("given", given);
python.globals.set("path", python.toPy(path));
python.runPython("import sys; sys.path[:0] = path; sys.dont_write_bytecode = True");
python.runPython(readFileSync(file, "utf8"));
console.log(python.globals.get("answer"));
