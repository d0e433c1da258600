/**
 * Responses judged by code: whether a text states the value that was asked for, or whether code
 * cannot tell.
 */

import { isWithinHalf, magnitude, shifted, spelled } from '../../figures/decimal.js';
import { compareNames, type NameMatch } from '../../prose/figure-names.js';
import { sentencesOf } from '../../prose/items.js';
import type { Agreement } from '../../prose/period-agreement.js';
import { plainText } from '../../prose/markup/plain-text.js';
import { recordOf } from '../../prose/markup/records.js';
import { statementsOf, type Statement, type Statements } from '../../prose/statements.js';
import { splitThoughts } from '#llm/wire/thoughts';
import { askedOf, valuesOf, type Asked, type Value } from './asked.js';
import { faults, type Question, type Response, type Verdict } from './schemas.js';

/** Longer texts commit to nothing. */
const charactersMax = 200_000;
/** At most this many amounts are read: a text with more of them commits to none. */
const amountsMax = 400;

type Fault = NonNullable<Verdict['fault']>;

/** What code finds: null where it cannot tell. */
interface Finding {
  readonly right: boolean | null;
  readonly fault: Fault | null;
  readonly why?: string;
  readonly value?: bigint | null;
  readonly gaveUp?: boolean;
}

/**
 * Right or wrong where the grammar reads the whole response in one way, and null where a word is
 * left over, or where it reads two ways: a judge or a person decides that. A wrong value is wrong
 * whatever the words around it say.
 */
export function scoreResponse(question: Question, { text }: Response): Verdict {
  const { right, fault, why, value = null, gaveUp = false } = found(askedOf(question), text ?? '');
  const words = why ?? (fault === null ? 'the value' : faults[fault]);
  const stated = value === null ? null : spelled(value);
  return { id: question.id, right, by: 'code', why: words, gaveUp, fault, value: stated };
}

function found(asked: Asked, text: string): Finding {
  if (text.length > charactersMax)
    return { right: null, fault: 'unread', why: 'the text is too long' };
  const spoken = splitThoughts(text).answer;
  const record = recordOf(spoken, (key) => isAskedKey(asked, key));
  const plain = plainText(record?.text ?? spoken);
  const sentences = sentencesOf(plain, { known: asked.known });
  const amounts = sentences.flat().filter(({ kind }) => kind === 'amount');
  if (amounts.length > amountsMax) return { right: null, fault: 'unread', why: 'too many amounts' };
  const statements = statementsOf(sentences);
  const judged = { gaveUp: givesUp(statements, asked), ...judgedOf(asked, statements) };
  const left = record?.unread ?? [];
  return left.length > 0 && judged.right !== false ? unread(left) : judged;
}

/** Whether it says behind its last amount that it does not know, or has no amount. */
function givesUp({ all, marks }: Statements, asked: Asked): boolean {
  const last = all.findLast((one) => isFitting(one, asked))?.amount.from ?? -1;
  return marks.some(({ role, from }) => role === 'refusal' && from > last);
}

/** Whether a member of a record is called as the figure that was asked for. */
function isAskedKey({ figure }: Asked, key: string): boolean {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  const names = sentencesOf(words, { known: new Set() })
    .flat()
    .flatMap((item) => (item.kind === 'figure' ? item.figure.words : []));
  return names.length > 0 && figure.names.length > 0 && compareNames(names, figure) === 'same';
}

const unread = (words: readonly string[]): Finding => ({
  right: null,
  fault: 'unread',
  why: `not read: ${[...new Set(words)].slice(0, 5).join(', ').slice(0, 100)}`,
});

/** A statement as an answer: a hit, a miss for a reason, or open for a reason. */
interface Candidate {
  readonly statement: Statement;
  readonly is: 'hit' | 'miss' | 'open';
  readonly fault: Fault | null;
  readonly value: bigint;
  /** It is stated for another figure, period or currency, and so contradicts no other amount. */
  readonly elsewhere: Fault | null;
  readonly agreement: Agreement;
}

function judgedOf(asked: Asked, statements: Statements): Finding {
  const { all } = statements;
  if (all.length === 0) return withoutAmount(statements);
  const marked = markedSentence(statements);
  const inAnswer = all.filter(({ sentence }) => sentence >= marked);
  const candidates = inAnswer
    .filter((one) => one.use !== 'work' && isFitting(one, asked))
    .map((statement) => candidateOf(statement, asked));
  const words = statements.unread
    .filter(({ sentence }) => sentence >= marked)
    .map(({ text }) => text);
  const left = [...words, ...uncommitted(statements, marked)];
  if (isExhausted(all, asked, statements)) return exhausted(candidates, asked);
  if (candidates.length === 0) return decided(left, { right: false, fault: 'none' });
  return chosenOf(candidates, statements, { left, words, asked });
}

/** Words without a number state none, if no digits are left over. */
function withoutAmount({ unread: left }: Statements): Finding {
  const isNumber = left.some(({ text }) => /\d|hundred|thousand|illion/i.test(text));
  if (isNumber) return unread(left.map(({ text }) => text));
  // Digits of periods and pages are read, and are no amounts.
  return { right: false, fault: 'none' };
}

