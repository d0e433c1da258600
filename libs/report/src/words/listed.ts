/** Names in a sentence, as many as a reader bears. */

import { formatFigure } from './figure-format.js';

/** More names than this are counted, not listed. */
export const listedMax = 24;

/** With commas between them, or what else keeps them apart. */
export function listed(names: readonly string[], between = ', ', most = listedMax): string {
  const rest = names.length - most;
  const shown = names.slice(0, most).join(between);
  return rest > 0 ? `${shown} and ${formatFigure(rest, 'count')} more` : shown;
}
