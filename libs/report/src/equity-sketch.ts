/** A curve in one line of text, for a terminal. */

const blocks = '▁▂▃▄▅▆▇█';

/**
 * One block a column, at most `width` columns: the last value in each column, between the lowest
 * and the highest of the series. A flat series lies in the middle; an empty one gives no text.
 */
export function renderEquitySketch(series: Float64Array, width: number): string {
  const columns = Math.min(Math.floor(width), series.length);
  let low = Infinity;
  let high = -Infinity;
  for (const value of series) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  let sketch = '';
  for (let column = 1; column <= columns; column++) {
    const value = series[Math.floor((column * series.length) / columns) - 1] as number;
    sketch += blockFor(value, low, high);
  }
  return sketch;
}

function blockFor(value: number, low: number, high: number): string {
  // Not even for a value that is not a number is a height made up.
  if (!Number.isFinite(low) || !Number.isFinite(high)) return ' ';
  // A difference of a few roundings is none.
  if (high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high))) return '▄';
  return blocks[Math.round(((value - low) / (high - low)) * (blocks.length - 1))] ?? ' ';
}
