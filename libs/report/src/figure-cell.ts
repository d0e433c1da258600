/** Table cells for figures: aligned, sortable, and plain about what is undefined. */

import type { Interval, MetricName, RunResult } from '#contracts/result';
import { formatFigure, type FigureKind } from './figure-format.js';
import { markup, type Html } from './html.js';
import { intervalOf, intervalText, metricEntry, reasonFor } from './metric-catalogue.js';

/** A dash with its reason, for the eye as a tooltip and for a screen reader as text. */
export function undefinedMark(reason: string): Html {
  const dash = markup`<span aria-hidden="true">—</span>`;
  const words = markup`<span class="unseen">undefined: ${reason}</span>`;
  return markup`<span class="undefined" title="${reason}">${dash}${words}</span>`;
}

/** What a column is sorted by: ten digits are more than a cell shows. */
export function sortKey(value: number): string {
  return String(Number(value.toPrecision(10)));
}

/** A figure with its interval below it, sortable; null comes with its reason. */
export function sortableCell(
  value: number | null,
  kind: FigureKind,
  reason: string,
  interval: Interval | null = null,
): Html {
  const text = value === null ? undefinedMark(reason) : formatFigure(value, kind);
  const below = interval !== null && markup`<small>${intervalText(interval, kind)}</small>`;
  return markup`<td data-sort="${value === null ? '' : sortKey(value)}">${text}${below}</td>`;
}

/** The cell of one of the catalogue's figures. */
export function metricCell(run: RunResult, name: MetricName): Html {
  const { kind } = metricEntry(name);
  return sortableCell(run.metrics[name], kind, reasonFor(run, name), intervalOf(run, name));
}
