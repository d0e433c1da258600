/** Links each number of a report's prose to the tool result that holds it. */

import { periodAt } from '../../prose/periods.js';
import { Phrases } from '../../prose/phrases.js';
import { scales, type Scale } from '../../prose/scales.js';
import { tokensOf, type Token } from '../../prose/tokens.js';
import type { QuestionTrace } from '../../workflow/workflow.js';
import { withoutNoise } from './noise.js';

export interface LinkedNumber {
  /** As it is written, with sign and unit. */
  readonly text: string;
  /** Where its first character is in the prose. */
  readonly offset: number;
  /**
   * Signed as written, scaled; of percentages the number before the sign, of basis
   * points a hundredth.
   */
  readonly value: number;
  /**
   * `call`: index in `calls`; `path`: JSON Pointer into its result. Null where no result
   * holds the number.
   */
  readonly source: { readonly call: number; readonly path: string } | null;
}

type WrittenNumber = ReturnType<typeof numbersIn>[number];

/** Signs, a currency and digits, up to the scale or unit. */
const written = new RegExp(
  String.raw`(?<![\w.,$€£¥§·]|[a-z]-)(?<outer>[-+]?)(?<coin>(?:US)?[$€£¥]|)(?<inner>[-+]?)` +
    String.raw`(?<digits>(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(?:\.\d{1,12})?|\.\d{1,12})(?!\d|[.,]\d)`,
  'gi',
);
const ofNumbers = new Phrases<'percent' | 'points' | 'times'>()
  .add('percent', '%|percent|per cent|pct|pp|percentage point|percentage points')
  .add('points', 'bps|bp|basis point|basis points')
  .add('times', 'x');
/** Settings of indicators, averages, indexes, and ids of news. */
const names = new RegExp(
  String.raw`\((?:\d[\d.]{0,9}, ?){1,4}\d[\d.]{0,9}\)|\b\d{1,3}[- ]?[sed]?ma\b|\b[se]?ma ?\(?\d{1,3}\b|` +
    String.raw`\b(?:stoxx|ftse|nikkei|csi|dow|kospi)(?: \w{1,9})? \d{2,4}\b|\bnews(?: id)?[ #:=]{1,3}\d+`,
  'gi',
);
const fall =
  'down|off|(?:fell|fall|drop|declin|los[ts]|loses|losing|decreas|slid|slip|shed|sank|' +
  'tumbl|plung|retreat)[a-z]*';
const rise =
  'up|(?:rose|rise|rising|gain|increas|advanc|climb|jump|surg|rall|grew|grow|added|soar)[a-z]*';
const before = new RegExp(
  String.raw`\b(?:(?<down>${fall}|(?:underperform|lag|trail)[a-z]*|negative|minus|distance)|` +
    String.raw`(?<up>${rise}|outperform[a-z]*|positive))\b(?!.*\b(?:to|from|at)[ *~]{0,3}$)`,
  'gi',
);
const behind = new RegExp(
  String.raw`\b(?:(?<down>${fall}|lower|below|under|behind)|(?<up>${rise}|higher|above|ahead))\b`,
  'i',
);

type Captured = Readonly<Record<string, string | undefined>>;

/** The sign before or behind the currency; empty if there is none. */
const writtenSign = ({ outer, inner }: Captured): string => outer || inner || '';

const isCount = (digits: string, { power, isTimes }: WrittenUnit): boolean =>
  power === 0 && !isTimes && /^\d{1,2}$/.test(digits);

function sizeOf(digits: string, { power, isPoints }: WrittenUnit) {
  const one = 10 ** power / (isPoints ? 100 : 1);
  const half = (one * 10 ** -(digits.split('.')[1] ?? '').length) / 2;
  return { size: Number(digits.replaceAll(',', '')) * one, half };
}

/**
 * Percentages, prices, ratios and amounts of a text. Integers of one or two digits without a unit
 * count things and are left out, as are dates, years, periods, list numbers, and names with a
 * number. `sign` is 0 if neither a sign nor words determine it; `half` is half a unit of the last
 * digit written. Linear in the text.
 */
