/**
 * The three scores of a report that code gives: metrics, form, and what the report
 * states about itself.
 */

import type { ReportName } from '#agents/script/herculean-report-result';
import { modelPart } from '#agents/script/herculean-result';
import type { WeeklyMetrics } from '#tools';
import { fridayAfter, reportOf, type Measured } from './week-measures.js';
import { metricRows, rsiClassRow, type ReportMetric } from './metric-rows.js';
import { parseReport, type ParsedReport } from './parse-report.js';
import { costs } from './report-lines.js';
import { datesOfPast } from './written-dates.js';

export interface Deduction {
  readonly by: number;
  readonly why: string;
  /** The line of the report, from 1. */
  readonly line?: number | undefined;
}

interface ReportScore {
  /** 0 to 5: what the deductions leave of 5, at most the cap. */
  readonly score: number;
  readonly deductions: readonly Deduction[];
  /** The score that is not exceeded, and why. */
  readonly cap?: { readonly to: number; readonly why: string; readonly line?: number | undefined };
}

export function scoreOf(deductions: readonly Deduction[], cap?: ReportScore['cap']): ReportScore {
  const left = deductions.reduce((score, { by }) => score - by, 5);
  const score = Math.max(0, Math.min(left, cap?.to ?? 5));
  return { score, deductions, ...(cap !== undefined && { cap }) };
}

/**
 * The report's metrics against those of the tool; 0 without them (null). −0.5 for each required
 * metric that is missing or unreadable, −0.25 for each number that is off by more than 0.05
 * (prices) or 0.02 (all others), −0.5 for each wrong category; at most 2 when more than 6 are
 * missing or wrong. Where the tool has null, null or no row is right. Context is compared only
 * where the report has it. Source of the three scores: HERCULEAN's report evaluation.
 */
export function quantitativeAlignment(report: ParsedReport, truth: WeeklyMetrics | null) {
  if (truth === null) return scoreOf([], { to: 0, why: 'there are no metrics to compare with' });
  const rows = [...metricRows, rsiClassRow];
  const deductions = rows.flatMap((row) => alignmentOf(row, report, truth[row.key]) ?? []);
  const why = `${deductions.length} metrics are missing or wrong`;
  return scoreOf(deductions, deductions.length > 6 ? { to: 2, why } : undefined);
}

function alignmentOf(
  { key, label, unit, ...row }: ReportMetric,
  { metrics }: ParsedReport,
  truth: number | string | null,
): Deduction | undefined {
  const cell = metrics[key];
  const value = cell === undefined ? null : cell.value;
  // Half a millionth for the rounding of binary fractions.
  const tolerance = (unit === '$' ? 0.05 : 0.02) + 5e-7;
  const isRight =
    typeof value === 'number' && typeof truth === 'number'
      ? Math.abs(value - truth) <= tolerance
      : value === truth;
  if (isRight || (value === null && 'isContext' in row)) return undefined;
  const why = `${label}: expected ${truth}, found ${cell?.text ?? 'no row'}`;
  return { by: typeof value === 'number' ? 0.25 : 0.5, why, line: cell?.line };
}

/**
 * −0.75 for each section that is missing or empty, −1 where sections are out of order, −0.25 for
 * each kind of minor defect in the Markdown; at most 2 without the table of metrics, with an
 * invalid rating, or where the text breaks off.
 */
export function structureAndFormat({ defects }: ParsedReport): ReportScore {
  const first = new Map(defects.toReversed().map((one) => [one.what, one]));
  const deductions = defects.flatMap((one) => {
    const { what, why, line } = one;
    const counts = what === 'missing section' || first.get(what) === one;
    return counts && costs[what] !== null ? [{ by: costs[what], why, line }] : [];
  });
  const worst = defects.find(({ what }) => costs[what] === null);
  return scoreOf(deductions, worst && { to: 2, why: worst.why, line: worst.line });
}

/**
 * The report's header against the name of its file. −0.5 for each of symbol, date and model that
 * differs or is missing (compared as in names of files), −1 where the ratings of header and section
 * differ; at most 2 for a date that cannot be read, another symbol in header or title, or any full
 * date after the report's that is not told as still to come, as the next earnings are. `date` is
 * `YYYY-MM-DD`.
 */
export function metadataAccuracy(report: ParsedReport, file: ReportName): ReportScore {
  const { symbol, title, model, weekEnding, ratings, dates } = report;
  const ticker = file.symbol.toUpperCase();
  const fields = [
    ['symbol', ticker, symbol],
    ['week ending', file.date, weekEnding],
    ['model', file.model, model],
  ] as const;
  const deductions = fields.flatMap(([name, expected, stated]): Deduction[] => {
    if (stated?.value && isSame(stated.value, expected)) return [];
    const why = `${name}: expected ${expected}, found ${stated?.text ?? 'none'}`;
    return [{ by: 0.5, why, line: stated?.line }];
  });
  const { header, section } = ratings;
  if (header?.value && section?.value && header.value !== section.value) {
    const why = `rating: ${header.value} in the header, ${section.value} in its section`;
    deductions.push({ by: 1, why, line: section.line });
  }
  const texts = new Map(report.lines.map(({ number, text }) => [number, text]));
  const later = dates.find(({ date, line }) => {
    if (date <= file.date) return false;
    return datesOfPast(texts.get(line) ?? '').some((one) => one.date === date);
  });
  const cap = (why: string, at: { line: number } | null) =>
    scoreOf(deductions, { to: 2, why, line: at?.line });
  if (later) return cap(`${later.date} is after the report`, later);
  if (!weekEnding?.value) return cap('the date cannot be read', weekEnding);
  const other = [symbol, title].find((one) => one?.value && !isSame(one.value, ticker));
  return other ? cap(`the symbol is ${other.value}`, other) : scoreOf(deductions);
}

/** Compared as in names of files, which lack some characters. */
const isSame = (one: string, other: string): boolean => modelPart(one) === modelPart(other);

/** The three scores of one report, each from 0 to 5. */
export function scoresOfReport(report: string, task: string, measured: Measured) {
  const parsed = parseReport(report);
  const { metrics } = measured.get(task) as { metrics: WeeklyMetrics | null };
  const { symbol, date } = reportOf(task);
  const stated = parsed.weekEnding?.value;
  const file = {
    symbol,
    date: stated && stated === fridayAfter(date) ? stated : date,
    // The model that wrote a report is unknown here, so its header only has to name one.
    model: parsed.model?.value ?? '',
  };
  return {
    quantitativeAlignment: quantitativeAlignment(parsed, metrics).score,
    structureAndFormat: structureAndFormat(parsed).score,
    metadataAccuracy: metadataAccuracy(parsed, file).score,
  };
}
