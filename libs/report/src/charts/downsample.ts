/**
 * Fewer points for the same picture, the extremes of each column of pixels, and the
 * path through them.
 */

import { invariant } from '#values';

/**
 * Indices to draw, ascending, at most `pointsMax` (at least 4): first and last always, and of each
 * of the equal columns between them the minimum and the maximum, so that no peak or trough of the
 * curve is lost. All indices when there are no more than `pointsMax`.
 * Source: min-max aggregation, Jugel et al., "M4: A Visualization-Oriented Time Series Data
 * Aggregation", VLDB 2014.
 */
export function downsample(values: Float64Array, pointsMax: number): readonly number[] {
  invariant(pointsMax >= 4, 'a curve keeps at least four points');
  const length = values.length;
  if (length <= pointsMax) return Array.from({ length }, (_, index) => index);
  const columns = Math.floor((pointsMax - 2) / 2);
  const kept = [0];
  for (let column = 0; column < columns; column++) {
    const from = 1 + Math.floor((column * (length - 2)) / columns);
    const to = 1 + Math.floor(((column + 1) * (length - 2)) / columns);
    const [low, high] = extremesOf(values, from, to);
    kept.push(Math.min(low, high));
    if (low !== high) kept.push(Math.max(low, high));
  }
  kept.push(length - 1);
  return kept;
}

/** Indices of the first lowest and the first highest value in [from, to); `to` is above `from`. */
function extremesOf(values: Float64Array, from: number, to: number): readonly [number, number] {
  let low = from;
  let high = from;
  for (let index = from + 1; index < to; index++) {
    const value = values[index] as number;
    if (value < (values[low] as number)) low = index;
    if (value > (values[high] as number)) high = index;
  }
  return [low, high];
}

/**
 * `count` positions from 0 to `length` - 1, evenly spread, first and last among them;
 * all when fewer.
 */
export function spread(length: number, count: number): readonly number[] {
  if (length <= count) return Array.from({ length }, (_, index) => index);
  return Array.from({ length: count }, (_, index) =>
    Math.round((index * (length - 1)) / (count - 1)),
  );
}

/**
 * The path through points of whole numbers, at least one: relative steps, about six
 * characters a point.
 */
export function relativePath(points: readonly (readonly [number, number])[]): string {
  let [x, y] = points[0] ?? [0, 0];
  let path = `M${x} ${y}l`;
  for (const [nextX, nextY] of points.slice(1)) {
    path += `${nextX - x}${nextY < y ? '' : ' '}${nextY - y} `;
    x = nextX;
    y = nextY;
  }
  // A single mark becomes a dot: a line of no length with a round cap.
  if (points.length === 1) path += '0 0';
  return path.trim();
}
