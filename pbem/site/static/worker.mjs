/* Python in a worker. A request is a call of pbem.site.program; what it wants kept is on the disk before it is answered. */
const PLACES = ["home-0", "home-1"];
let site, handles = [], python;

self.onmessage = async ({ data: { id, name, given, data } }) => {
  try {
    const value = name === "wake" ? await wake(given) : call(name, given, data);
    self.postMessage({ id, value });
  } catch (error) {
    console.error(error);
    self.postMessage({ id, failed: String(error.message || error).slice(0, 2000), code: error.code || "" });
  }
};

const step = (name) => self.postMessage({ step: name });

async function wake({ root, about, storage }) {
  step("python");
  const [{ loadPyodide }, keys, archive] = await Promise.all([
    import(root + about.python + "/pyodide.mjs"),
    import(root + about.keys + "/keys.mjs"),
    fetch(root + about.program + "/pbem.tar.xz").then((found) => found.arrayBuffer()),
  ]);
  python = await loadPyodide({ indexURL: root + about.python + "/" });
  step("program");
  python.unpackArchive(archive, "xztar", { extractDir: "/pbem" });
  python.registerJsModule("pbem_keys", { ...keys });
  python.runPython("import sys; sys.path.insert(0, '/pbem')");
  const program = python.pyimport("pbem.site.program"), { Path } = python.pyimport("pathlib");
  step("home");
  const found = storage ? await open() : [];
  python.FS.mkdirTree("/home/player");
  const bytes = python.globals.get("bytes");
  site = program.Site(Path("/home/player"), python.toPy(found.map((each) => bytes(python.toPy(each)))));
  return "ready";
}

/* The two places in the private file system of this origin; a handle keeps every other tab out. */
async function open() {
  const folder = await navigator.storage.getDirectory();
  handles = await Promise.all(PLACES.map(async (name) => (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle()));
  return handles.map((handle) => {
    const data = new Uint8Array(handle.getSize());
    handle.read(data, { at: 0 });
    return data;
  });
}

function call(name, given, data) {
  const bytes = python.globals.get("bytes");
  const answer = site.call(name, JSON.stringify(given), bytes(python.toPy(new Uint8Array(data || 0))));
  const value = JSON.parse(answer.text);
  if (answer.place >= 0 && handles.length) keep(answer);
  answer.destroy();
  return value;
}

function keep(answer) {
  const view = answer.keep.getBuffer("u8"), handle = handles[answer.place];
  try {
    handle.truncate(view.data.length);
    if (handle.write(view.data, { at: 0 }) !== view.data.length) throw new Error("short write");
    handle.flush();
  } catch (error) {
    site.unsaved();
    throw Object.assign(new Error(error.message), { code: "unsaved" });
  } finally {
    view.release();
  }
}
