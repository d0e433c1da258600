/** The fourth score of a report: what it says against what the tools of its run returned. */

import { formatCivilDate, requireCivilDate, weekdayOf, type CivilDate } from '#values';
import { metricIn } from '../report/metrics-table.js';
import { parseReport, type ParsedReport } from '../report/parse-report.js';
import { scoreOf, type Deduction, type ReportScore } from '../report/score-report.js';
import { datesIn, type WrittenDate } from '../report/written-dates.js';
import type { QuestionTrace } from '../../workflow.js';
import { linkNumbers, type LinkedNumber } from './link-numbers.js';
import { visit } from './visit.js';

export type EvidenceScore =
  | { readonly score: null; readonly reason: string }
  | (ReportScore & {
      /** All numbers of the prose; offsets are in the report as it was handed in, lines from 1. */
      readonly numbers: readonly (LinkedNumber & { readonly line: number })[];
    });

interface Asked {
  /** Of the report, `YYYY-MM-DD`. */
  readonly date: string;
  readonly symbol: string;
  readonly calls: QuestionTrace['calls'];
}

/** From the results of the tools that read news and filings. */
interface Evidence {
  /** Dates by id. */
  readonly news: ReadonlyMap<string, string>;
  /** By symbol, as `2025-10-30 10-Q`. */
  readonly filings: ReadonlyMap<string, ReadonlySet<string>>;
  /** All that are written out, in rows and in texts. */
  readonly dates: ReadonlySet<string>;
  /** Each four words in a row of news. */
  readonly phrases: ReadonlySet<string>;
}

interface Claim {
  readonly text: string;
  readonly line: number;
  /** Whether it stands under News & Catalysts. */
  readonly isNews: boolean;
}

/** By what it is about, so that the same claim counts once. */
type Verdicts = Map<
  string,
  { readonly why: string; readonly line: number; readonly by?: number; readonly cap?: number }
>;

/**
 * −0.75 for each news id, and each quotation of four words or more under News & Catalysts, that no news of the run
 * holds; −1 for each filing with a wrong date or form; −0.5 for each filing from before the Monday of the report's week
 * that is told as news: under News & Catalysts, or as new or of this week; −0.25 for each number without a source, −2 at
 * most. At most 1 on leakage: a date, filing or news item after the report that no result holds; at most 2 on a major
 * catalyst with a date or filing that is nowhere in news and filings. Null where no result was recorded. Source:
 * HERCULEAN's report evaluation. Left to judges: claims without a number, date, id or quotation, paraphrases that
 * turn the meaning, and whether a linked number is put to the right use.
 */
export function evidenceFidelity(markdown: string, { date, symbol, calls }: Asked): EvidenceScore {
  const isResult = ({ tool, result }: Asked['calls'][number]): boolean =>
    tool !== 'submit_answer' && (result ?? null) !== null;
  if (!calls.some(isResult)) return { score: null, reason: 'the run recorded no tool results' };
  const report = parseReport(markdown);
  const prose = proseOf(markdown, report);
  const verdicts: Verdicts = new Map();
  const evidence = evidenceIn(calls);
  for (const claim of claimsIn(prose, report)) {
    judgeNews(claim, evidence, { date, verdicts });
    judgeDates(claim, evidence, { date, symbol, verdicts });
  }
  const numbers = withLines(linkNumbers(prose, calls), prose);
  const invented = numbers.filter(({ source }) => source === null).slice(0, 8);
  const all = [...verdicts.values()];
  const deductions: Deduction[] = [
    ...all.flatMap(({ by, why, line }) => (by === undefined ? [] : [{ by, why, line }])),
    ...invented.map(({ text, line }) => ({ by: 0.25, why: `no result holds ${text}`, line })),
  ];
  const [worst] = all
    .flatMap(({ cap, why, line }) => (cap === undefined ? [] : [{ to: cap, why, line }]))
    .sort((one, other) => one.to - other.to);
  return { ...scoreOf(deductions, worst), numbers };
}

/** The text with spaces over what stands above the first section, headings, code, and rows of the metrics table. */
function proseOf(markdown: string, { lines, sections }: ParsedReport): string {
  const first = Math.min(...sections.map(({ line }) => line));
  const isProse = ({ text, number }: ParsedReport['lines'][number]): boolean =>
    text !== '' &&
    (number > first || sections.length === 0) &&
    !/^ {0,3}#/.test(text) &&
    !metricIn(text);
  const kept = new Set(lines.filter(isProse).map(({ number }) => number));
  const pieces = markdown.split(/(\r\n|\r|\n)/);
  return pieces
    .map((text, at) => (at % 2 === 1 || kept.has(at / 2 + 1) ? text : ' '.repeat(text.length)))
    .join('');
}

