/** A curve the size of a word, for a row of a table. */

import { downsample } from './downsample.js';
import { markup, type Html } from './html.js';
import { relativePath } from './relative-path.js';

const width = 100;
const height = 24;

/** Hidden from screen readers: the figures beside it say the same. Empty for fewer than two marks. */
export function trendLine(equity: Float64Array, pointsMax: number): Html {
  if (equity.length < 2) return markup``;
  let low = Infinity;
  let high = -Infinity;
  for (const value of equity) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const points = downsample(equity, pointsMax).map((index): [number, number] => {
    const x = Math.round((index / (equity.length - 1)) * width);
    const share = high === low ? 0.5 : ((equity[index] as number) - low) / (high - low);
    return [x, Math.round(height - 2 - share * (height - 4))];
  });
  const line = markup`<path class="curve" d="${relativePath(points)}"/>`;
  return markup`<svg width="${width}" height="${height}" aria-hidden="true">${line}</svg>`;
}
