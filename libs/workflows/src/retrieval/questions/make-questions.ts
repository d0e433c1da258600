/** Questions with their answers, from a store as of an instant. */

import { formatCivilDate, seededRandom } from '#values';
import { bareLabel, labelOf } from '../store/fiscal-period.js';
import type { Category } from '../store/fundamentals-model.js';
import type { FundamentalsStore } from '../store/fundamentals-store.js';
import type { ExpectedAnswer } from '../score/schemas.js';
import { drawPoints, type DrawnPoint, type DrawOptions } from './draw-points.js';
import { phraseQuestion, type PeriodType } from './phrase-question.js';

/** A row beside the value that is asked for: another series of the company, at the same time. */
export interface ContextRow {
  readonly series_name: string;
  readonly period: string;
  readonly value: number;
}

/** What a question is about; scoring splits results by it. */
export interface QuestionFacts {
  readonly category: Category;
  readonly region: 'US' | 'non-US';
  readonly country: string;
  readonly fiscalYearEndMonth: number;
  readonly data: 'real' | 'synthetic';
  readonly periodType: PeriodType;
  readonly companyId: string;
  readonly company: string;
  readonly ticker: string;
  readonly seriesId: string;
  readonly series: string;
  /** Under which it is stored, in the company's own fiscal calendar. */
  readonly fiscalPeriod: string;
  readonly storedPeriod: string;
  readonly targetPeriod: string | null;
  readonly yearLabel: 'start' | 'end';
  /** YYYY-MM-DD; null for a value of one day. */
  readonly start: string | null;
  readonly end: string;
  /** The same days in the calendar; null where they have no label there. */
  readonly calendarPeriod: string | null;
  readonly accession: string | null;
  readonly lineItem: string | null;
  /** `template`, `model`, or `template:` and why the wording of a model was not taken. */
  readonly phrasing: string;
}

export interface MadeQuestion {
  readonly id: string;
  readonly question: string;
  readonly expected: ExpectedAnswer;
  readonly facts: QuestionFacts;
  readonly context: readonly ContextRow[];
  /** What any wording of the question has to hold. */
  readonly words: readonly string[];
}

/** Rows before and behind the one that is asked for. */
const neighbors = 10;

/** The same store, seed and options give the same questions. Fails as `drawPoints` does. */
export function makeQuestions(store: FundamentalsStore, options: DrawOptions): MadeQuestion[] {
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
        ...{ value: point.value, unit: series.unit, currency: money || null },
        ...{ period, precision: point.precision },
      },
      facts: factsOf(drawn, periodType),
      ...{ context: contextOf(store, drawn), words },
    };
  });
}

function factsOf({ company, series, point }: DrawnPoint, periodType: PeriodType): QuestionFacts {
  const calendarYear = { fiscalYearEndMonth: 12, yearLabel: 'end' } as const;
  return {
    category: series.category as Category,
    ...{ region: company.region, country: company.country },
    fiscalYearEndMonth: company.fiscalYearEndMonth,
    data: company.isSynthetic ? 'synthetic' : 'real',
    periodType,
    ...{ companyId: company.id, company: company.name, ticker: company.ticker },
    ...{ seriesId: series.id, series: series.path, fiscalPeriod: bareLabel(point.period) },
    ...{ storedPeriod: point.period, targetPeriod: point.targetPeriod },
    yearLabel: company.yearLabel,
    start: point.start === null ? null : formatCivilDate(point.start),
    end: formatCivilDate(point.end),
    calendarPeriod: labelOf(calendarYear, point.start, point.end) ?? null,
    ...{ accession: point.accession, lineItem: point.lineItem, phrasing: 'template' },
  };
}

/** Values of the same label, of the series around this one in the order of their names. */
function contextOf(store: FundamentalsStore, { company, series, point }: DrawnPoint): ContextRow[] {
  const all = store.series(company.id);
  const at = all.findIndex(({ id }) => id === series.id);
  return all.slice(Math.max(0, at - neighbors), at + neighbors + 1).flatMap(({ id, path }) => {
    const own = id === series.id ? point : store.points(id).find((one) => one.end === point.end);
    return own === undefined || own === point
      ? []
      : [{ series_name: path, period: bareLabel(own.period), value: own.value }];
  });
}
