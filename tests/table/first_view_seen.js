(() => {
  const w = document.getElementById('window').getBoundingClientRect();
  const p = document.getElementById('plane').getBoundingClientRect();
  const { scale } = pbem.map.stage;
  const inside = [...pbem.map.cells.values()].filter(({ x, y }) => {
    const at = [p.x + x * scale, p.y + y * scale];
    return at[0] > w.left && at[0] < w.right && at[1] > w.top && at[1] < w.bottom;
  });
  return [p.left - w.left, p.top - w.top, w.right - p.right, w.bottom - p.bottom, inside.length,
    Number(p.width > w.width), Number(p.height > w.height)];
})()
