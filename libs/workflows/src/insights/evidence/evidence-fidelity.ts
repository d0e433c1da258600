/** The fourth score of a report: what it says against what the tools of its run returned. */

import { formatCivilDate, requireCivilDate, weekdayOf, type CivilDate } from '#values';
import { metricIn } from '../report/metrics-table.js';
import { parseReport } from '../report/parse-report.js';
import type { Line } from '../report/report-lines.js';
import { scoreOf, type ReportScore } from '../report/score-report.js';
import { datesIn } from '../report/written-dates.js';
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

/** A deduction or a cap; the same claim counts once. */
interface Verdict {
  readonly claim: string;
  readonly why: string;
  readonly by?: number;
  readonly to?: number;
}

const newline = /\r\n|\r|\n/;

/**
 * −0.75 for each news id, and each quotation of four words or more under News & Catalysts, that the run did not read;
 * −1 for each filing with a wrong date or form; −0.5 for each filing from before the Monday of the report's week if it
 * is told as news: under News & Catalysts, or as new or of this week; −0.25 for each number without a source, in all at
 * most −2. At most 1 on leakage: a date after the report that no result holds, or a filing or news item of such a date;
 * at most 2 on a major catalyst with a date or filing that is nowhere in news and filings. Null where no result was
 * recorded. Source: HERCULEAN's report evaluation. Left to judges: claims without a number, date, id or quotation,
 * paraphrases that turn the meaning, and whether a number that has a source is put to the right use.
 */
