/** Model use of runs, in the words and figures of reports. */

import type { ModelUse, Result } from '#contracts/result/result';
import { formatCount, formatNumber } from './figure-format.js';
import { type AnyRun, labelParts } from './run-words.js';

/** A run that asked a model, and its use. */
export interface ModelRun {
  readonly run: AnyRun;
  readonly use: ModelUse;
}

/** The runs of a result whose agents ask models. */
export const modelRuns = (result: Result): readonly ModelRun[] =>
  (result.runs as readonly AnyRun[]).flatMap((run) =>
    'models' in run && run.models !== undefined ? [{ run, use: run.models }] : [],
  );

/** `$12.30`, or `$0.0123`; `unpriced` if no call has a price, `$12.30 +` if some do not. */
export function costText(
  { usd, unpriced }: Pick<ModelUse, 'usd' | 'unpriced'>,
  write: (usd: number) => string = formatUsd,
): string {
  if (usd === null) return unpriced === 0 ? write(0) : 'unpriced';
  return `${write(usd)}${unpriced > 0 ? ' +' : ''}`;
}

/** Two decimals, four below a dollar; a positive value is never shown as zero. */
export const formatUsd = (usd: number): string =>
  usd > 0 && usd < 0.00005 ? '<$0.0001' : `$${formatNumber(usd, usd > 0 && usd < 1 ? 4 : 2)}`;

/** Seconds from milliseconds, one decimal. */
export const formatSeconds = (milliseconds: number): string =>
  `${formatNumber(milliseconds / 1000, 1)} s`;

/** Caveats of the figures, each with how many calls of which runs. */
const remarks = [
  ['uncertain', 'under way when the gateway died: the model may have been asked twice'],
  ['unpriced', 'without a price: missing from the cost, not free'],
  ['unmetered', 'without usage: their tokens are missing'],
] as const;

/** Why most decisions were not answered, over all runs; empty if all were. */
function mainReasonWords(result: Result): readonly string[] {
  const runs = modelRuns(result).flatMap(({ run, use: { mainReason } }) =>
    mainReason === undefined ? [] : [{ run, ...mainReason }],
  );
  const reasons = [
    ...Map.groupBy(runs, ({ class: came, reason }) => `${came} ${reason}`).values(),
  ].map((of) => ({ of, decisions: of.reduce((sum, { decisions }) => sum + decisions, 0) }));
  const [main] = reasons.toSorted((one, other) => other.decisions - one.decisions);
  const first = main?.of[0];
  if (main === undefined || first === undefined) return [];
  const counted = `${formatCount(main.decisions)} decision${main.decisions === 1 ? '' : 's'}`;
  const where =
    main.of.length === 1
      ? labelParts(first.run, result).join(' ')
      : `${formatCount(main.of.length)} runs`;
  return [
    `Most frequent reason for no answer (${first.class}, ${counted} in ${where}): ${first.reason}`,
  ];
}

/**
 * Sentences on why decisions were not answered and on what cannot be known, and the versions of the price tables; empty
 * if there are none.
 */
export function modelRemarks(result: Result): readonly string[] {
  const runs = modelRuns(result);
  const unknown = remarks.flatMap(([name, text]) => {
    const concerned = runs.filter(({ use }) => use[name] > 0);
    const total = concerned.reduce((sum, { use }) => sum + use[name], 0);
    const [first] = concerned;
    if (first === undefined) return [];
    const where =
      concerned.length === 1
        ? `in ${labelParts(first.run, result).join(' ')}`
        : `in ${concerned.length} runs`;
    return [`${formatCount(total)} model call${total === 1 ? '' : 's'} ${text} (${where})`];
  });
  const said = [...mainReasonWords(result), ...unknown];
  const prices = [...new Set(runs.flatMap(({ use }) => use.prices ?? []))].sort();
  return prices.length === 0 ? said : [...said, `Prices: ${prices.join(', ')}`];
}
