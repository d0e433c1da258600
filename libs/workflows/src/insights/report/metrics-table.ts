/** Reads the two-column table of metrics. */

import { metricRowOf, rsiClassRow, type MetricKey, type ReportMetric } from './metric-rows.js';
import { defect, plain, type Defect, type Line } from './report-lines.js';

export interface MetricCell {
  readonly line: number;
  /** As written, without emphasis; at most 200 characters. */
  readonly text: string;
  /** Null for `N/A` and what else says so; undefined for a text that is neither that nor a value of the metric. */
  readonly value: number | string | null | undefined;
}

export type ReportMetrics = Readonly<Partial<Record<MetricKey, MetricCell>>>;

const absent = /^(?:n\/?a|n\.a\.|null|none|nan|unavailable|not available|[-–—]{1,3}$)(?![\w.])/i;
const number = /(\(?)([-+]?) ?(?:US)?\$? ?([-+]?)(\d[\d,]{0,20}(?:\.\d{1,20})?|\.\d{1,20})/;

/** Rows with a label of the template, wherever they stand; the first of a label counts, other rows are skipped. */
export function readMetrics(lines: readonly Line[]): { metrics: ReportMetrics; defects: Defect[] } {
  const metrics: Partial<Record<MetricKey, MetricCell>> = {};
  const defects: Defect[] = [];
  let isRuled = false;
  for (const { number: line, text } of lines) {
    if (!text.includes('|')) {
      isRuled = false;
      continue;
    }
    isRuled ||= text.includes('-') && /^[ |:-]+$/.test(text);
    const cells = cellsOf(text);
    const row = metricRowOf(cells[0] ?? '');
    const value = cells[1] ?? '';
    if (row === undefined || value === '') continue;
    if (cells.length !== 2)
      defects.push(defect(line, 'table columns', '2 columns', `${cells.length}`));
    if (!isRuled)
      defects.push(defect(line, 'table rule', 'a line of dashes above the first row', 'none'));
    const read = [row, ...(row.key === 'rsi_14' ? [rsiClassRow] : [])] as const;
    for (const metric of read) {
      const cell = { line, text: value, value: valueIn(value, metric) };
      if (metric === rsiClassRow && typeof cell.value !== 'string') continue;
      const before = metrics[metric.key];
      metrics[metric.key] ??= cell;
      if (cell.value === undefined)
        defects.push(defect(line, 'metric value', expectedOf(metric), value));
      if (before !== undefined && before.value !== cell.value)
        defects.push(defect(line, 'duplicate metric', `${metric.label} once`, value));
    }
  }
  return { metrics, defects };
}

/** Without emphasis; a bar behind a backslash does not end a cell. */
function cellsOf(text: string): string[] {
  const row = text.trim().replace(/^\|/, '').replace(/\|$/, '');
  return row
    .slice(0, 2000)
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell).trim().slice(0, 200));
}

const expectedOf = ({ unit }: ReportMetric): string =>
  typeof unit === 'string' ? 'a number or N/A' : `${unit.join(', ')} or N/A`;

function valueIn(text: string, { unit }: ReportMetric): MetricCell['value'] {
  if (absent.test(text)) return null;
  if (typeof unit === 'string') return numberIn(text);
  const words = `_${text.toLowerCase().replace(/[^a-z]+/g, '_')}_`;
  const found = unit.filter((option) => words.includes(`_${option}_`));
  return found.length === 1 ? found[0] : undefined;
}

/** The first number: `$1,234.50`, `-2.03%`, `−2.03 %`, `(2.03%)` for a negative one, `1.05x`. */
function numberIn(text: string): number | undefined {
  const [, bracket, outer, inner, digits] =
    number.exec(text.replace(/[\u2010-\u2014\u2212]/g, '-')) ?? [];
  if (digits === undefined) return undefined;
  const isNegative = outer === '-' || inner === '-' || (bracket === '(' && /^\s*\(/.test(text));
  const size = Number(digits.replaceAll(',', ''));
  return isNegative && size !== 0 ? -size : size;
}
