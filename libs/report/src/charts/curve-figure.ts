/**
 * A figure of equity over drawdown on one axis of dates, with its read-out by pointer
 * or arrow keys.
 */

import { curveLegend, type LegendEntry } from './curve-legend.js';
import type { DateAxis } from './date-axis.js';
import { markup, type Html } from '../html/html.js';
import { lineChart, type ChartLine } from './line-chart.js';

/** A run's equity; drawdown starts from `startEquity`. */
export interface EquityLine extends ChartLine {
  readonly startEquity: number;
}

interface CurveFigure {
  /** Unique in the page; letters, digits and hyphens. */
  readonly id: string;
  /** Subject of the curves: a symbol, or an agent and a symbol. */
  readonly subject: string;
  readonly currency: string;
  readonly axis: DateAxis;
  readonly lines: readonly EquityLine[];
  /** A value that the axis of equity always shows. */
  readonly startEquity: number;
  /** Whether the space between drawdown and zero is filled. */
  readonly isFilled: boolean;
  readonly pointsMax: number;
  /** Whether the reader can switch equity to a logarithmic scale, if all of it is positive. */
  readonly log: boolean;
  /** Numbers of the runs that the read-out names, and the key of their dates in the page's data. */
  readonly readout: { readonly runs: readonly number[]; readonly axis: number };
  /** Description of the picture, in words. */
  readonly description: string;
  readonly legend: readonly LegendEntry[];
}

/**
 * Fractions from -1 to 0 (below -1 when equity is negative), one a mark: equity over its running
 * peak, minus one. The peak starts at `startEquity`. Source: C. Bacon, Practical Portfolio
 * Performance Measurement and Attribution, 2nd ed., section 4.
 */
export function drawdownCurve(equity: Float64Array, startEquity: number): Float64Array {
  let peak = startEquity;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : 0;
  });
}

/** Both charts, the legend, and the control that the page's script activates. */
export function curveFigure(figure: CurveFigure): Html {
  const { id, subject, currency, axis, lines, pointsMax, readout } = figure;
  const chart = { axis, pointsMax, description: figure.description };
  const equity = {
    ...chart,
    id: `${id}-equity`,
    title: `Equity of ${subject}, ${currency}`,
    lines,
    height: 240,
    unit: 'money' as const,
    include: figure.startEquity,
  };
  const isPositive = ({ values }: ChartLine): boolean => values.every((value) => value > 0);
  const hasLog = figure.log && figure.startEquity > 0 && lines.every(isPositive);
  const log = hasLog && lineChart({ ...equity, id: `${id}-log`, log: true });
  const drawdown = lineChart({
    ...chart,
    id: `${id}-drawdown`,
    title: `Drawdown of ${subject}`,
    lines: lines.map((line) => ({
      ...line,
      label: '',
      tone: `${line.tone}${figure.isFilled ? ' area' : ''}`,
      values: drawdownCurve(line.values, line.startEquity),
    })),
    height: 90,
    unit: 'percent',
    include: 0,
  });
  return markup`<figure class="curves" data-runs="${readout.runs.join(' ')}" data-axis="${readout.axis}">
${curveLegend(figure.legend)}
${readoutControl(subject)}
<p class="chart-title">Equity, ${currency}${log && logSwitch}</p><div class="plot linear">${lineChart(equity)}</div>
${log && markup`<div class="plot log">${log}</div>`}
<p class="chart-title">Drawdown</p><div class="plot">${drawdown}</div>
</figure>`;
}

/** The style sheet shows the plot that it chooses, so it needs no script. */
const logSwitch = markup`<label><input type="checkbox" class="log-switch"> Logarithmic scale</label>`;

/** Hidden until the script connects it. */
export function readoutControl(subject: string): Html {
  const label = `Read the curves of ${subject} by date`;
  const slider = markup`<input type="range" min="0" value="0" step="1" aria-label="${label}">`;
  return markup`<div class="readout" hidden>${slider}<p></p></div>`;
}
