/** The cell of a table of runs that says how much was answered, with a sign where that is little. */

import type { Coverage } from '#contracts/result/result';
import { answeredShare, answeredShareMin } from '../words/answered-share.js';
import { sortableCell, sortKey } from './figure-cell.js';
import { markup, type Html } from '../html/html.js';

/**
 * `write` gives the text for the share that was answered; `none` is the reason where nothing was due; `below` is a
 * second line.
 */
export function coverageCell(
  run: { readonly coverage: Coverage },
  write: (share: number) => string,
  none: string,
  below: Html | null = null,
): Html {
  const share = answeredShare(run);
  if (share === null)
    return sortableCell({ value: null, kind: 'percent', reason: none, interval: null });
  const low = share < answeredShareMin;
  const sign = low && markup`<span class="warning-sign" aria-hidden="true">⚠ </span>`;
  const words = low && markup`<span class="unseen"> (low)</span>`;
  return markup`<td data-sort="${sortKey(share)}">${sign}${write(share)}${words}${below}</td>`;
}
