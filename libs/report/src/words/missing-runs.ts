/** Which runs a partial result does not have, and why. */

import type { TradingResult } from '#contracts/result/result';
import { formatFigure } from './figure-format.js';
import { labelParts } from './run-label.js';

/** `1 of 4 runs is missing`; for partial results. */
export function missingShare({ runs, missingRuns }: TradingResult): string {
  const missing = missingRuns.length;
  const all = formatFigure(runs.length + missing, 'count');
  return `${formatFigure(missing, 'count')} of ${all} runs ${missing === 1 ? 'is' : 'are'} missing`;
}

/** `coin on AAPL was cancelled (no longer needed)`, one text for each missing run. */
export function missingRunTexts(result: TradingResult): string[] {
  return result.missingRuns.map((run) => {
    const happened = run.status === 'cancelled' ? 'was cancelled' : 'failed';
    const reason = run.reason === null ? '' : ` (${run.reason})`;
    return `${labelParts(run, result).join(' on ')} ${happened}${reason}`;
  });
}
