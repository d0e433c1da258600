/**
 * A rule that answers as a perfect reader of the question and of the tools' texts would: company,
 * series and value, each looked up once. It knows only what the tools return, so it shows what each
 * of their switches is worth.
 */

import { z } from 'zod';
import { formatCivilDate, yearMonthDay, type CivilDate } from '#values';
import type { ToolRule } from '#agents/seat/work';
import { bareLabel, labelOf, monthsOf } from './store/fiscal-period.js';

const text = z.string();
const companies = z.array(z.object({ company_id: text, fiscal_year_end: text.optional() }));
const seriesRows = z.array(z.object({ id: text }));
const valueRows = z.array(z.object({ value: z.number(), context: text }));

export const retriever: ToolRule = ({ call }) => {
  const { instruction } = z.object({ instruction: text }).parse(call('get_task', {}));
  call('submit_answer', { answer: answerTo(instruction, call) });
};

/** Characters; no template is as long, and its patterns are not linear. */
const questionMax = 4000;

function answerTo(question: string, call: Parameters<ToolRule>[0]['call']): string {
  const asked = question.length > questionMax ? undefined : partsOf(question);
  if (asked === undefined) return 'I cannot read the question.';
  const { keywords, ticker, period } = asked;
  const [company] = companies.parse(call('discover_companies', { keywords: [ticker] }));
  if (company === undefined) return 'There is no such company.';
  const { company_id, fiscal_year_end } = company;
  const [series] = seriesRows.parse(call('discover_company_series', { company_id, keywords }));
  if (series === undefined) return 'There is no such series.';
  const periods = storedLabels(period.labelBy(fiscal_year_end));
  const values = { company_id, periods, series_ids: [series.id] };
  const rows = valueRows.parse(call('get_company_fundamentals', values));
  const row = rows.findLast(({ context }) => period.pattern?.test(context)) ?? rows[0];
  return row === undefined ? `There is no value for ${periods.join(' or ')}.` : valueWords(row);
}

/** Parses the templates of questions. */
function partsOf(question: string) {
  const [, name, top] = /"([^"]+)" \(([^)]+)\)/.exec(question) ?? [];
  const [, full, ticker = full] =
    /(?:\) of|What did) (.+?)(?: \(([^)]+)\))? (?:report as|in|at|as|for)\b/.exec(question) ?? [];
  const period = periodIn(question);
  return name && ticker && period ? { keywords: [`${top} ${name}`], ticker, period } : undefined;
}

/** Six months are stored under their last quarter, or as a half. */
function storedLabels(label: string): string[] {
  const half = label.endsWith('Q2YTD') ? [label.replace('Q2YTD', 'H1')] : [];
  return [bareLabel(label), ...half];
}

function valueWords({ value, context }: z.infer<typeof valueRows>[number]): string {
  const unit = /unit: ([^;]+)/.exec(context)?.[1] ?? 'ratio';
  return unit === 'ratio' ? `${value}` : `${value} ${unit}`;
}

const day = '(\\w+ \\d{1,2}, \\d{4})';
const days = new RegExp(`(?:from ${day} to|as of) ${day}`);
const spans =
  'first quarter|second quarter|third quarter|fourth quarter|first half|second half|first six ' +
  'months|first nine months';
const labels = 'Q1 Q2 Q3 Q4 H1 H2 Q2YTD Q3YTD'.split(' ');
const fiscal = new RegExp(`(?:(${spans}) of )?fiscal (\\d{4})`, 'g');

/**
 * `labelBy` gives the label to ask for, by the company's fiscal year as the tools give it.
 * `pattern` matches the context of the value that is meant; null means the first value. Of two
 * fiscal periods the last counts: guidance is stored under the one that it was announced with.
 */
function periodIn(question: string) {
  const [, from, to] = days.exec(question) ?? [];
  if (to !== undefined) {
    const start = from === undefined ? null : dayOf(from);
    const end = dayOf(to);
    const labelBy = (fiscalYearEnd?: string) => labelOfDays(start, end, fiscalYearEnd);
    return { labelBy, pattern: new RegExp(`days: (\\S+ to )?${formatCivilDate(end)}`) };
  }
  const [, span = '', year] = [...question.matchAll(fiscal)].at(-1) ?? [];
  if (year === undefined) return undefined;
  const label = `${year}${labels[spans.split('|').indexOf(span)] ?? 'FY'}`;
  const pattern = question.includes('as last announced') ? new RegExp(`about: ${label};`) : null;
  return { labelBy: () => label, pattern };
}

/** `fiscalYearEnd` as in the rows of the tools; without one the calendar year is assumed. */
function labelOfDays(start: CivilDate | null, end: CivilDate, fiscalYearEnd = 'December'): string {
  const [month = '', starts] = fiscalYearEnd.split('; 2022FY starts in ');
  const fiscalYearEndMonth = yearMonthDay(dayOf(`${month} 1, 2022`)).month;
  const yearLabel = starts?.startsWith('2022') ? 'start' : 'end';
  const { first, last } = monthsOf(start, end);
  const part = last - first === 11 ? 'FY' : `Q${Math.floor((last % 12) / 3) + 1}`;
  const label = labelOf({ fiscalYearEndMonth, yearLabel }, start, end);
  return label ?? `${Math.floor(last / 12)}${part}`;
}

const dayOf = (words: string): CivilDate => Date.parse(`${words} UTC`) / 86_400_000;
