/** Amounts of a text in their context: which period each is of, and whether words turn its sign. */

import { negated } from './decimal.js';
import { mentionsIn, type Mention } from './mentions.js';
import { periodsIn, type Found, type Period } from './periods.js';

/** `elsewhere`: of another time than is spoken of, as `from $4 billion` or `a year earlier`. */
export type Placed = Mention & {
  readonly period: Period | 'elsewhere' | null;
  /** How much something rose or fell, which may be beside what it came to. */
  readonly isChange: boolean;
};

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]{0,6}';
const labels =
  String.raw`page|p\.|pp\.|note|item|section|table|figure|exhibit|part|step|source|footnote|` +
  'rule|asc|ifrs|ias|cik|s&p|top';
/** Numbers that are no amounts. Each is linear in the text. */
const noise: readonly RegExp[] = [
  new RegExp(String.raw`\b${months}\.? \d{1,2}(?:st|nd|rd|th)?(?:, ?(?:19|20)\d\d)?\b`, 'gi'),
  new RegExp(String.raw`\b\d{1,2}(?:st|nd|rd|th)? ${months}\.?(?:,? (?:19|20)\d\d)?\b`, 'gi'),
  new RegExp(String.raw`\b${months} (?:19|20)\d\d\b`, 'gi'),
  /\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/g,
  /\b\d{10}-\d\d-\d{6}\b/g,
  /\b(?:form )?(?:10-[KQ]|8-K|20-F|6-K|40-F)(?:\/A)?\b/gi,
  new RegExp(String.raw`\b(?:${labels}) ?#?\d+(?:\.\d+)?\b`, 'gi'),
  /^[ \t]*(?:[-*•] )?\d{1,2}[.)] /gm,
  /\[\d{1,3}\]|#\d+/g,
  /\b\d{1,2}:\d\d\b/g,
  /\b\d{1,3}[- ](?:month|week|day|year|quarter)s?\b/gi,
  /\b\d+(?:st|nd|rd|th)\b/gi,
];
const amountWords = '(?:k|thousand|million|billion|trillion|mn|bn|shares|units|usd|eur|dollars)';
const bareYear = new RegExp(
  String.raw`(?<![\d$€£¥₹.,-])\b((?:19|20)\d\d)\b(?![\d.,]*\d|%| ?${amountWords}\b)`,
  'gi',
);

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** All amounts of a text that was made plain. */
export function amountsIn(text: string): Placed[] {
  const dated = noise.reduce((rest, pattern) => rest.replace(pattern, blank), text);
  const named = periodsIn(dated);
  let rest = masked(dated, named);
  const years = [...rest.matchAll(bareYear)].map(({ 0: year, index }): Found<Period> => {
    const value = { year: Number(year), part: null };
    return { from: index, to: index + year.length, value };
  });
  rest = masked(rest, years);
  const periods = [...named, ...years].sort((one, other) => one.from - other.from);
  const columns = columnsOf(text, periods);
  return mentionsIn(rest).map((mention) => {
    const sentence = sentenceAround(rest, mention);
    const lead = rest.slice(sentence.from, mention.from);
    const period = columns(mention) ?? periodOf(mention, { text, rest, periods, sentence });
    const turned = !mention.isNegative && isTurned(lead, rest.slice(mention.to, sentence.to));
    const isChange = changes.test(lead.slice(-40));
    return {
      ...mention,
      period,
      isChange,
      ...(turned && { value: negated(mention.value), isNegative: true }),
    };
  });
}

