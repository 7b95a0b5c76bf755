(() => {
  const w = document.getElementById('window').getBoundingClientRect();
  const p = document.getElementById('plane').getBoundingClientRect();
  const { scale } = pbem.map.stage;
  const cells = [...pbem.map.cells.values()].map(({ x, y }) => [p.x + x * scale, p.y + y * scale]);
  const able = [...document.querySelectorAll('#counters .able')].map((each) => each.getBoundingClientRect())
    .map((b) => [b.x + b.width / 2, b.y + b.height / 2]);
  const inside = [...cells, ...able].filter(([x, y]) => x > w.left && x < w.right && y > w.top && y < w.bottom);
  return [p.left - w.left, p.top - w.top, w.right - p.right, w.bottom - p.bottom, inside.length,
    Number(p.width > w.width), Number(p.height > w.height)];
})()
