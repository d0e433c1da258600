/** The three scores of a report that code gives: metrics, form, and what the report states about itself. */

import { modelPart } from '#agents/script/herculean-result';
import type { WeeklyMetrics } from '#tools';
import { metricRows, rsiClassRow, type ReportMetric } from './metric-rows.js';
import type { ParsedReport } from './parse-report.js';
import { minorDefects, type DefectKind } from './report-lines.js';

export interface Deduction {
  readonly by: number;
  readonly why: string;
  /** Of the report, from 1. */
  readonly line?: number;
}

export interface ReportScore {
  /** 0 to 5: what the deductions leave of 5, at most the cap. */
  readonly score: number;
  readonly deductions: readonly Deduction[];
  /** The score that is not exceeded, and why. */
  readonly cap?: { readonly to: number; readonly why: string; readonly line?: number };
}

function scoreOf(deductions: readonly Deduction[], cap?: ReportScore['cap']): ReportScore {
  const left = deductions.reduce((score, { by }) => score - by, 5);
  const score = Math.max(0, Math.min(left, cap?.to ?? 5));
  return { score, deductions, ...(cap !== undefined && { cap }) };
}

/**
 * The report's metrics against those that the tool gives for its week; 0 without them (null). −0.5 for each required
 * metric that is missing or unreadable, −0.25 for a number that is off by more than 0.05 (prices) or 0.02 (all others), −0.5
 * for a wrong category; at most 2 when more than 6 are missing or wrong. Where the tool has null, null or no row is
 * right. Context is compared only where the report has it. Source: HERCULEAN's report evaluation skill.
 */
export function quantitativeAlignment(
  report: ParsedReport,
  truth: WeeklyMetrics | null,
): ReportScore {
  if (truth === null) return scoreOf([], { to: 0, why: 'there are no metrics to compare with' });
  const deductions = [...metricRows, rsiClassRow].flatMap((row): Deduction[] => {
    const found = alignmentOf(row, report, truth[row.key]);
    const line = report.metrics[row.key]?.line;
    return found === undefined ? [] : [line === undefined ? found : { ...found, line }];
  });
  const count = deductions.length;
  if (count <= 6) return scoreOf(deductions);
  return scoreOf(deductions, { to: 2, why: `${count} metrics are missing or wrong` });
}

function alignmentOf(
  { key, label, unit, ...row }: ReportMetric,
  { metrics }: ParsedReport,
  truth: number | string | null,
): Deduction | undefined {
  const value = metrics[key]?.value;
  const isNumeric = typeof unit === 'string';
  const wrong = { by: isNumeric ? 0.25 : 0.5, why: `${label}: expected ${truth}, found ${value}` };
  if (typeof value === 'number' && typeof truth === 'number') {
    // Half a millionth for the rounding of binary fractions.
    const isOff = Math.abs(value - truth) > (unit === '$' ? 0.05 : 0.02) + 5e-7;
    return isOff ? wrong : undefined;
  }
  if (value === truth || (truth === null && metrics[key] === undefined)) return undefined;
  if (typeof value === 'string' || (typeof value === 'number' && truth === null)) return wrong;
  if (!isNumeric && metrics[key] !== undefined && value === undefined)
    return { by: 0.5, why: `${label}: expected ${truth}, found no category` };
  if ('isContext' in row) return undefined;
  return { by: 0.5, why: `${label} is ${metrics[key] === undefined ? 'missing' : 'unreadable'}` };
}

const formCaps: readonly DefectKind[] = ['no metrics table', 'rating', 'truncated'];

/**
 * −0.75 for each section that is missing or empty, −1 where sections are out of order, −0.25 for each kind of minor
 * defect in the Markdown; at most 2 without the table of metrics, with an invalid rating, or where the text breaks off.
 */
export function structureAndFormat({ defects }: ParsedReport): ReportScore {
  const deductions: Deduction[] = [];
  const add = (kinds: readonly DefectKind[], by: number, isOnce: boolean): void => {
    for (const kind of kinds)
      for (const { line, what, expected, found } of defects
        .filter((other) => other.what === kind)
        .slice(0, isOnce ? 1 : 8))
        deductions.push({ by, why: `${what}: expected ${expected}, found ${found}`, line });
  };
  add(['missing section'], 0.75, false);
  add(['section order'], 1, true);
  add(minorDefects, 0.25, true);
  const worst = defects.find(({ what }) => formCaps.includes(what));
  if (worst === undefined) return scoreOf(deductions);
  const { line, what, expected, found } = worst;
  return scoreOf(deductions, { to: 2, why: `${what}: expected ${expected}, found ${found}`, line });
}

/**
 * The report's header against the name of its file. −0.5 for each of symbol, date and model that differs or is missing
 * (models are compared as in names of files), −1 where the ratings of header and section differ; at most 2 for a date
 * that cannot be read, another symbol, or any date after the report's. `date` is `YYYY-MM-DD`.
 */
export function metadataAccuracy(
  report: ParsedReport,
  file: { readonly symbol: string; readonly date: string; readonly model: string },
): ReportScore {
  const { symbol, model, weekEnding, ratings, dates } = report;
  const deductions: Deduction[] = [];
  const compare = (
    name: string,
    expected: string,
    stated: ParsedReport['symbol'],
    read = (text: string) => text,
  ): void => {
    if (stated?.value && read(stated.value) === read(expected)) return;
    const why = `${name}: expected ${expected}, found ${stated?.text ?? 'none'}`;
    deductions.push({ by: 0.5, why, ...(stated !== null && { line: stated.line }) });
  };
  compare('symbol', file.symbol.toUpperCase(), symbol);
  compare('week ending', file.date, weekEnding);
  compare('model', file.model, model, modelPart);
  const { header, section } = ratings;
  if (header?.value && section?.value && header.value !== section.value) {
    const why = `rating: ${header.value} in the header, ${section.value} in its section`;
    deductions.push({ by: 1, why, line: section.line });
  }
  const later = dates.find(({ date }) => date > file.date);
  const at = (line: number | undefined) => (line === undefined ? {} : { line });
  if (later)
    return scoreOf(deductions, {
      to: 2,
      why: `${later.date} is after the report`,
      ...at(later.line),
    });
  if (!weekEnding?.value)
    return scoreOf(deductions, { to: 2, why: 'the date cannot be read', ...at(weekEnding?.line) });
  if (symbol?.value && symbol.value !== file.symbol.toUpperCase())
    return scoreOf(deductions, { to: 2, why: `the symbol is ${symbol.value}`, line: symbol.line });
  return scoreOf(deductions);
}
