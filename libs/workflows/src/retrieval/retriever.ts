/**
 * A rule that answers what a perfect reader of the question and of the tools' texts would: company, series and value,
 * each looked up once. It knows nothing that the tools do not say, so that it shows what a switch of theirs is worth.
 */

import { z } from 'zod';
import { parseCivilDate, type CivilDate } from '#values';
import type { ToolRule } from '#agents/work';
import {
  bareLabel,
  labelOf,
  monthCount,
  monthsOf,
  type FiscalYear,
} from './store/fiscal-period.js';

interface Days {
  /** Null where one day is meant. */
  readonly start: CivilDate | null;
  readonly end: CivilDate;
}

/** A fiscal label as the question says it, days, or what the newest guidance is about. */
type Period = string | Days | { readonly about: string };

interface Asked {
  readonly company: string;
  /** The name of the series, its first level in front. */
  readonly series: string;
  readonly period: Period;
}

const companies = z.array(
  z.object({ company_id: z.string(), fiscal_year_end: z.string().optional() }),
);
const seriesRows = z.array(z.object({ id: z.string(), full_series_name: z.string() }));
const valueRows = z.array(z.object({ value: z.number(), context: z.string() }));

export const retriever: ToolRule = ({ call }) => {
  const { instruction } = z.object({ instruction: z.string() }).parse(call('get_task', {}));
  call('submit_answer', { answer: answerTo(instruction, call) });
};

function answerTo(question: string, call: Parameters<ToolRule>[0]['call']): string {
  const asked = readQuestion(question);
  if (asked === undefined) return 'I cannot read the question.';
  const [company] = companies.parse(call('discover_companies', { keywords: [asked.company] }));
  if (company === undefined) return 'There is no such company.';
  const { company_id, fiscal_year_end } = company;
  const keywords = [asked.series];
  const [series] = seriesRows.parse(call('discover_company_series', { company_id, keywords }));
  if (series === undefined) return 'There is no such series.';
  const periods = labelsFor(asked.period, fiscal_year_end);
  const values = { company_id, periods, series_ids: [series.id] };
  const rows = valueRows.parse(call('get_company_fundamentals', values));
  const row = rows.findLast(({ context }) => isMeant(context, asked.period)) ?? rows[0];
  if (row === undefined) return `There is no value for ${periods.join(' or ')}.`;
  const unit = /unit: ([^;]+)/.exec(row.context)?.[1] ?? 'ratio';
  return unit === 'ratio' ? `${row.value}` : `${row.value} ${unit}`;
}

/** What the templates of questions say; undefined for another text. */
function readQuestion(text: string): Asked | undefined {
  const [, name, top] = /"([^"]+)" \(([^)]+)\)/.exec(text) ?? [];
  const [, company, ticker = company] =
    /(?:\) of|What did) (.+?)(?: \(([^)]+)\))? (?:report as|in|at|as|for)\b/.exec(text) ?? [];
  const period = readPeriod(text);
  if (name === undefined || ticker === undefined || period === undefined) return undefined;
  return { company: ticker, series: `${top} ${name}`, period };
}

const day = '(\\w+ \\d{1,2}, \\d{4})';
const dayOf = (words = ''): CivilDate => {
  const time = new Date(`${words} UTC`);
  return parseCivilDate(time.toISOString().slice(0, 10)) ?? NaN;
};

/** The last that is named: guidance is stored under the period that it was announced with. */
function readPeriod(text: string): Period | undefined {
  const stretch = new RegExp(`from ${day} to ${day}`).exec(text);
  if (stretch) return { start: dayOf(stretch[1]), end: dayOf(stretch[2]) };
  const at = new RegExp(`as of ${day}`).exec(text);
  if (at) return { start: null, end: dayOf(at[1]) };
  const fiscal =
    /(?:(first|second|third|fourth) (quarter|half|six months|nine months) of )?fiscal (\d{4})/g;
  const [, which, part = '', year] = [...text.matchAll(fiscal)].at(-1) ?? [];
  if (year === undefined) return undefined;
  const label = labelIn(part, which, year);
  return text.includes('as last announced') ? { about: label } : label;
}

function labelIn(part: string, which: string | undefined, year: string): string {
  const number = ['first', 'second', 'third', 'fourth'].indexOf(which ?? '') + 1;
  if (part === '') return `${year}FY`;
  if (part.endsWith('months')) return `${year}Q${part.startsWith('six') ? 2 : 3}YTD`;
  return `${year}${part === 'half' ? 'H' : 'Q'}${number}`;
}

/** What to ask for. Without a company's fiscal year the calendar has to do. */
function labelsFor(period: Period, fiscalYearEnd: string | undefined): string[] {
  if (typeof period === 'object' && 'about' in period) return [period.about];
  const label = typeof period === 'string' ? period : labelOfDays(period, fiscalYearEnd);
  // Six months stand under their last quarter, or as a half.
  return label.endsWith('Q2YTD')
    ? [bareLabel(label), label.replace('Q2YTD', 'H1')]
    : [bareLabel(label)];
}

function labelOfDays({ start, end }: Days, fiscalYearEnd: string | undefined): string {
  const label = labelOf(fiscalYearOf(fiscalYearEnd), start, end);
  if (label !== undefined) return label;
  const months = monthsOf(start, end);
  const year = Math.floor(months.last / 12);
  const isYear = start !== null && monthCount(months) === 12;
  return isYear ? `${year}FY` : `${year}Q${Math.floor((months.last % 12) / 3) + 1}`;
}

const monthNames =
  'January February March April May June July August September October November December';

/** From `March; 2022FY starts in 2022 and ends in 2023`. */
function fiscalYearOf(words = 'December; 2022FY starts in 2022 and ends in 2022'): FiscalYear {
  const [, month = '', starts] = /^(\w+); 2022FY starts in (\d{4})/.exec(words) ?? [];
  const fiscalYearEndMonth = monthNames.split(' ').indexOf(month) + 1;
  return { fiscalYearEndMonth, yearLabel: starts === '2022' ? 'start' : 'end' };
}

/** Whether context says that a value is of these days, or guidance about this period. */
function isMeant(context: string, period: Period): boolean {
  if (typeof period === 'string') return false;
  if ('about' in period) return context.includes(`about: ${period.about};`);
  const [, end] = /days: (?:\S+ to )?([-\d]+)/.exec(context) ?? [];
  return end !== undefined && parseCivilDate(end) === period.end;
}
