/** Table cells for figures: aligned, sortable, and plain about what is undefined. */

import type { Interval, MetricName, RunResult } from '#contracts/result/result';
import { formatFigure, type FigureKind } from '../words/figure-format.js';
import { markup, type Html } from '../html/html.js';
import { intervalOf, intervalText, metricEntry, reasonFor } from './metric-catalogue.js';
import type { RunView } from '../input/report-run-view.js';

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
  const below = interval !== null && markup`<small>${intervalText(interval, kind)}</small>`;
  return markup`${text}${below}`;
}

/** The same as a cell that is sorted by its value. */
export function sortableCell(figure: Figure): Html {
  const key = figure.value === null ? '' : sortKey(figure.value);
  return markup`<td data-sort="${key}">${figureContent(figure)}</td>`;
}

/** One of the catalogue's figures. */
export function metricFigure(run: RunResult, name: MetricName): Figure {
  const figure = { value: run.metrics[name], kind: metricEntry(name).kind };
  return { ...figure, reason: reasonFor(run, name), interval: intervalOf(run, name) };
}

export function metricCell(run: RunResult, name: MetricName): Html {
  return sortableCell(metricFigure(run, name));
}

/** Mean return above the baseline, a year. */
export function differenceFigure({ result, baseline }: RunView): Figure {
  const { difference, interval } = result.againstBaseline ?? { difference: null, interval: null };
  const reason = baseline ? 'this is the baseline' : 'there is nothing to compare with';
  return { value: difference, kind: 'signed-percent', reason, interval };
}
