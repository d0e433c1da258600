/** Answers as records: JSON, the literals of Python, and lines of a label and a value. */

import { jsonOf } from '#values';

/** The members of a record by what they hold. */
export interface RecordAnswer {
  /** The value with currency, scale and unit, as a sentence would have it. */
  readonly text: string;
  /** Members that are not known, with something in them. */
  readonly unread: readonly string[];
}

type Member = 'value' | 'unit' | 'scale' | 'multiplier' | 'currency' | 'period' | 'ignored';

const members: Readonly<Record<Member, string>> = {
  value:
    'value answer amount result number figure final_answer finalanswer final ' +
    'answer_value response numeric_value',
  unit: 'unit units unit_of_measure measure uom',
  scale: 'scale magnitude order_of_magnitude',
  multiplier: 'multiplier factor scale_factor',
  currency: 'currency currency_code ccy',
  period: 'period fiscal_period quarter fiscal_year year reporting_period date as_of',
  ignored:
    'confidence confidence_score certainty probability score page pages source sources ' +
    'citation citations ' +
    'reference references id question company ticker name metric reasoning thoughts ' +
    'thought rationale ' +
    'explanation url link document documents filing status tool model section note_page',
};
const byName = new Map(
  Object.entries(members).flatMap(([member, names]) =>
    names.split(' ').map((name) => [name, member as Member] as const),
  ),
);

const nameOf = (key: string): string =>
  key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .trim()
    .replace(/[\s-]+/g, '_');

/**
 * The record that a text is; undefined if it is none. `isAsked` tells whether a member is called as
 * the figure that was asked for, and so holds the value.
 */
export function recordOf(
  text: string,
  isAsked: (key: string) => boolean,
): RecordAnswer | undefined {
  const trimmed = unfenced(text);
  const object = objectIn(trimmed) ?? linesIn(trimmed);
  if (object === undefined) return undefined;
  const found = new Map<Member, string>();
  const unread: string[] = [];
  for (const [key, value] of Object.entries(object)) {
    const member = byName.get(nameOf(key)) ?? (isAsked(key) ? 'value' : undefined);
    if (member === 'ignored' || value === null || value === '') continue;
    if (member === undefined || found.has(member) || typeof value === 'object') unread.push(key);
    else found.set(member, String(value));
  }
  return { text: sentenceOf(found), unread };
}

/** Without a fence around all of it. */
function unfenced(text: string): string {
  const lines = text.trim().split('\n');
  const isFenced = lines[0]?.startsWith('```') === true && lines.at(-1)?.trim() === '```';
  return (isFenced ? lines.slice(1, -1) : lines).join('\n').trim();
}

function objectIn(text: string): object | undefined {
  if (!text.startsWith('{') || !text.endsWith('}') || text.length > 20_000) return undefined;
  const plain = jsonOf(text) ?? jsonOf(text.replaceAll('"', '\\"').replaceAll("'", '"'));
  const isRecord = typeof plain === 'object' && plain !== null && !Array.isArray(plain);
  return isRecord ? plain : undefined;
}

/** At least two lines, each a known label, a colon and a value, as YAML has them. */
function linesIn(text: string): object | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => {
    const at = line.indexOf(':');
    const key = withoutMarks(line.slice(0, Math.max(at, 0)));
    return [key, withoutMarks(line.slice(at + 1), false)] as const;
  });
  const areKnown = pairs.every(([key]) => byName.has(nameOf(key)));
  return lines.length > 1 && areKnown ? Object.fromEntries(pairs) : undefined;
}

/**
 * Without the marks of a list or of emphasis around a label; a dash before a value is a minus sign.
 */
function withoutMarks(text: string, hasDash = true): string {
  let plain = text.replaceAll('*', '').trim();
  while (hasDash && plain.startsWith('-')) plain = plain.slice(1).trim();
  return plain;
}

function sentenceOf(found: ReadonlyMap<Member, string>): string {
  const value = found.get('value') ?? '';
  const factor = powerOf(found.get('multiplier'));
  const unit = ['ratio', 'none', 'number', 'count', 'pure'].includes(found.get('unit') ?? '')
    ? ''
    : found.get('unit');
  const words = [
    value,
    factor === null ? '' : `× 10^${factor}`,
    found.get('scale'),
    unit,
    value.includes(found.get('currency') ?? '\n') || unit?.includes(found.get('currency') ?? '\n')
      ? ''
      : found.get('currency'),
    found.has('period') ? `(${found.get('period')})` : '',
  ];
  return words.filter((word) => word !== undefined && word !== '').join(' ');
}

/** The power of ten that a factor is; null if there is none. */
function powerOf(factor = ''): number | null {
  const digits = factor.replaceAll(',', '');
  return /^10*(?:\.0*)?$/.test(digits) && digits.length > 1
    ? digits.split('.')[0]!.length - 1
    : null;
}
