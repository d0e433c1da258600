/** A question in words, by seeded templates, each with only one reading. */

import { formatCivilDate, type SeededRandom } from '#values';
import {
  labeledMonths,
  labelOf,
  monthCount,
  monthName,
  monthsOf,
  type FiscalYear,
} from '../store/fiscal-period.js';
import { levelSeparator } from '../store/fundamentals-model.js';
import { wordings } from '../tools/keyword-match.js';
import type { DrawnPoint } from './draw-points.js';

/** In which calendar a question names its period. */
export type PeriodType = 'fiscal' | 'calendar';

export const calendarYear: FiscalYear = { fiscalYearEndMonth: 12, yearLabel: 'end' };
const ordinals = ['', 'first', 'second', 'third', 'fourth'];

/**
 * Guidance is named by the period that it is about, and by that of its announcement unless it is
 * the newest. Half of the other questions give days, and half fiscal periods.
 */
export function phraseQuestion(
  { company, series, point, isNewest }: DrawnPoint,
  random: SeededRandom,
) {
  const isGuidance = point.targetPeriod !== null;
  const periodType: PeriodType = !isGuidance && random.below(2) === 0 ? 'calendar' : 'fiscal';
  const { start, end } = point;
  const reported = labelOf(company, start, end) ?? point.period;
  const isLast = isNewest && random.below(2) === 0;
  const when = periodType === 'calendar' ? daysWords(point) : whenWords(point, reported, isLast);
  const { phrase, top } = metricWords(series.path, random);
  const what = `"${phrase}" (${top})`;
  const fiscal = point.targetPeriod ?? reported;
  const label = periodType === 'calendar' ? labelOf(calendarYear, start, end) : fiscal;
  const year = periodType === 'calendar' ? undefined : yearWords(fiscal, company);
  const name = nameWords(company);
  const unit = unitWords(series.unit, series.scale);
  const templates = [
    `What was ${what} of ${name} ${when}, in ${unit}?`,
    `What did ${name} report as ${what} ${when}? Answer in ${unit}.`,
    `Look up ${what} of ${name} ${when}, in ${unit}.`,
  ];
  const asked = templates[random.below(templates.length)] as string;
  return {
    question: year === undefined ? asked : `${asked} ${year.sentence}`,
    periodType,
    /** As the question names it, in the labels of its calendar; null if it has no label there. */
    period: comparable(label),
    /** What any wording of it has to hold. */
    words: [
      company.ticker,
      phrase,
      top,
      when,
      ...(year === undefined ? [] : [year.words]),
      // The scale of a bare number is that of the question; a ratio is read as
      // fraction and percent.
      ...(series.unit === 'ratio' ? [] : [unit]),
    ],
  };
}

const nameWords = ({ name, ticker }: DrawnPoint['company']): string =>
  name === ticker ? ticker : `${name} (${ticker})`;

/** The fiscal period of a value, or those of guidance: what it is about, and its announcement. */
function whenWords(
  { targetPeriod, start }: DrawnPoint['point'],
  reported: string,
  isLast: boolean,
): string {
  if (targetPeriod === null)
    return `${start === null ? 'at the end of' : 'in'} ${fiscalWords(reported)}`;
  const announced = isLast
    ? 'last announced'
    : `announced with the results for ${fiscalWords(reported)}`;
  return `for ${fiscalWords(targetPeriod)}, as ${announced}`;
}

/** A year to date as what scoring knows: six months are a half, nine have no label. */
const comparable = (label: string | undefined): string | null =>
  label?.endsWith('Q3YTD') ? null : (label?.replace('Q2YTD', 'H1') ?? null);

/** `the second quarter of fiscal 2023`, `fiscal 2023`, `the first nine months of fiscal 2023`. */
function fiscalWords(label: string): string {
  const [, year, part] = /^(\d{4})(.+)$/.exec(label) ?? [];
  const fiscal = `fiscal ${year}`;
  const at = ordinals[Number(part?.[1])] ?? '';
  if (part === 'FY') return fiscal;
  if (part?.endsWith('YTD'))
    return `the first ${part[1] === '2' ? 'six' : 'nine'} months of ${fiscal}`;
  return `the ${at} ${part?.startsWith('H') ? 'half' : 'quarter'} of ${fiscal}`;
}

/**
 * Which year a label is of, where it does not end in December. A date without its span would be
 * taken for that of the period itself.
 */
function yearWords(label: string, company: FiscalYear) {
  const year = label.slice(0, 4);
  const whole = labeledMonths(`${year}FY`, company);
  if (company.fiscalYearEndMonth === 12 || whole === undefined) return undefined;
  const month = monthName(whole.last);
  const words = `the year to ${month} ${Math.floor(whole.last / 12)}`;
  return { words, sentence: `Fiscal ${year} is ${words}.` };
}

/** Days as they are stored: they name a period in any calendar. */
function daysWords({ start, end }: DrawnPoint['point']): string {
  if (start === null) return `as of ${dayWords(end)}`;
  return (
    `in the ${monthCount(monthsOf(start, end))} months from ${dayWords(start)} to ` +
    `${dayWords(end)}`
  );
}

function dayWords(day: number): string {
  const [year, month, date] = formatCivilDate(day).split('-').map(Number);
  return `${monthName((month ?? 1) - 1)} ${date}, ${year}`;
}

/**
 * The levels below the first, and the first: `Revenue, Total` of `Income Statement`. Some are
 * replaced by synonyms, as used by people who do not know the series.
 */
function metricWords(path: string, random: SeededRandom): { phrase: string; top: string } {
  const [top = '', ...levels] = path.split(levelSeparator);
  const stored = levels.join(', ');
  const low = stored.toLowerCase();
  const others = wordings(low).filter((words) => words !== low);
  const isOther = others.length > 0 && random.below(4) === 0;
  return { phrase: (isOther && others[random.below(others.length)]) || stored, top };
}

/** What a number of this unit is counted in. */
function unitWords(unit: string, scale: number): string {
  if (unit === 'ratio') return 'percent, or as a fraction';
  const [counted = unit, isEach] = unit.split(' / ');
  if (isEach) return `${counted} per share`;
  if (scale === 1e6) return `${counted} millions`;
  if (scale === 1e3) return `${counted} thousands`;
  return counted;
}
