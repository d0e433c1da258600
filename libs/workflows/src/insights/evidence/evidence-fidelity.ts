/** The fourth score of a report: its claims against what the tools of its run returned. */

import { formatCivilDate, requireCivilDate, weekdayOf, type CivilDate } from '#values';
import { metricIn } from '../report/metrics-table.js';
import { parseReport } from '../report/parse-report.js';
import type { Line } from '../report/report-lines.js';
import { scoreOf } from '../report/score-report.js';
import { datesIn } from '../report/written-dates.js';
import type { QuestionTrace } from '../../workflow/workflow.js';
import { linkerOf, visit, type LinkedNumber } from './link-numbers.js';
import { sentencesIn } from './sentences.js';

interface Asked {
  /** The date of the report, `YYYY-MM-DD`. */
  readonly date: string;
  readonly symbol: string;
  readonly calls: QuestionTrace['calls'];
}

/** A deduction or a cap; the same claim counts once. */
type Verdict = { readonly claim: string; readonly why: string } & (
  { readonly by: number } | { readonly to: number }
);

/**
 * −0.75 for each news id, and each quotation of four words or more under News & Catalysts, that the
 * run did not read; −1 for each filing with a wrong date or form; −0.5 for each filing from before
 * the Monday of the report's week if it reads as news: under News & Catalysts, or as new or of this
 * week; −0.25 for each number without a source, in all at most −2. At most 1 on leakage: a date
 * after the report that no news or filing holds; at most 2 on a major catalyst with a date or
 * filing that is nowhere in news and filings. Null where no result was recorded. Source:
 * HERCULEAN's report evaluation. Left to judges: claims without a number, date, id or quotation,
 * paraphrases that turn the meaning, and whether a number that has a source is put to the right
 * use. `numbers` are all of the prose; offsets are in the report as it was handed in, lines from 1.
 */
export function evidenceFidelity(markdown: string, asked: Asked) {
  const { calls } = asked;
  if (!calls.some(({ tool, result }) => tool !== 'submit_answer' && (result ?? null) !== null))
    return { score: null, reason: 'the run recorded no tool results' } as const;
  const { lines, sections } = parseReport(markdown);
  const below = lines.filter(({ number }) => number > (sections[0]?.line ?? 0));
  const prose = new Set(below.filter(isProse).map(({ number }) => number));
  const link = linkerOf(calls);
  const evidence = evidenceIn(calls);
  const numbers: (LinkedNumber & { readonly line: number })[] = [];
  const verdicts = new Map<string, Verdict & { readonly line: number }>();
  let start = 0;
  for (const [at, text] of markdown.split(/(\r\n|\r|\n)/).entries()) {
    const line = at / 2 + 1;
    const from = start;
    start += text.length;
    if (!prose.has(line)) continue;
    const isNews = sections.findLast((section) => section.line <= line)?.section === 3;
    for (const number of link(text))
      numbers.push({ ...number, offset: from + number.offset, line });
    for (const part of sentencesIn(text))
      for (const read of [ofNews, ofDates])
        for (const verdict of read(part, isNews, evidence, asked))
          verdicts.set(verdict.claim, { ...verdict, line });
  }
  const invented = numbers.filter(({ source }) => source === null).slice(0, 8);
  const more = invented.map(({ text, line }) => {
    return { by: 0.25, why: `no result holds ${text}`, line };
  });
  const all = [...verdicts.values()].map(({ claim: _, ...verdict }) => verdict);
  const deductions = all.filter((one) => 'by' in one);
  const [worst] = all.filter((one) => 'to' in one).sort((one, other) => one.to - other.to);
  return { ...scoreOf([...deductions, ...more], worst), numbers };
}

/** Excludes empty lines (code is emptied), headings, and rows of the metrics table. */
const isProse = ({ text }: Line): boolean =>
  text !== '' && !/^ {0,3}#/.test(text) && !metricIn(text);

/** Each four words in a row. */
function phrasesOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(3).map((word, at) => [...words.slice(at, at + 3), word].join(' '));
}

