/**
 * Which period each amount of a text is of: the one named nearest to it, in its clause, its
 * sentence, or above.
 */

import type { Amount } from './amounts.js';
import type { Period } from './periods.js';

/**
 * Ends of sentences: offsets after a full stop that does not end an abbreviation, a
 * semicolon, or a line.
 */
export const sentenceBreaks = (text: string): number[] =>
  [...text.matchAll(sentenceEnd)].map(({ index }) => index + 1);

const abbreviations = String.raw`approx|vs|rs|no|inc|corp|co|ltd|plc|e\.g|i\.e|est|incl|excl|mio|cr|mrd|[a-z]`;
const sentenceEnd = new RegExp(
  String.raw`(?<!\b(?:${abbreviations}))[.!?](?=[ \n)]|$)|[;\n]`,
  'gi',
);
const clauseBreak = /, |\b(?:and|but|while|whereas|compared|versus|vs)\b/gi;
const joint = /^ ?(?:and|or|&|to|-|\/|through) ?(?:in |for )?(?:the )?$/i;
/** Between an amount and the period named after it. */
const joins =
  /^(?!.*(?:[,;:]|\b(?:and|but|while|from|versus|than)\b)).*(?:[([]|\b(?:in|for|during|of|at|ended|ending)\b)/i;
const rightBehind = /^ ?[([]?(?:in|for|during)?(?: ?the)? ?$/i;
/** Between what something is compared with and its amount. */
const rightBefore = /^(?:'s?)? ?(?:[a-z]+ ){0,3}(?:of |was |at |: ?)?[(]?$/i;
/** After a period whose amount comes next. */
const introduces = /^\)? ?(?::|=|(?:was|were|came|totaled|reached|stood|it was)\b|'s?\b)/i;

/** After a sentence whose subject the next one calls by another name. */
const calls =
  /^[\s.;]*(?:that|this|which|it)(?: period| quarter| year| date)? (?:is|was|corresponds|equals|means)\b[^\d.;\n]*$/i;

interface Scene {
  readonly text: string;
  readonly amounts: readonly Amount[];
  readonly periods: readonly Period[];
  readonly breaks: readonly number[];
}

/**
 * The periods stated for each of `chosen`, some of the amounts of a text. All of them have to agree
 * with what was asked; empty if none is stated, `null` for a time that the value is compared with.
 */
export function statedPeriods(
  chosen: readonly Amount[],
  scene: Scene,
): (readonly Period[] | null)[] {
  const { text, breaks, periods, amounts } = scene;
  return chosen.map((amount) => {
    const starts = breaks.findLast((at) => at <= amount.from) ?? 0;
    const ends = breaks.find((at) => at > amount.from) ?? text.length;
    const isInside = ({ from }: { readonly from: number }): boolean =>
      from >= starts && from < ends;
    const inside = periods.filter(
      (one, at) => isInside(one) && !isBase(one, periods[at - 1], scene),
    );
    const zipped = /\brespectively\b/i.test(text.slice(starts, ends)) && chosen.filter(isInside);
    if (zipped && zipped.length === inside.length) return [inside[zipped.indexOf(amount)]!];
    const last = amounts.findLast((one) => one.to <= amount.from && one.to > starts)?.to ?? starts;
    const next = amounts.find((one) => one.from >= amount.to && one.from < ends)?.from ?? ends;
    const found = inClause(amount, inside, { text, last, next });
    if (found === undefined && amount.role === 'compared') return null;
    const period = found ?? around(amount, inside, scene);
    if (period === undefined || isComputed(amount, period, scene)) return [];
    const called = periods.find(({ from }) => from >= ends);
    const isCalled = called?.isReference === false && calls.test(text.slice(ends, called.from));
    return [period, ...joinedTo(period, amount, inside, scene), ...(isCalled ? [called] : [])];
  });
}

/**
 * Whether a period is what the one before is compared with, as in `FY2023 vs FY2022:`, and no
 * amount is between.
 */
const isBase = ({ from }: Period, last: Period | undefined, { text, amounts }: Scene): boolean =>
  last !== undefined &&
  /^\)? ?(?:vs\.?|versus|against|compared (?:to|with)) (?:the )?$/i.test(
    text.slice(last.to, from),
  ) &&
  !amounts.some((one) => one.to <= last.from && text.slice(one.to, last.from).length < 30);

/** The characters before a sign of equality in which its last operator is looked for. */
const operationChars = 210;
const operation = /(?:\b(?:less|minus)\b| [-+] )[^=\n]{0,200}$/i;

/** Whether an amount after a period is the result of a sum or difference over several periods. */
function isComputed({ from }: Amount, { to, part }: Period, { text, periods }: Scene): boolean {
  const equals = text.slice(0, from).lastIndexOf('=');
  const isOver = (other: Period): boolean => other.to <= equals && other.part !== part;
  return (
    equals >= to &&
    operation.test(text.slice(Math.max(0, equals - operationChars), equals)) &&
    periods.some(isOver)
  );
}

/**
 * `last` is the end of the amount before, `next` the start of the one after, if they are
 * in its sentence.
 */
function inClause(
  { from, to }: Amount,
  inside: readonly Period[],
  { text, last, next }: { readonly text: string; readonly last: number; readonly next: number },
): Period | undefined {
  const prior = inside.findLast((period) => period.to <= from && period.from >= last);
  const isPrior = prior?.isReference && rightBefore.test(text.slice(prior.to, from).slice(0, 40));
  if (isPrior === true) return prior;
  const free = inside.filter(({ isReference }) => !isReference);
  const later = free.find((period) => period.from >= to && period.from < next);
  const gap = text.slice(to, later?.from);
  const isNext = later !== undefined && gap.length < 60 && !isIntroducing(text, later);
  const isRelative = later?.part === 'other';
  if (isNext && (isRelative ? rightBehind : joins).test(gap)) return later;
  const clause = last + ([...text.slice(last, from).matchAll(clauseBreak)].at(-1)?.index ?? 0);
  const before = free.findLast((period) => period.to <= from && period.from >= clause);
  return before ?? (isNext && !isRelative && gap.search(clauseBreak) < 0 ? later : undefined);
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
  const isOther = (one: Amount): boolean =>
    (one.kind !== 'percent' && one.role !== 'whole') || /^(?:compared|part)$/.test(one.role);
  const isBetween = (period: Period): boolean =>
    amounts.some((one) => one.from >= to && one.to <= period.from && isOther(one));
  return (
    inside.findLast(isBefore) ??
    inside.find((period) => isBehind(period) && !isBetween(period)) ??
    periods.findLast((period) => isBefore(period) && period.part !== 'other') ??
    periods.find((period) => isBehind(period) && !inside.includes(period))
  );
}

const isIntroducing = (text: string, { to }: Period): boolean =>
  introduces.test(text.slice(to, to + 12));

/**
 * Before a label that is another name of the date before, as in
 * `June 30, 2024 (its fiscal Q2 2024)`.
 */
const renames =
  /(?:[(] ?|\bi\.e\.,? ?|(?:,|\bor) ?(?=[a-z]))(?:its |the |that is |company's |fiscal )*(?<!,|\bor|, |\bor )$/i;

/** Periods that are named together with the one of an amount. */
const joinedTo = (
  period: Period,
  own: Amount,
  inside: readonly Period[],
  { text, amounts }: Scene,
): Period[] =>
  inside.filter((other) => {
    if (other.isReference || other === period) return false;
    const [first, second] = other.from < period.from ? [other, period] : [period, other];
    const gap = text.slice(first.to, second.from);
    if (joint.test(gap.slice(0, 20))) return true;
    const isApart = (one: Amount): boolean =>
      one !== own && one.kind !== 'percent' && one.from >= first.to && one.to <= second.from;
    const isAlone = /^ ?(?:[).,;\n]|$)/.test(text.slice(second.to, second.to + 2));
    return (
      first.month &&
      !second.month &&
      isAlone &&
      renames.test(gap.slice(-30)) &&
      !amounts.some(isApart)
    );
  });