export function evidenceFidelity(markdown: string, asked: Asked): EvidenceScore {
  const { calls } = asked;
  if (!calls.some(({ tool, result }) => tool !== 'submit_answer' && (result ?? null) !== null))
    return { score: null, reason: 'the run recorded no tool results' };
  const { lines, sections } = parseReport(markdown);
  const prose = proseOf(markdown, lines, sections[0]?.line ?? 0);
  const evidence = evidenceIn(calls);
  const verdicts = new Map<string, Verdict & { readonly line: number }>();
  let isNews = false;
  for (const [at, text] of prose.split(newline).entries()) {
    const line = at + 1;
    const started = sections.find((section) => section.line === line);
    if (started) isNews = started.section === 3;
    // A sentence of more than 2,000 characters is read in pieces.
    for (const part of text.match(/.{1,2000}?(?:[.!?] (?=[A-Z*"“[])|$)|.{2000}/g) ?? [])
      for (const verdict of [
        ...ofNews(part, isNews, evidence, asked),
        ...ofDates(part, isNews, evidence, asked),
      ])
        verdicts.set(verdict.claim, { ...verdict, line });
  }
  const numbers = withLines(linkNumbers(prose, calls), prose);
  const invented = numbers.filter(({ source }) => source === null).slice(0, 8);
  const all = [...verdicts.values()];
  const deductions = all.flatMap(({ by, why, line }) =>
    by === undefined ? [] : [{ by, why, line }],
  );
  const more = invented.map(({ text, line }) => ({
    by: 0.25,
    why: `no result holds ${text}`,
    line,
  }));
  const caps = all.flatMap(({ to, why, line }) => (to === undefined ? [] : [{ to, why, line }]));
  const [worst] = caps.sort((one, other) => one.to - other.to);
  return { ...scoreOf([...deductions, ...more], worst), numbers };
}

/** The text with spaces over what stands above the first section, headings, code, and rows of the metrics table. */
function proseOf(markdown: string, lines: readonly Line[], first: number): string {
  const own = lines.filter(({ text, number }) => {
    return number > first && text !== '' && !/^ {0,3}#/.test(text) && !metricIn(text);
  });
  const kept = new Set(own.map(({ number }) => number));
  const pieces = markdown.split(/(\r\n|\r|\n)/);
  return pieces
    .map((text, at) => (at % 2 === 1 || kept.has(at / 2 + 1) ? text : ' '.repeat(text.length)))
    .join('');
}

function withLines(numbers: readonly LinkedNumber[], prose: string) {
  let [line, from] = [1, 0];
  return numbers.map((number) => {
    line += prose.slice(from, number.offset).split(newline).length - 1;
    from = number.offset;
    return { ...number, line };
  });
}

/** Each four words in a row. */
function phrasesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(3).map((word, at) => [...words.slice(at, at + 3), word].join(' '));
}

type Evidence = ReturnType<typeof evidenceIn>;
/** Of the tools that read news and filings: dates of news by id, phrases of news, filings by symbol, all dates. */
function evidenceIn(calls: Asked['calls']) {
  const [news, filings] = [new Map<string, string>(), new Map<string, Set<string>>()];
  const [dates, phrases] = [new Set<string>(), new Set<string>()];
  for (const { tool, result } of calls.filter((call) => /news|filing/.test(call.tool))) {
    for (const { value } of visit(result)) {
      if (typeof value === 'string') {
        for (const { date } of datesIn(value)) if (date !== null) dates.add(date);
        if (tool.includes('news')) for (const phrase of phrasesOf(value)) phrases.add(phrase);
      }
      const row = Object(value) as Readonly<Record<string, unknown>>;
      const { id, date, document_type: name } = row;
      const symbol = String(row['symbol']);
      if (id !== undefined) news.set(String(id), String(date));
      if (name !== undefined)
        filings.set(
          symbol,
          (filings.get(symbol) ?? new Set()).add(`${String(date)} ${String(name)}`),
        );
    }
  }
  return { news, filings, dates, phrases };
}

const newsId =
  /(?:[[(](?:news|item)|\bid|\bnews(?: item)? (?:id|#))(?: id)?[ :#=]{0,3}((?=[\w-]{0,63}\d)[\w-]{1,64})/gi;

function ofNews(
  text: string,
  isNews: boolean,
  { news, phrases }: Evidence,
  { date }: Asked,
): Verdict[] {
  const ids = [...text.matchAll(newsId)].flatMap(([, id = '']): Verdict[] => {
    const [claim, known] = [`news ${id}`, news.get(id)];
    if (known === undefined) return [{ claim, by: 0.75, why: `the run read no ${claim}` }];
    return known > date ? [{ claim, to: 1, why: `${claim} is of ${known}` }] : [];
  });
  const quoted = isNews ? [...text.matchAll(/["“]([^"“”]{12,400})["”]/g)] : [];
  const invented = quoted.filter(([claim]) => !phrasesOf(claim).every((one) => phrases.has(one)));
  return [
    ...ids,
    ...invented.map(([claim]) => ({ claim, by: 0.75, why: `no news says ${claim.slice(0, 80)}` })),
  ];
}

const form = /\b(?:10-[KQ]|8-K|20-F|6-K)\b/gi;
const major =
  /\b(?:earnings|merger|acqui(?:res?|red|sition)|takeover|buyout|guidance|FDA|recall|bankruptcy|buyback)\b/i;
const asNews =
  /\b(?:this week|today|yesterday|just (?:filed|released)|newly filed|(?:new|fresh) (?:form )?(?:\d+-|filing))/i;
/** Before a date that a period ends on. */
const ofPeriod = /\b(?:end(?:ed|ing|s)?|through|as of|until|since)(?: on)? ?$/i;

function ofDates(
  text: string,
  isNews: boolean,
  { filings, dates }: Evidence,
  { date, symbol }: Asked,
): Verdict[] {
  const cited = datesIn(text).flatMap(({ date: on, from, to }) =>
    on === null || ofPeriod.test(text.slice(Math.max(0, from - 20), from))
      ? []
      : [{ on, from, to }],
  );
  const verdicts: Verdict[] = [];
  const absent = cited.filter(({ on }) => !dates.has(on));
  for (const { on } of absent.filter((one) => one.on > date).slice(0, 1))
    verdicts.push({ claim: on, to: 1, why: `${on} is after the report` });
  const named = [...text.matchAll(form)].flatMap(({ index, 0: name }) => {
    const gapTo = ({ from, to }: (typeof cited)[number]) =>
      Math.max(from - index - name.length, index - to);
    const [near] = cited
      .filter((one) => gapTo(one) <= 60)
      .sort((one, other) => gapTo(one) - gapTo(other));
    return near === undefined ? [] : [{ on: near.on, name: name.toUpperCase() }];
  });
  const own = [...filings].filter(([of]) => of === symbol || text.includes(of));
  const known = named.length === 0 ? [] : own.flatMap(([, of]) => [...of]);
  const isMajor = major.test(text);
  const isTold = (isNews || asNews.test(text)) && !/\bno\b|\bnot\b|n['’]t\b/i.test(text);
  for (const { on, name } of named) {
    const claim = `${on} ${name}`;
    const isKnown = known.includes(claim);
    const isMistaken = known.some((one) => one.startsWith(on) || one.endsWith(name));
    if (isKnown && on > date)
      verdicts.push({ claim, to: 1, why: `the ${name} of ${on} is after the report` });
    else if (isKnown && isTold && on < mondayOf(date))
      verdicts.push({ claim, by: 0.5, why: `the ${name} of ${on} is from before the week` });
    else if (!isKnown && on <= date)
      verdicts.push({
        claim,
        ...(isMajor && !isMistaken ? { to: 2 } : { by: 1 }),
        why: `the run read no ${name} of ${on}`,
      });
  }
  const [first] = isMajor && named.length === 0 ? absent.filter(({ on }) => on < date) : [];
  if (first)
    verdicts.push({ claim: first.on, to: 2, why: `no news or filing of the run has ${first.on}` });
  return verdicts;
}

/** Of the ISO week of a date. */
function mondayOf(date: string): string {
  const day = requireCivilDate(date, 'date');
  return formatCivilDate((day - ((weekdayOf(day) + 6) % 7)) as CivilDate);
}
