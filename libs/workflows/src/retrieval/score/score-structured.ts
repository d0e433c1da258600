/**
 * Structured answers: each part has to be that of the question, so that all of them are decided.
 */

import { decimalOf, isWithinHalf, ones, shifted, spelled } from '../../figures/decimal.js';
import type { AmountKind } from '../../prose/amounts.js';
import { compareNames, figureAt } from '../../prose/figure-names.js';
import { sentencesOf } from '../../prose/items.js';
import { plainText } from '../../prose/markup/plain-text.js';
import { tokensOf } from '../../prose/tokens.js';
import { combined, scaleOf, unitOf, type UnitOfValue } from '../../prose/units.js';
import { askedOf, periodIn, type Asked } from './asked.js';
import { faults, type Question, type Verdict } from './schemas.js';
import type { StructuredAnswer } from './structured-answer.js';

type Fault = NonNullable<Verdict['fault']>;

/** Kinds of units in which a value of the question may be stated. */
const kinds: Readonly<Record<Asked['unit'], readonly AmountKind[]>> = {
  ratio: ['percent', 'points', 'times', 'bare'],
  shares: ['shares'],
  units: ['count', 'bare'],
  money: ['money'],
  'per share': ['per share', 'money'],
};

/**
 * The verdict on an answer in parts: its value times its scale is that of the question to the
 * digits that count, its currency is the same, and so is the period, where both state one. What
 * cannot be read is wrong.
 */
export function scoreStructured(question: Question, answer: StructuredAnswer): Verdict {
  const asked = askedOf(question);
  if (answer.value === null) return verdictOf(question, { fault: 'none', gaveUp: true });
  const unit = unitOfAnswer(question, answer);
  const written = decimalOf(`${answer.value}`.replaceAll(',', ''));
  const value = (written * (unit?.factor ?? ones)) / ones;
  const fault = unit === null ? 'unit' : faultOf(asked, unit, value);
  if (fault === null && !isPeriod(asked, answer.period))
    return verdictOf(question, { fault: 'period', value });
  if (fault !== 'value') return verdictOf(question, { fault, value });
  const why = `${spelled(value)} is not ${spelled(asked.right)}`;
  return verdictOf(question, { fault, value, why });
}

interface Finding {
  readonly fault: Fault | null;
  readonly value?: bigint;
  readonly why?: string;
  readonly gaveUp?: boolean;
}

function verdictOf({ id }: Question, { fault, value, why, gaveUp = false }: Finding): Verdict {
  return {
    id,
    right: fault === null,
    by: 'code',
    why: why ?? (fault === null ? 'the value' : faults[fault]),
    gaveUp,
    fault,
    value: value === undefined ? null : spelled(value),
  };
}

const asWritten = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '');

/**
 * What unit, scale and currency say together; null where they are not read, or exclude each other.
 */
function unitOfAnswer(
  { expected }: Question,
  { unit, scale, currency }: StructuredAnswer,
): UnitOfValue | null {
  const isSame = asWritten(unit) === asWritten(expected.unit);
  const stated = isSame ? unitOf(expected.unit) : unitOf(plainText(unit));
  const parts = [stated];
  if (typeof scale === 'number') parts.push(scaleOf(scale));
  if (typeof scale === 'string') parts.push(scaleOf(plainText(scale)));
  if (isGiven(currency)) parts.push(currencyOf(currency));
  return parts.includes(null) ? null : combined(parts as UnitOfValue[]);
}

const isGiven = (text: string | null | undefined): text is string =>
  typeof text === 'string' && text.trim() !== '';

/** A currency and nothing else. */
function currencyOf(text: string): UnitOfValue | null {
  const unit = unitOf(plainText(text));
  const isCurrency = unit?.kind === 'money' && unit.factor === null && unit.nouns.length === 0;
  return isCurrency ? { ...unit, kind: 'bare' } : null;
}

function faultOf(asked: Asked, unit: UnitOfValue, value: bigint): Fault | null {
  const isMoney = asked.unit === 'money' || asked.unit === 'per share';
  const isAlone = unit.kind === 'bare' && unit.nouns.length === 0;
  const kind = isAlone && unit.currencies !== null && isMoney ? 'money' : unit.kind;
  if (!kinds[asked.unit].includes(kind) || !areNouns(asked, unit)) return 'unit';
  if (!isCurrency(asked, unit, isMoney)) return 'currency';
  const isHit = (one: bigint): boolean => isWithinHalf(one, asked.right, asked.step);
  if (isHit(value)) return null;
  if (isHit(-value)) return 'sign';
  const powers = Array.from({ length: 37 }, (_, at) => at - 18);
  return powers.some((by) => isHit(shifted(value, by))) ? 'scale' : 'value';
}

/** A currency of money has to be stated; for anything else it may repeat that of the solution. */
function isCurrency({ currency }: Asked, { currencies }: UnitOfValue, isMoney: boolean): boolean {
  if (currencies === null) return !isMoney || currency === undefined;
  return currency !== undefined && currencies.includes(currency);
}

/** What is counted is not another figure than the one that was asked for. */
function areNouns({ unit, figure }: Asked, { nouns, kind }: UnitOfValue): boolean {
  if (nouns.length === 0) return true;
  if (unit === 'ratio' && kind === 'bare') return false;
  const tokens = tokensOf(nouns.join(' '));
  const named = tokens.flatMap((_, at) => figureAt(tokens, at)?.meaning.words ?? []);
  return compareNames(named, figure) !== 'other';
}

/** A period that is stated has to be read as a whole, and to be the one of the question. */
function isPeriod(asked: Asked, text: string | null | undefined): boolean {
  if (!isGiven(text)) return true;
  const labeled = periodIn(text);
  const items = sentencesOf(plainText(`in ${text}`), { known: asked.known }).flat();
  const stated = items.flatMap((item) => (item.kind === 'period' ? [item.period] : []));
  const isRead = items.every((item) => isOfPeriod(item));
  const periods = text.endsWith('YTD') ? labeled : stated;
  return periods.length > 0 && isRead && asked.agreement({ periods, documents: [] }) === 'yes';
}

const isOfPeriod = (item: ReturnType<typeof sentencesOf>[number][number]): boolean =>
  item.kind === 'period' ||
  (item.kind === 'mark' && /^[,()'"/-]$/.test(item.text)) ||
  (item.kind === 'role' && item.role === 'plain');