function numbersIn(prose: string) {
  const dashed = prose.replace(/[\u2010-\u2015\u2212]/g, '-');
  const named = withoutNoise(dashed).replace(names, (name) => '·'.repeat(name.length));
  const text = masked(named, periodSpans(named));
  const units = unitsIn(text);
  const found = [];
  let end = 0;
  let spoken = 0;
  let isPercent = false;
  for (const { 0: all, index: offset, groups: captured = {} } of text.matchAll(written)) {
    const { digits = '', coin } = captured;
    const unit = units(offset + all.length);
    if (unit === undefined) continue;
    const kind = kindOf(unit, coin);
    if (kind === 'plain' && isCount(digits, unit)) continue;
    const lead = text.slice(Math.max(end, offset - 60), offset);
    end = unit.end;
    const explicit = writtenSign(captured);
    // A list of percentages has one verb.
    const isListed = kind === 'percent' && isPercent && /^(?: and| or|,)+ $/.test(lead);
    if (explicit) spoken = 0;
    else if (!isListed) spoken = signIn(kind, lead, text.slice(end, end + 30));
    isPercent = kind === 'percent';
    const { size, half } = sizeOf(digits, unit);
    const sign = explicit ? Number(`${explicit}1`) : spoken;
    found.push({ text: prose.slice(offset, end), offset, kind, sign, size, half } as const);
  }
  return found;
}

interface WrittenUnit {
  /** The place behind it in the text. */
  readonly end: number;
  /** The power of ten of its scale. */
  readonly power: number;
  readonly isPercent: boolean;
  /** Basis points. */
  readonly isPoints: boolean;
  readonly isTimes: boolean;
}

function kindOf({ isPercent, isPoints }: WrittenUnit, coin: string | undefined) {
  if (isPercent || isPoints) return 'percent';
  return coin ? 'money' : 'plain';
}

/** Reports write it in lower case too. */
const trillion = new Phrases<Scale>().add({ power: 12, isLetter: true }, 't');

const noUnit = { power: 0, isPercent: false, isPoints: false, isTimes: false };

/**
 * Reads the scale and the unit behind the digits that end at a place, as far as no word is glued to
 * them; undefined if one is glued to the digits.
 */
function unitsIn(text: string): (place: number) => WrittenUnit | undefined {
  const tokens = tokensOf(text);
  const isFree = (end: number): boolean => !/^\w/.test(text.slice(end, end + 1));
  let at = 0;
  return (place) => {
    while (at < tokens.length && tokens[at]!.from < place) at++;
    const scale = scaleBehind(tokens, at, place);
    const scaled = { ...noUnit, end: scale?.end ?? place, power: scale?.power ?? 0 };
    const unit = unitBehind(tokens, scale?.next ?? at, scaled);
    return [unit, scaled, { ...noUnit, end: place }].find(({ end }) => isFree(end));
  };
}

/** `5 million`, `5-million`, `5m`: a letter needs its number beside it, or a space between. */
function scaleBehind(tokens: readonly Token[], at: number, place: number) {
  const isHyphen = tokens[at]?.text === '-' && tokens[at]!.from === place;
  const start = isHyphen ? at + 1 : at;
  const known = scales.at(tokens, start) ?? trillion.at(tokens, start);
  const found = isNear(tokens[start], place) ? known : undefined;
  if (found === undefined || (isHyphen && found.meaning.isLetter)) return undefined;
  return { power: found.meaning.power, next: found.next, end: tokens[found.next - 1]!.to };
}

function unitBehind(tokens: readonly Token[], at: number, scaled: WrittenUnit): WrittenUnit {
  const found = isNear(tokens[at], scaled.end) ? ofNumbers.at(tokens, at) : undefined;
  // `3 x` is no multiple.
  const isApart = found?.meaning === 'times' && tokens[at]!.from !== scaled.end;
  if (found === undefined || isApart) return scaled;
  return {
    end: tokens[found.next - 1]!.to,
    power: scaled.power,
    isPercent: found.meaning === 'percent',
    isPoints: found.meaning === 'points',
    isTimes: found.meaning === 'times',
  };
}

/** At most a space or a hyphen is before it. */
const isNear = (token: Token | undefined, place: number): boolean =>
  token !== undefined && token.from - place < 2;

/** The text with `\u00a7` over each stretch, of the same length. */
function masked(
  text: string,
  stretches: readonly { readonly from: number; readonly to: number }[],
): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { from, to } of stretches) {
    pieces.push(text.slice(end, from), '\u00a7'.repeat(to - from));
    end = to;
  }
  return pieces.join('') + text.slice(end);
}

