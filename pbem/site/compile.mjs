/* Run by Node.js at build time: Python files (a zip) as the code that Python for browsers loads at once.
   node compile.mjs PYODIDE_FOLDER SOURCES.zip CODE.zip */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, sources, code] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(folder + "/pyodide.mjs").href);
const python = await loadPyodide({ indexURL: folder, env: { PYTHONHASHSEED: "0" }, stdout: () => undefined });
python.FS.writeFile("/sources.zip", readFileSync(sources));
python.runPython(`
import importlib.util, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/code.zip", "w") as made:
    for name in sources.namelist():
        source = sources.read(name)
        code = compile(source, name, "exec", dont_inherit=True, optimize=0)
        packed = _code_to_hash_pyc(code, importlib.util.source_hash(source), False)
        made.writestr(zipfile.ZipInfo(name + "c", (1980, 1, 1, 0, 0, 0)), packed)
`);
writeFileSync(code, python.FS.readFile("/code.zip"));
process.exit(0);
