/** Links each number of a report's prose to the tool result that holds it. */

import { powerOf, scalePattern, withoutNoise } from '../../figures/amounts.js';
import { masked, periodsIn } from '../../figures/periods.js';
import type { QuestionTrace } from '../../workflow/workflow.js';

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

const written = new RegExp(
  String.raw`(?<![\w.,$€£¥§·]|[a-z]-)(?<outer>[-+]?)(?<coin>(?:US)?[$€£¥]|)(?<inner>[-+]?)` +
    String.raw`(?<digits>(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(?:\.\d{1,12})?|\.\d{1,12})(?!\d|[.,]\d)` +
    String.raw`(?:[ -]?(?<scale>${scalePattern})| ?(?<scale>[kmbt]))?` +
    String.raw`(?: ?(?<percent>%|percent(?:age points?)?|per cent|pct|pp)| ?(?<points>bps?|basis points?)|` +
    String.raw`(?<times>x))?(?!\w)`,
  'gi',
);
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

function kindOf({ percent, points, coin }: Captured): 'percent' | 'money' | 'plain' {
  if ((percent ?? points) !== undefined) return 'percent';
  return coin ? 'money' : 'plain';
}

const isCount = ({ digits = '', scale, times }: Captured): boolean =>
  !scale && !times && /^\d{1,2}$/.test(digits);

function sizeOf({ digits = '', points, scale }: Captured) {
  const unit = 10 ** powerOf(scale) / (points === undefined ? 1 : 100);
  const half = (unit * 10 ** -(digits.split('.')[1] ?? '').length) / 2;
  return { size: Number(digits.replaceAll(',', '')) * unit, half };
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
  const text = masked(named, periodsIn(named));
  const found = [];
  let end = 0;
  let spoken = 0;
  let isPercent = false;
  for (const { 0: all, index: offset, groups: captured = {} } of text.matchAll(written)) {
    const kind = kindOf(captured);
    if (kind === 'plain' && isCount(captured)) continue;
    const lead = text.slice(Math.max(end, offset - 60), offset);
    end = offset + all.length;
    const explicit = captured['outer'] || captured['inner'];
    // A list of percentages has one verb.
    const isListed = kind === 'percent' && isPercent && /^(?: and| or|,)+ $/.test(lead);
    if (explicit) spoken = 0;
    else if (!isListed) spoken = signIn(kind, lead, text.slice(end, end + 30));
    isPercent = kind === 'percent';
    const { size, half } = sizeOf(captured);
    const sign = explicit ? Number(`${explicit}1`) : spoken;
    found.push({ text: prose.slice(offset, end), offset, kind, sign, size, half } as const);
  }
  return found;
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