type Evidence = ReturnType<typeof evidenceIn>;
/** What tools that read news and filings showed: ids and phrases of news, filings, all dates. */
function evidenceIn(calls: Asked['calls']) {
  const valuesOf = (tools: RegExp): unknown[] =>
    calls.flatMap(({ tool, result }) =>
      tools.test(tool) ? [...visit(result)].map(({ value }) => value) : [],
    );
  const values = valuesOf(/news|filing/);
  const texts = values.filter((value) => typeof value === 'string');
  const news = valuesOf(/news/).filter((value) => typeof value === 'string');
  const rows = values.map((value) => Object(value) as Readonly<Record<string, unknown>>);
  return {
    news: new Set(rows.map(({ id }) => String(id))),
    filings: rows.filter((row) => row['document_type'] !== undefined),
    dates: new Set(texts.flatMap((text) => datesIn(text).map(({ date }) => date))),
    phrases: new Set(news.flatMap(phrasesOf)),
  };
}

const newsId =
  /(?:[[(](?:news|item)|\bid|\bnews(?: item)? (?:id|#))(?: id)?[ :#=]{0,3}((?=[\w-]{0,63}\d)[\w-]{1,64})/gi;

function ofNews(text: string, isNews: boolean, { news, phrases }: Evidence): Verdict[] {
  const unknown = [...text.matchAll(newsId)].filter(([, id = '']) => !news.has(id));
  const quoted = isNews ? [...text.matchAll(/["“]([^"“”]{12,400})["”]/g)] : [];
  const invented = quoted.filter(([claim]) => !phrasesOf(claim).every((one) => phrases.has(one)));
  return [
    ...unknown.map(([, id]) => [`news ${id}`, `the run read no news ${id}`] as const),
    ...invented.map(([claim]) => [claim, `no news says ${claim.slice(0, 80)}`] as const),
  ].map(([claim, why]) => ({ claim, by: 0.75, why }));
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
  const named = [...text.matchAll(form)].flatMap(({ index, 0: name }) => {
    const near = cited
      .map(({ on, from, to }) => ({ on, gap: Math.max(from - index - name.length, index - to) }))
      .filter(({ gap }) => gap <= 60)
      .sort((one, other) => one.gap - other.gap);
    return near.slice(0, 1).map(({ on }) => ({ on, name: name.toUpperCase() }));
  });
  const own = filings.filter(({ symbol: of }) => of === symbol || text.includes(String(of)));
  const known = own.map((filing) => `${String(filing['date'])} ${String(filing['document_type'])}`);
  const isMajor = major.test(text);
  const isTold = (isNews || asNews.test(text)) && !/\bno\b|\bnot\b|n['’]t\b/i.test(text);
  const ofFilings = named.flatMap(({ on, name }): Verdict[] => {
    const claim = `${on} ${name}`;
    const isKnown = known.includes(claim);
    const isMistaken = known.some((one) => one.startsWith(on) || one.endsWith(name));
    if (isKnown && isTold && on < mondayOf(date))
      return [{ claim, by: 0.5, why: `the ${name} of ${on} is from before the week` }];
    if (isKnown || on > date) return [];
    const lost = isMajor && !isMistaken ? { to: 2 } : { by: 1 };
    return [{ claim, ...lost, why: `the run read no ${name} of ${on}` }];
  });
  const absent = cited.filter(({ on }) => !dates.has(on)).map(({ on }) => on);
  const later = absent.find((on) => on > date);
  const invented = isMajor && named.length === 0 ? absent.find((on) => on < date) : undefined;
  const why = `no news or filing of the run has ${invented}`;
  return [
    ...(later ? [{ claim: later, to: 1, why: `${later} is after the report` }] : []),
    ...ofFilings,
    ...(invented ? [{ claim: invented, to: 2, why }] : []),
  ];
}

/** The Monday of a date's ISO week. */
function mondayOf(date: string): string {
  const day = requireCivilDate(date, 'date');
  return formatCivilDate((day - ((weekdayOf(day) + 6) % 7)) as CivilDate);
}
