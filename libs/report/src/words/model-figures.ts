/** Model use of runs, in the words and figures of reports. */

import type { ModelUse, Result, RunResult } from '#contracts/result/result';
import { formatCount, formatNumber } from './figure-format.js';
import { labelParts } from './run-words.js';

/** A run that asked a model, and its use. */
export interface ModelRun {
  readonly run: RunResult;
  readonly use: ModelUse;
}

/** The runs of a result whose agents ask models. */
export const modelRuns = (result: Result): readonly ModelRun[] =>
  result.runs.flatMap((run) => (run.models === undefined ? [] : [{ run, use: run.models }]));

/** `$12.30`, or `$0.0123`; `unpriced` if no call has a price, `$12.30 +` if some do not. */
export function costText(
  { usd, unpriced }: Pick<ModelUse, 'usd' | 'unpriced'>,
  write: (usd: number) => string = formatUsd,
): string {
  if (usd === null) return unpriced === 0 ? write(0) : 'unpriced';
  return `${write(usd)}${unpriced > 0 ? ' +' : ''}`;
}

/** A count of tokens; `1,234 +` if some calls have no usage, `unknown` if none has. */
export function tokenText(
  { tokens, unmetered }: Pick<ModelUse, 'tokens' | 'unmetered'>,
  of: keyof ModelUse['tokens'],
): string {
  if (unmetered === 0) return formatCount(tokens[of]);
  const isUnknown = tokens.input + tokens.output === 0;
  return isUnknown ? 'unknown' : `${formatCount(tokens[of])} +`;
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

const sumBy = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

const counted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `in hold ALPHA`, or how many runs if there are several. */
function placeOf(found: readonly { readonly run: RunResult }[], result: Result): string {
  const { run } = found[0]!;
  const isOne = found.length === 1;
  return `in ${isOne ? labelParts(run, result).join(' ') : counted(found.length, 'run')}`;
}

/** Why most decisions were not answered, over all runs; empty if all were. */
function mainReasonWords(result: Result): readonly string[] {
  const reasons = modelRuns(result).flatMap(({ run, use: { mainReason } }) =>
    mainReason === undefined ? [] : [{ run, ...mainReason }],
  );
  const same = Map.groupBy(reasons, ({ class: answerClass, reason }) => `${answerClass} ${reason}`);
  const decisionsOf = (of: typeof reasons): number => sumBy(of, ({ decisions }) => decisions);
  const [main] = [...same.values()].toSorted((a, b) => decisionsOf(b) - decisionsOf(a));
  if (main === undefined) return [];
  const { class: answerClass, reason } = main[0]!;
  const what = `${answerClass}, ${counted(decisionsOf(main), 'decision')} ${placeOf(main, result)}`;
  return [`Most frequent reason for no answer (${what}): ${reason}`];
}

/**
 * Sentences on why decisions were not answered and on what cannot be known, and the versions of the
 * price tables; empty if there are none.
 */
export function modelRemarks(result: Result): readonly string[] {
  const runs = modelRuns(result);
  const unknown = remarks.flatMap(([name, text]) => {
    const concerned = runs.filter(({ use }) => use[name] > 0);
    if (concerned.length === 0) return [];
    const total = sumBy(concerned, ({ use }) => use[name]);
    return [`${counted(total, 'model call')} ${text} (${placeOf(concerned, result)})`];
  });
  const prices = [...new Set(runs.flatMap(({ use }) => use.prices ?? []))].sort();
  const priceWords = prices.length === 0 ? [] : [`Prices: ${prices.join(', ')}`];
  return [...mainReasonWords(result), ...unknown, ...priceWords];
}