/** Where periods and dates are. */
function periodSpans(text: string): { from: number; to: number }[] {
  const tokens = tokensOf(text);
  const spans = [];
  for (let at = 0; at < tokens.length;) {
    const period = periodAt(tokens, at);
    if (period !== undefined) spans.push({ from: tokens[at]!.from, to: tokens[period.to - 1]!.to });
    at = period?.to ?? at + 1;
  }
  return spans;
}

/** From the words before a number, since the last one, and after it. */
function signIn(kind: string, lead: string, tail: string): number {
  if (kind !== 'percent') return /\b(?:negative|minus) (?:\w{1,12} )?$/i.test(lead) ? -1 : 0;
  const clause = lead.split(/[.,;:()\n]/).at(-1)!;
  const captured =
    [...clause.matchAll(before)].at(-1) ?? behind.exec(tail.split(/[.,;:()\n\d]/, 1)[0]!);
  if (captured?.groups!['down']) return -1;
  if (captured?.groups!['up']) return 1;
  return 0;
}

/**
 * All values inside a tool result, parents before children, in their order. `path`: JSON
 * Pointer (RFC 6901).
 */
export function* visit(root: unknown) {
  const open = [{ path: '', key: '', value: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value as object).reverse()) {
      const name = key.replaceAll('~', '~0').replaceAll('/', '~1');
      open.push({ path: `${next.path}/${name}`, key, value: value as unknown });
    }
  }
}

interface Held extends Pick<WrittenNumber, 'kind' | 'sign' | 'size'> {
  readonly source: NonNullable<LinkedNumber['source']>;
}

/** Members of results that tell how much there is to read, or where. */
const housekeeping = /^(?:id|offset|limit)$|_chars$/;
/** Members that are in percent. */
const inPercent = /pct|percent|volatility/;

function* heldBy(calls: QuestionTrace['calls']): Generator<Held> {
  for (const [call, { tool, result }] of calls.entries()) {
    for (const { path, key, value } of tool === 'submit_answer' ? [] : visit(result)) {
      const source = { call, path };
      if (typeof value === 'string')
        for (const { kind, sign, size } of numbersIn(value)) yield { kind, sign, size, source };
      if (typeof value !== 'number' || housekeeping.test(key)) continue;
      const kind = inPercent.test(key) ? 'percent' : 'plain';
      yield { kind, sign: Math.sign(value), size: Math.abs(value), source };
    }
  }
}

/**
 * Percentages match only percentages, money everything else, a number without a unit all of them.
 */
const kinds = {
  percent: ['percent'],
  money: ['money', 'plain'],
  plain: ['plain', 'money', 'percent'],
};

/**
 * The one whose value is nearest, if it rounds to the number; `index` by kind and sign, ascending.
 */
function sourceOf(
  { size, kind, sign, half }: WrittenNumber,
  index: ReadonlyMap<string, readonly Held[]>,
): LinkedNumber['source'] {
  // A half, and the rounding of binary fractions.
  let best = half + 1e-9 * Math.max(1, size);
  let source: LinkedNumber['source'] = null;
  const signs = sign === 0 && kind === 'money' ? [1, 0, -1] : [sign || 1, 0];
  for (const name of kinds[kind].flatMap((one) => signs.map((own) => `${one}${own}`))) {
    const held = index.get(name) ?? [];
    let low = 0;
    let high = held.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (held[middle]!.size < size) low = middle + 1;
      else high = middle;
    }
    for (const one of [held[low], held[low - 1]]) {
      if (one === undefined || Math.abs(one.size - size) > best) continue;
      best = Math.abs(one.size - size) - 1e-12;
      source = one.source;
    }
  }
  return source;
}

/**
 * Each number in the prose of a report (offsets in it, in order), with the result that holds it: a
 * value that rounds to the number as it is written. Words such as `fell` carry the sign of a
 * percentage; scale words count. Numbers of tools are in percent where their names say so. Takes
 * n·log n time in the lengths of prose and results.
 */
export function linkerOf(calls: QuestionTrace['calls']): (prose: string) => LinkedNumber[] {
  const index = Map.groupBy(heldBy(calls), ({ kind, sign }) => `${kind}${sign}`);
  for (const held of index.values()) held.sort((one, other) => one.size - other.size);
  return (prose) =>
    numbersIn(prose).map((number) => {
      const { text, offset, sign, size } = number;
      return { text, offset, value: (sign || 1) * size, source: sourceOf(number, index) };
    });
}
