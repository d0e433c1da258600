/** Which period each amount of a text is of: the one named nearest to it, in its clause, its sentence, or above. */

import type { Amount } from './amounts.js';
import type { Period } from './periods.js';

/** Sentences end here: offsets behind a full stop that ends no abbreviation, a semicolon, or a line. */
export const sentenceBreaks = (text: string): number[] =>
  [...text.matchAll(sentenceEnd)].map(({ index }) => index + 1);

const abbreviations = String.raw`approx|vs|rs|no|inc|corp|co|ltd|plc|e\.g|i\.e|est|incl|excl|mio|cr|mrd|[a-z]`;
const sentenceEnd = new RegExp(
  String.raw`(?<!\b(?:${abbreviations}))[.!?](?=[ \n)]|$)|[;\n]`,
  'gi',
);
const clauseBreak = /, |\b(?:and|but|while|whereas|compared|versus|vs)\b/gi;
const joint = /^ ?(?:and|or|&|to|-|\/|through) ?(?:in |for )?(?:the )?$/i;
/** Between an amount and the period that is said behind it. */
const joins =
  /^(?!.*(?:[,;:]|\b(?:and|but|while|from|versus|than)\b)).*(?:[([]|\b(?:in|for|during|of|at|ended|ending)\b)/i;
const rightBehind = /^ ?[([]?(?:in|for|during)?(?: ?the)? ?$/i;
/** Between what something is compared with and its amount. */
const rightBefore = /^(?:'s?)? ?(?:[a-z]+ ){0,3}(?:of |was |at |: ?)?[(]?$/i;
/** Behind a period whose amount comes next. */
const introduces = /^\)? ?(?::|=|(?:was|were|came|totaled|reached|stood|it was)\b|'s?\b)/i;

/** All of them have to agree with what was asked; empty where none is stated, `null` for a time it is compared with. */
export type Stated = readonly Period[] | null;

interface Scene {
  readonly text: string;
  readonly amounts: readonly Amount[];
  readonly periods: readonly Period[];
  readonly breaks: readonly number[];
}

/** The periods stated for each of `chosen`, some of the amounts of a text. */
export function statedPeriods(chosen: readonly Amount[], scene: Scene): Stated[] {
  const { text, breaks } = scene;
  return chosen.map((amount) => {
    const starts = breaks.findLast((at) => at <= amount.from) ?? 0;
    const ends = breaks.find((at) => at > amount.from) ?? text.length;
    const isInside = ({ from }: { readonly from: number }): boolean =>
      from >= starts && from < ends;
    const inside = scene.periods.filter(isInside);
    const zipped = /\brespectively\b/i.test(text.slice(starts, ends))
      ? chosen.filter(isInside)
      : undefined;
    if (zipped?.length === inside.length) return [inside[zipped.indexOf(amount)]!];
    const found = inClause(amount, inside, { ...scene, starts, ends });
    if (found === undefined && amount.role === 'compared') return null;
    const period = found ?? around(amount, inside, scene);
    if (period === undefined) return [];
    return [period, ...joinedTo(text, period, inside), ...calledBehind(ends, scene)];
  });
}

const calls =
  /^[\s.;]*(?:that|this|which|it)(?: period| quarter| year| date)? (?:is|was|corresponds|equals|means)\b/i;

/** The first period of a sentence that calls the one before it by another name. */
function calledBehind(ends: number, { text, periods, breaks, amounts }: Scene): Period[] {
  if (!calls.test(text.slice(ends, ends + 60))) return [];
  const over = breaks.find((at) => at > ends) ?? text.length;
  const isIn = ({ from }: { readonly from: number }): boolean => from >= ends && from < over;
  return amounts.some(isIn)
    ? []
    : periods.filter((one) => isIn(one) && !one.isReference).slice(0, 1);
}

function inClause(
  { from, to }: Amount,
  inside: readonly Period[],
  { text, amounts, starts, ends }: Scene & { readonly starts: number; readonly ends: number },
): Period | undefined {
  const last = amounts.findLast((one) => one.to <= from && one.to > starts)?.to ?? starts;
  const next = amounts.find((one) => one.from >= to && one.from < ends)?.from ?? ends;
  const [lead, tail] = [text.slice(last, from), text.slice(to, next)];
  const prior = inside.findLast((period) => period.to <= from && period.from >= last);
  const isNear = (period: Period): boolean =>
    rightBefore.test(text.slice(period.to, from).slice(0, 40));
  if (prior?.isReference === true && isNear(prior)) return prior;
  const free = inside.filter(({ isReference }) => !isReference);
  const later = free.find((period) => period.from >= to && period.from < next);
  const gap = later === undefined ? '' : text.slice(to, later.from);
  const isNext = later !== undefined && gap.length < 60 && !isIntroducing(text, later);
  if (isNext && (later.part === 'other' ? rightBehind : joins).test(gap)) return later;
  const clause = last + ([...lead.matchAll(clauseBreak)].at(-1)?.index ?? 0);
  const before = free.findLast((period) => period.to <= from && period.from >= clause);
  if (before !== undefined) return before;
  const end = [...tail.matchAll(clauseBreak)][0]?.index ?? tail.length;
  return isNext && later.part !== 'other' && later.from < to + end ? later : undefined;
}

/** In another clause of the sentence, or else above, or else below. */
function around(
  { from, to }: Amount,
  inside: readonly Period[],
  { text, amounts, periods }: Scene,
): Period | undefined {
  const isBefore = (period: Period): boolean => period.to <= from && !period.isReference;
  const isBehind = (period: Period): boolean =>
    period.from >= to &&
    !period.isReference &&
    period.part !== 'other' &&
    !isIntroducing(text, period);
  const isBetween = (period: Period): boolean =>
    amounts.some((one) => one.from >= to && one.to <= period.from && one.kind !== 'percent');
  return (
    inside.findLast(isBefore) ??
    inside.find((period) => isBehind(period) && !isBetween(period)) ??
    periods.findLast((period) => isBefore(period) && period.part !== 'other') ??
    periods.find((period) => isBehind(period) && !inside.includes(period))
  );
}

const isIntroducing = (text: string, { to }: Period): boolean =>
  introduces.test(text.slice(to, to + 12));

function joinedTo(text: string, { from, to }: Period, inside: readonly Period[]): Period[] {
  return inside.filter(
    (other) =>
      !other.isReference &&
      ((other.to <= from && joint.test(text.slice(other.to, from).slice(0, 20))) ||
        (other.from >= to && joint.test(text.slice(to, other.from).slice(0, 20)))),
  );
}
