/** Questions with their answers, from a store as of an instant. */

import { formatCivilDate, seededRandom } from '#values';
import { bareLabel, labelOf } from '../store/fiscal-period.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import { drawPoints, type DrawnPoint, type DrawOptions } from './draw-points.js';
import { calendarYear, phraseQuestion, type PeriodType } from './phrase-question.js';

export type MadeQuestion = ReturnType<typeof makeQuestions>[number];

/** Rows before and after the one that is asked for. */
const neighbors = 10;

/** The same store, seed and options give the same questions. Fails as `drawPoints` does. */
export function makeQuestions(store: FundamentalsStore, options: DrawOptions) {
  const random = seededRandom(`${options.seed} words`);
  const width = String(options.count).length;
  return drawPoints(store, options).map((drawn, index) => {
    const { question, periodType, period, words } = phraseQuestion(drawn, random);
    const { series, point } = drawn;
    const [money = ''] = /^[A-Z]{3}/.exec(series.unit) ?? [];
    return {
      id: `q${String(index + 1).padStart(width, '0')}`,
      question,
      expected: {
        value: point.value,
        unit: series.unit,
        currency: money || null,
        period,
        precision: point.precision,
      },
      // `words` are what any wording of the question has to hold.
      facts: factsOf(drawn, periodType),
      context: contextOf(store, drawn),
      words,
    };
  });
}

/** What a question is about; scoring splits results by it. */
function factsOf({ company, series, point }: DrawnPoint, periodType: PeriodType) {
  const { region, country, fiscalYearEndMonth, yearLabel, ticker } = company;
  return {
    category: series.category!,
    region,
    country,
    fiscalYearEndMonth,
    data: company.isSynthetic ? 'synthetic' : 'real',
    periodType,
    companyId: company.id,
    company: company.name,
    ticker,
    seriesId: series.id,
    series: series.path,
    fiscalPeriod: bareLabel(point.period),
    // As it is stored, in the company's own fiscal calendar; a balance has no first day.
    storedPeriod: point.period,
    targetPeriod: point.targetPeriod,
    yearLabel,
    start: point.start === null ? null : formatCivilDate(point.start),
    end: formatCivilDate(point.end),
    // Null where the same days have no label in the calendar.
    calendarPeriod: labelOf(calendarYear, point.start, point.end) ?? null,
    accession: point.accession,
    lineItem: point.lineItem,
    phrasing: 'template', // Or `model`, or `template:` and why a model's wording was not taken.
  };
}

/** Values of the same label, of the series around this one in the order of their names. */
function contextOf(store: FundamentalsStore, { company, series, point }: DrawnPoint) {
  const all = store.series(company.id);
  const at = all.findIndex(({ id }) => id === series.id);
  return all.slice(Math.max(0, at - neighbors), at + neighbors + 1).flatMap(({ id, path }) => {
    const neighbor =
      id === series.id ? point : store.points(id).find((one) => one.end === point.end);
    return neighbor === undefined || neighbor === point
      ? []
      : [{ series_name: path, period: bareLabel(neighbor.period), value: neighbor.value }];
  });
}