function masked(text: string, found: readonly Found<unknown>[]): string {
  let [masks, end] = ['', 0];
  for (const { from, to } of found) {
    masks += text.slice(end, from) + blank(text.slice(from, to));
    end = to;
  }
  return masks + text.slice(end);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How far around an amount its sentence is looked for. */
const sentenceChars = 400;

function sentenceAround(text: string, { from, to }: Stretch): Stretch {
  const start = Math.max(0, from - sentenceChars);
  const before = text.slice(start, from);
  const begins = Math.max(
    before.lastIndexOf('\n'),
    before.lastIndexOf('. '),
    before.lastIndexOf('; '),
    before.lastIndexOf('? '),
  );
  const ends = /[.;!?](?=\s|$)|\n/.exec(text.slice(to, to + sentenceChars));
  return { from: start + begins + 1, to: ends === null ? to + sentenceChars : to + ends.index };
}

/** At most three words between an amount and what joins it to its period. */
const threeWords = '(?:(?!and|or|but|while|versus|from)[a-z-]+ ){0,3}';
const joining = '(?:in|for|during|of|as of|at the end of|reported for|at)';
const joins = new RegExp(
  String.raw`^ ?${threeWords}[([]? ?${joining}? ?(?:the |fiscal |calendar )*$`,
  'i',
);
const hasJoin = /[([]|\b(?:in|for|during|of|at)\b/i;
const before = '(?:prior|previous|preceding|year-ago|last)';
const elsewhereBehind = new RegExp(
  String.raw`^[ ,]*\(?(?:in|for)? ?(?:the )?(?:a year (?:ago|earlier|before)|` +
    String.raw`${before}[- ](?:year|quarter|period|fiscal)|same (?:period|quarter) )`,
  'i',
);
const roughly = '(?:about |approximately |around |roughly )?';
const elsewhereBefore = new RegExp(
  String.raw`(?:compared (?:to|with)|versus|vs\.?|\bfrom|against|` +
    String.raw`${before}[- ](?:year|quarter|period)(?:'s)?(?: of| was| figure of)?)[ (]*${roughly}$`,
  'i',
);

function periodOf(
  mention: Mention,
  {
    text,
    rest,
    periods,
    sentence,
  }: {
    readonly text: string;
    readonly rest: string;
    readonly periods: readonly Found<Period>[];
    readonly sentence: Stretch;
  },
): Placed['period'] {
  const next = periods.find(({ from }) => from >= mention.to && from < sentence.to);
  if (next !== undefined) {
    const between = text.slice(mention.to, next.from);
    if (between.length < 60 && hasJoin.test(between) && joins.test(between)) return next.value;
  }
  if (elsewhereBehind.test(rest.slice(mention.to, mention.to + 60))) return 'elsewhere';
  if (elsewhereBefore.test(rest.slice(Math.max(sentence.from, mention.from - 60), mention.from))) {
    return 'elsewhere';
  }
  return (
    periods.findLast(({ from, to }) => to <= mention.from && from >= sentence.from)?.value ?? null
  );
}

/** Periods at the heads of columns of a table with bars, for the amounts below them. */
function columnsOf(
  text: string,
  periods: readonly Found<Period>[],
): (mention: Mention) => Period | undefined {
  const heads = new Map<number, Period>();
  let [row, wasTable] = [0, false];
  const below: { from: number; to: number; column: number; heads: Map<number, Period> }[] = [];
  let current = heads;
  for (const line of text.split('\n')) {
    const isTable = line.trimStart().startsWith('|');
    if (isTable && !wasTable) current = new Map();
    if (isTable) {
      let [cell, column] = [row, 0];
      for (const content of line.split('|')) {
        const to = cell + content.length;
        const head = periods.find((period) => period.from >= cell && period.to <= to);
        if (head !== undefined && column > 1 && !current.has(column))
          current.set(column, head.value);
        else below.push({ from: cell, to, column, heads: current });
        cell = to + 1;
        column++;
      }
    }
    wasTable = isTable;
    row += line.length + 1;
  }
  return ({ from, to }) => {
    const cell = below.find((one) => from >= one.from && to <= one.to);
    return cell?.heads.get(cell.column);
  };
}

const moves = '(?:increas|decreas|rose|ris|fell|fall|grew|grow|declin|drop|up|down)[a-z]{0,4}';
const changes = new RegExp(String.raw`\b${moves} (?:by )?${roughly}$`, 'i');
const falls = new RegExp(
  String.raw`\b(?:loss(?:es)?|decreas(?:e|ed|ing)|declin(?:e|ed|ing)|fell|drop(?:ped)?|down|negative|` +
    String.raw`minus|outflows?|deficit|reduc(?:ed|tion)|shrank|contract(?:ed|ion)|used (?:in|for))\b`,
  'gi',
);
const rises = /\b(?:gain|increas(?:e|ed)|profit|rose|grew|growth|inflows?|up|positive)\b/gi;
const isLevel = new RegExp(String.raw`\b(?:to|from|at|than)[ $(]*${roughly}$`, 'i');
const fallsBehind = new RegExp(
  '^[ ]*(?:in )?(?:net |operating |pre-tax )?' +
    String.raw`(?:loss(?:es)?|decrease|decline|drop|reduction|outflow|deficit|lower)\b`,
  'i',
);

/** Whether words around a magnitude say that it is negative. */
function isTurned(lead: string, behind: string): boolean {
  if (fallsBehind.test(behind)) return true;
  const near = lead.slice(-70);
  if (isLevel.test(near)) return false;
  const [fall, rise] = [falls, rises].map((words) => [...near.matchAll(words)].at(-1)?.index ?? -1);
  // A number in between has the word to itself.
  return fall! > rise! && !/\d/.test(near.slice(fall));
}
