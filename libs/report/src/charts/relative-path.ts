/** A line of an SVG in few characters. */

/** The path through points of whole numbers, at least one: relative steps, about six characters a point. */
export function relativePath(points: readonly (readonly [number, number])[]): string {
  let [x, y] = points[0] ?? [0, 0];
  let path = `M${x} ${y}l`;
  for (const [nextX, nextY] of points.slice(1)) {
    path += `${nextX - x}${nextY < y ? '' : ' '}${nextY - y} `;
    [x, y] = [nextX, nextY];
  }
  // A single mark becomes a dot: a line of no length with a round cap.
  if (points.length === 1) path += '0 0';
  return path.trim();
}
