/** Reads the two-column table of metrics. */

import { metricRowOf, rsiClassRow, type MetricKey, type ReportMetric } from './metric-rows.js';
import { defect, plain, type Defect, type Line } from './report-lines.js';

export interface MetricCell {
  readonly line: number;
  /** As written, without emphasis; at most 200 characters. */
  readonly text: string;
  /** Null for `N/A`; undefined for a text that is not a value of the metric. */
  readonly value: number | string | null | undefined;
}

type ReportMetrics = Readonly<Partial<Record<MetricKey, MetricCell>>>;

/** A sign of nearness and a currency may precede it. */
const near = '[~≈≃]?';
const currency = String.raw`(?:USD|US|U\.S\.)? ?\$?`;
const digits = String.raw`\d[\d,]{0,20}(?:\.\d{1,20})?|\.\d{1,20}`;
const number = new RegExp(String.raw`^${near} ?(\(?)([-+]?) ?${currency} ?([-+]?)(${digits})`, 'i');

const none = /^(?:n[./]?a|null|none|not available)(?![a-z])|^[-–—]$/i;

/** Lines of the section that has to show the table; null without one. */
export interface TableSection {
  readonly from: number;
  readonly to: number;
}

function rowDefects(line: number, columns: number | undefined, isRuled: boolean): Defect[] {
  const defects: Defect[] = [];
  if (columns !== 2) defects.push(defect(line, 'table columns', '2 columns', `${columns}`));
  if (!isRuled)
    defects.push(defect(line, 'table rule', 'a line of dashes above the first row', 'none'));
  return defects;
}

const isRule = (row: string): boolean => row.includes('-') && /^[ |:-]*$/.test(row);

/** Without a section of the table's own, every line counts as one of it. */
const isIn = (section: TableSection | null, line: number): boolean =>
  section === null || (line >= section.from && line < section.to);

/**
 * Rows with a label of the template, anywhere in the report. Of rows with one label the first
 * counts, those of the table's own section before all others.
 */
export function readMetrics(
  lines: readonly Line[],
  section: TableSection | null = null,
): { metrics: ReportMetrics; defects: Defect[] } {
  const metrics: Partial<Record<MetricKey, MetricCell>> = {};
  const ofSection = new Set<MetricKey>();
  const note = (key: MetricKey, cell: MetricCell, isInSection: boolean): void => {
    if (isInSection && !ofSection.has(key)) metrics[key] = cell;
    if (isInSection) ofSection.add(key);
    metrics[key] ??= cell;
  };
  const defects: Defect[] = [];
  let isRuled = false;
  for (const { number: line, text: row } of lines) {
    isRuled = row.includes('|') && (isRuled || isRule(row));
    const { metric, text = '', columns } = metricIn(row) ?? {};
    if (metric === undefined || text === '') continue;
    defects.push(...rowDefects(line, columns, isRuled));
    const isInSection = isIn(section, line);
    note(metric.key, { line, text, value: valueIn(text, metric) }, isInSection);
    const value = metric.key === 'rsi_14' ? valueIn(text, rsiClassRow) : null;
    if (value) note('rsi_class', { line, text, value }, isInSection);
  }
  if (Object.keys(metrics).length === 0)
    defects.push(defect(1, 'no metrics table', 'a table of metrics', 'none'));
  return { metrics, defects };
}

/** The metric that a row of a table shows, by its label; undefined for every other line. */
export function metricIn(row: string) {
  if (!row.includes('|')) return undefined;
  const cells = row.trim().replace(/^\|/, '').replace(/\|$/, '').slice(0, 2000).split('|');
  const [label = '', text = ''] = cells.map((cell) => plain(cell).trim().slice(0, 200));
  const metric = metricRowOf(label);
  return metric && { metric, text, columns: cells.length };
}

/**
 * `$1,234.50`, `-2.03%`, `−2.03 %`, `(2.03%)` for a negative number, `1.05x`; a word of a category.
 */
function valueIn(text: string, { unit }: ReportMetric): MetricCell['value'] {
  if (none.test(text)) return null;
  if (typeof unit !== 'string') {
    const words = `_${text.toLowerCase().replace(/[^a-z]+/g, '_')}_`;
    const found = unit.filter((option) => words.includes(`_${option}_`));
    return found.length === 1 ? found[0]! : undefined;
  }
  const [, bracket, outer, inner, written] =
    number.exec(text.replace(/[\u2010-\u2014\u2212]/g, '-')) ?? [];
  if (written === undefined) return undefined;
  const size = Number(written.replaceAll(',', ''));
  return size !== 0 && [bracket, outer, inner].some((mark) => /[-(]/.test(mark!)) ? -size : size;
}
