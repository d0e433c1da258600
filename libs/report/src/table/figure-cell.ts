/** Table cells for figures: aligned, sortable, and plain about what is undefined. */

import type { Coverage, Interval, MetricName, RunResult } from '#contracts/result/result';
import { answeredShare, answeredShareMin } from '../words/answered-share.js';
import { formatFigure, type FigureKind } from '../words/figure-format.js';
import { type Cell, stacked } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import { intervalOf, intervalText, metricEntry, reasonFor } from './metric-catalogue.js';
import type { RunView } from '../input/report-run-view.js';

/** A dash with its reason, visible as a tooltip and for a screen reader as text. */
export function undefinedMark(reason: string): Html {
  const dash = markup`<span aria-hidden="true">—</span>`;
  const words = markup`<span class="unseen">undefined: ${reason}</span>`;
  return markup`<span class="undefined" title="${reason}">${dash}${words}</span>`;
}

/** A figure that may be undefined, and may have an interval. */
export interface Figure {
  readonly value: number | null;
  readonly kind: FigureKind;
  /** Why it is null. */
  readonly reason: string;
  readonly interval: Interval | null;
}

/** The figure with its interval below it; null comes with its reason. */
export function figureContent({ value, kind, reason, interval }: Figure): Html {
  const text = value === null ? undefinedMark(reason) : formatFigure(value, kind);
  return stacked(text, interval === null ? null : intervalText(interval, kind));
}

/** The same, or other content, as a cell that is sorted by its value. */
export function sortableCell(figure: Figure, content = figureContent(figure)): Cell {
  // Ten digits are more than a cell shows.
  const key = figure.value === null ? '' : Number(figure.value.toPrecision(10));
  return { content, attributes: markup` data-sort="${key}"` };
}

/** One of the catalogue's figures. */
export function metricFigure(run: RunResult, name: MetricName): Figure {
  const figure = { value: run.metrics[name], kind: metricEntry(name).kind };
  return { ...figure, reason: reasonFor(run, name), interval: intervalOf(run, name) };
}

export function metricCell(run: RunResult, name: MetricName): Cell {
  return sortableCell(metricFigure(run, name));
}

/** Mean return above the baseline, a year. */
export function differenceFigure({ result, baseline }: RunView): Figure {
  const { difference, interval } = result.againstBaseline ?? { difference: null, interval: null };
  const reason = baseline ? 'this is the baseline' : 'there is nothing to compare with';
  return { value: difference, kind: 'signed-percent', reason, interval };
}

/**
 * Share of decisions that were answered, with a sign if it is low. `write` gives the text for the share; `reason`
 * explains a missing one; `below` is a second line.
 */
export function coverageCell(
  run: { readonly coverage: Coverage },
  write: (share: number) => string,
  reason: string,
  below: string | null = null,
): Cell {
  const value = answeredShare(run);
  const figure: Figure = { value, kind: 'percent', reason, interval: null };
  if (value === null) return sortableCell(figure);
  const low = value < answeredShareMin;
  const sign = low && markup`<span class="warning-sign" aria-hidden="true">⚠ </span>`;
  const words = low && markup`<span class="unseen"> (low)</span>`;
  return sortableCell(figure, stacked(markup`${sign}${write(value)}${words}`, below));
}