/** The sentence of the last mark of an answer that an amount follows; 0 if there is none. */
function markedSentence({ all, marks }: Statements): number {
  const last = Math.max(0, ...all.map(({ sentence }) => sentence));
  const found = marks.findLast(({ role, sentence }) => role === 'answer' && sentence <= last);
  if (found === undefined) return 0;
  return found.sentence;
}

/**
 * What keeps a verdict open: words that are not read, and those by which an author does not commit
 * to an amount.
 */
interface Left {
  readonly left: readonly string[];
  readonly words: readonly string[];
}

/** Words by which an author does not commit to an amount, where they are about more than advice. */
function uncommitted({ marks }: Statements, from: number): readonly string[] {
  const advice = marks.filter(({ role }) => role === 'advice');
  const advised = new Set(advice.map(({ sentence }) => sentence));
  const isAdvice = (sentence: number): boolean => advised.has(sentence);
  return marks
    .filter(({ role, sentence }) => {
      const isOpen =
        role === 'hedge' || ((role === 'refusal' || role === 'not') && !isAdvice(sentence));
      return isOpen && sentence >= from;
    })
    .map(({ role }) => `a word of ${role}`);
}

const decided = (left: readonly string[], finding: Finding): Finding =>
  left.length > 0 ? unread(left) : finding;

const fits: Readonly<Record<Asked['unit'], readonly Statement['amount']['kind'][]>> = {
  ratio: ['percent', 'points', 'times', 'bare'],
  shares: ['shares', 'bare'],
  units: ['count', 'bare'],
  money: ['money', 'bare'],
  'per share': ['per share', 'money', 'bare'],
};

const isFitting = ({ amount, counts }: Statement, { unit, figure }: Asked): boolean => {
  if (!fits[unit].includes(amount.kind)) return false;
  // Nothing is no amount of money or of anything else.
  if (amount.value === 0n && amount.step === 0n) return true;
  const isCount = unit === 'units' || unit === 'shares' || amount.kind !== 'bare';
  if (!isCount && !counts.every((word) => figure.names.includes(word))) return false;
  return unit !== 'ratio' || amount.kind !== 'bare' || amount.power === null;
};

/** No amount of the text has the digits of the value, at any scale and with any sign. */
function isExhausted(
  all: readonly Statement[],
  { right, step }: Asked,
  { unread: left }: Statements,
) {
  const powers = Array.from({ length: 37 }, (_, at) => at - 18);
  const size = magnitude(right);
  const isNear = (statement: Statement): boolean =>
    powers.some((by) => {
      const value = shifted(magnitude(statement.amount.value), by);
      return (
        isWithinHalf(value, size, step) ||
        isWithinHalf(value, size, shifted(statement.amount.step, by))
      );
    });
  return !left.some(({ text }) => /[\d零一二三四五六七八九十]/.test(text)) && !all.some(isNear);
}

function exhausted(candidates: readonly Candidate[], asked: Asked): Finding {
  const values = candidates.filter(({ statement }) => statement.use === 'value');
  const value = values[0]?.value ?? candidates[0]?.value ?? null;
  if (value === null) return { right: false, fault: 'none' };
  if (values.length > 1 && values.some((one) => one.value !== value))
    return { right: false, fault: 'several', value };
  return {
    right: false,
    fault: 'value',
    value,
    why: `${spelled(value)} is not ${spelled(asked.right)}`,
  };
}

function candidateOf(statement: Statement, asked: Asked): Candidate {
  const values = valuesOf(statement, asked);
  const isHit = (one: Value): boolean => isWithinHalf(one.value, asked.right, asked.step);
  // A bare fraction may be of millions, and so more than nothing.
  const hit = asked.right === 0n && !values.every(isHit) ? undefined : values.find(isHit);
  const value = hit?.value ?? values[0]!.value;
  const other = otherFault(statement, asked);
  const agreement = asked.agreement(statement);
  const elsewhere = other === 'range' ? null : other;
  const fault = hit === undefined ? faultOf(values, asked) : other;
  if (fault !== null) return { statement, is: 'miss', fault, value, elsewhere, agreement };
  const isOpen = isOpenFor(statement, values, asked);
  return {
    statement,
    is: isOpen ? 'open' : 'hit',
    fault: isOpen ? 'unread' : null,
    value,
    elsewhere,
    agreement,
  };
}

/** Why a value is not that of the question. */
function faultOf(values: readonly Value[], { right, step }: Asked): Fault {
  const isHit = ({ value }: Pick<Value, 'value'>): boolean => isWithinHalf(value, right, step);
  const isScaled = ({ value }: Value): boolean =>
    scalePowers.some((by) => isHit({ value: shifted(value, by) }));
  if (values.some(({ value }) => isHit({ value: -value }))) return 'sign';
  if (values.some(isScaled)) return 'scale';
  const isRounding = (one: Value): boolean => isWithinHalf(one.value, right, one.step);
  return values.some(isRounding) ? 'rounding' : 'value';
}