/** Sentences, of 2,000 characters at most. */
function claimsIn(prose: string, { sections }: ParsedReport): Claim[] {
  return prose.split(/\r\n|\r|\n/).flatMap((text, at) => {
    const line = at + 1;
    const isNews = sections.findLast((section) => section.line <= line)?.section === 3;
    const sentences = text.split(/(?<=[.!?]) (?=[A-Z*"“[])/);
    return sentences
      .flatMap((one) => one.match(/.{1,2000}/g) ?? [])
      .map((one) => ({ ...{ text: one, line, isNews } }));
  });
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
function phrasesOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(3).map((word, at) => `${words[at]} ${words[at + 1]} ${words[at + 2]} ${word}`);
}

function evidenceIn(calls: Asked['calls']): Evidence {
  const news = new Map<string, string>();
  const filings = new Map<string, Set<string>>();
  const [dates, phrases] = [new Set<string>(), new Set<string>()];
  for (const { tool, result } of calls.filter((call) => /news|filing/.test(call.tool))) {
    for (const { value } of visit(result)) {
      if (typeof value === 'string') {
        for (const { date } of datesIn(value)) if (date !== null) dates.add(date);
        if (tool.includes('news')) for (const phrase of phrasesOf(value)) phrases.add(phrase);
      } else if (typeof value === 'object' && value !== null) {
        const row = value as Readonly<Record<string, unknown>>;
        if (row['id'] !== undefined) news.set(String(row['id']), String(row['date']));
        if (row['document_type'] === undefined) continue;
        const own = filings.get(String(row['symbol'])) ?? new Set();
        filings.set(String(row['symbol']), own.add(`${row['date']} ${row['document_type']}`));
      }
    }
  }
  return { news, filings, dates, phrases };
}

const newsId =
  /(?:[[(](?:news|item)|\bid|\bnews(?: item)? (?:id|#))(?: id)?[ :#=]{0,3}((?=[\w-]{0,63}\d)[\w-]{1,64})/gi;
const quotation = /["“]([^"“”]{12,400})["”]/g;

function judgeNews(
  { text, line, isNews }: Claim,
  { news, phrases }: Evidence,
  { date, verdicts }: { readonly date: string; readonly verdicts: Verdicts },
): void {
  for (const [, id = ''] of text.matchAll(newsId)) {
    const known = news.get(id);
    if (known === undefined)
      verdicts.set(`news ${id}`, { by: 0.75, why: `no news of the run has the id ${id}`, line });
    else if (known > date)
      verdicts.set(`news ${id}`, { cap: 1, why: `news ${id} is of ${known}`, line });
  }
  for (const [, quoted = ''] of isNews ? text.matchAll(quotation) : [])
    if (!phrasesOf(quoted).every((phrase) => phrases.has(phrase)))
      verdicts.set(quoted, {
        by: 0.75,
        why: `no news of the run says “${quoted.slice(0, 80)}”`,
        line,
      });
}

const form = /\b(10-[KQ]|8-K|20-F|6-K)\b/gi;
const major =
  /\b(?:earnings|merger|acqui(?:res?|red|sition)|takeover|buyout|guidance|FDA|recall|bankruptcy|buyback|stock split)\b/i;
const asNews =
  /\b(?:this week|today|yesterday|just (?:filed|released|published)|newly filed|(?:new|fresh) (?:form )?(?:10-|8-|20-|6-|filing))/i;
/** Before a date that a period ends on. */
const ofPeriod = /\b(?:end(?:ed|ing|s)?|through|as of|until|since)(?: on)? ?$/i;

function judgeDates(
  { text, line, isNews }: Claim,
  { filings, dates }: Evidence,
  { date, symbol, verdicts }: Omit<Asked, 'calls'> & { readonly verdicts: Verdicts },
): void {
  const cited = datesIn(text).filter(
    ({ date: on, from }) => on !== null && !ofPeriod.test(text.slice(Math.max(0, from - 20), from)),
  );
  const later = cited.find(({ date: on }) => on! > date && !dates.has(on!))?.date;
  if (later) verdicts.set(later, { cap: 1, why: `${later} is after the report`, line });
  const isMajor = major.test(text);
  const filed = filingsIn(text, cited);
  const own = [...filings].filter(([of]) => of === symbol || text.includes(of));
  const known = filed.length === 0 ? [] : own.flatMap(([, of]) => [...of]);
  for (const filing of filed) {
    const [on = '', name = ''] = filing.split(' ');
    if (known.includes(filing)) {
      const why = `${filing} is from before the week of the report`;
      const isTold = (isNews || asNews.test(text)) && !/\bno\b|\bnot\b|n['’]t\b/i.test(text);
      if (on > date) verdicts.set(filing, { cap: 1, why: `${filing} is after the report`, line });
      else if (isTold && on < mondayOf(date)) verdicts.set(filing, { by: 0.5, why, line });
    } else if (on <= date) {
      const isMistaken = known.some((one) => one.startsWith(on) || one.endsWith(name));
      const why = `no result of the run has a ${name} of ${on}`;
      verdicts.set(filing, { ...(isMajor && !isMistaken ? { cap: 2 } : { by: 1 }), why, line });
    }
  }
  const invented = cited.find(({ date: on }) => on! < date && !dates.has(on!))?.date;
  if (isMajor && filed.length === 0 && invented)
    verdicts.set(invented, { cap: 2, why: `no news or filing of the run has ${invented}`, line });
}

/** Forms with the nearest date within 60 characters, as `2025-10-30 10-Q`. */
function filingsIn(text: string, cited: readonly WrittenDate[]): string[] {
  return [...text.matchAll(form)].flatMap(({ index, 0: name }) => {
    const gapTo = ({ from, to }: WrittenDate) => Math.max(from - index - name.length, index - to);
    const near = cited.filter((one) => gapTo(one) <= 60).sort((a, b) => gapTo(a) - gapTo(b))[0];
    return near === undefined ? [] : [`${near.date} ${name.toUpperCase()}`];
  });
}

/** Of the ISO week of a date. */
function mondayOf(date: string): string {
  const day = requireCivilDate(date, 'date');
  return formatCivilDate((day - ((weekdayOf(day) + 6) % 7)) as CivilDate);
}

function withLines(numbers: readonly LinkedNumber[], prose: string) {
  const ends = [...prose.matchAll(/\r\n|\r|\n/g)].map(({ index }) => index);
  let line = 1;
  return numbers.map((number) => {
    while ((ends[line - 1] ?? Infinity) < number.offset) line++;
    return { ...number, line };
  });
}