/** Powers of ten by which values are missed. */
const scalePowers = [-12, -9, -8, -7, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7, 8, 9, 12];

/** Why the value, as it is stated, is not the answer. */
function otherFault(statement: Statement, asked: Asked): Fault | null {
  if (statement.use === 'range' || statement.use === 'bound') return 'range';
  if (nameOf(statement, asked) === 'other') return 'series';
  if (statement.isForecast && !asked.isForecast) return 'series';
  if (statement.use === 'compared') return 'period';
  if (statement.use === 'change' && !asked.isChange) return 'series';
  if (asked.agreement(statement) === 'no') return 'period';
  return asked.isCurrency(statement) ? null : 'currency';
}

/**
 * Names that another amount has may be those of this one too. A change is no other figure where one
 * is asked for.
 */
function nameOf({ names, isInherited }: Statement, asked: Asked): NameMatch {
  const compared = asked.isChange ? names.filter((name) => name !== 'growth') : names;
  const match = compareNames(compared, asked.figure);
  return isInherited && match === 'other' ? 'open' : match;
}

function isOpenFor(statement: Statement, values: readonly Value[], asked: Asked): boolean {
  const isOpen = statement.sign === 'open' || statement.amount.other !== null;
  const isTwoWays = isOpen && values.some(({ value }) => value !== values[0]!.value);
  return isTwoWays || nameOf(statement, asked) === 'open' || asked.agreement(statement) === 'maybe';
}

/** One answer out of several amounts. */
function chosenOf(
  candidates: readonly Candidate[],
  { marks }: Statements,
  { left, words, asked }: Left & { readonly asked: Asked },
): Finding {
  const hits = candidates.filter(({ is }) => is === 'hit');
  const isDoubted = marks.some(({ role }) => role === 'doubt');
  if (hits.length === 0)
    return missed(candidates, marks.some(({ role }) => role === 'not') ? left : words);
  const { value } = hits[0]!;
  if (isDoubted) return decided(words, { right: false, fault: 'none', gaveUp: true });
  const others = candidates.filter((one) => one.is !== 'hit' && isRival(one, hits, asked));
  if (others.length > 0) {
    const isEither = [...others, ...hits].some(({ statement }) => statement.use === 'again');
    return isEither
      ? decided(left, { right: false, fault: 'several' })
      : { right: null, fault: 'several' };
  }
  return decided(left, { right: true, fault: null, value });
}

function missed(candidates: readonly Candidate[], left: readonly string[]): Finding {
  const open = candidates.find(({ is }) => is === 'open');
  if (open !== undefined)
    return { right: null, fault: 'unread', why: openReason, value: open.value };
  const [first] = candidates.toSorted((one, other) => rank(one) - rank(other));
  const { fault, value } = first!;
  return decided(left, { right: false, fault, value: isOpenValue.has(fault!) ? null : value });
}

/** Faults of statements that commit to no value in the unit of the question. */
const isOpenValue: ReadonlySet<Fault> = new Set<Fault>(['range', 'currency', 'several']);

const openReason = 'the statement reads two ways';

/** The fault that comes nearest to the value is the one to report. */
const order: readonly Fault[] = [
  'period',
  'currency',
  'series',
  'range',
  'sign',
  'scale',
  'rounding',
];
const rank = ({ fault }: Candidate): number => {
  const at = order.indexOf(fault!);
  return at < 0 ? order.length : at;
};

/**
 * Whether an amount that is not the value is stated for the same figure and period as one that is.
 */
function isRival(candidate: Candidate, hits: readonly Candidate[], asked: Asked): boolean {
  const { statement, elsewhere, fault } = candidate;
  if (candidate.is === 'open') return true;
  if (statement.use === 'again' && elsewhere !== 'currency' && fault !== 'rounding') return true;
  if (elsewhere === 'series' && isAdjusted(statement, asked)) return true;
  if (isSetApart(candidate, hits) || elsewhere !== null || fault === 'rounding') return false;
  return !isOtherCount(statement, hits);
}

/** It has not the period of a dated hit, or tells how a value moved. */
function isSetApart(
  { agreement, statement: { use } }: Candidate,
  hits: readonly Candidate[],
): boolean {
  const isDated = hits.some(({ statement }) => statement.periods.length > 0);
  if (isDated && agreement !== 'yes') return true;
  const areValues = hits.every(({ statement }) => statement.use !== 'change');
  return areValues && (use === 'change' || use === 'compared');
}

/** The same figure as its company adjusts it, which the question does not rule out. */
function isAdjusted(statement: Statement, asked: Asked): boolean {
  const names = statement.names.filter((name) => name !== 'adjusted');
  const isSame = names.length > 0 && compareNames(names, asked.figure) === 'same';
  return isSame && names.length < statement.names.length;
}

/** A bare number beside an amount of money counts something else. */
const isOtherCount = ({ amount }: Statement, hits: readonly Candidate[]): boolean =>
  amount.kind === 'bare' &&
  amount.isWhole &&
  hits.every(({ statement }) => statement.amount.kind !== 'bare');
