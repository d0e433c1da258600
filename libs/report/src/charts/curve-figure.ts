/** A figure of equity over drawdown on one axis of dates, with its read-out by pointer or arrow keys. */

import type { DateAxis } from './date-axis.js';
import { markup, type Html } from '../html/html.js';
import { lineChart, type ChartLine } from './line-chart.js';

export interface CurveFigure {
  /** Unique in the page; letters, digits and hyphens. */
  readonly id: string;
  /** What the curves are of: a symbol, or an agent and a symbol. */
  readonly subject: string;
  readonly currency: string;
  readonly axis: DateAxis;
  readonly equity: readonly ChartLine[];
  readonly drawdown: readonly ChartLine[];
  readonly startEquity: number;
  readonly pointsMax: number;
  /** Whether the reader can switch equity to a logarithmic scale, where all of it is positive. */
  readonly log: boolean;
  /** Numbers of the runs that the read-out names, and the key of their dates in the page's data. */
  readonly readout: { readonly runs: readonly number[]; readonly axis: number };
  /** What the picture shows, in words. */
  readonly description: string;
  readonly legend: Html;
}

/** Both charts, the legend, and the control that the page's script brings to life. */
export function curveFigure(figure: CurveFigure): Html {
  const { id, subject, currency, axis, pointsMax, readout } = figure;
  const chart = { axis, pointsMax, description: figure.description };
  const equity = {
    ...chart,
    id: `${id}-equity`,
    title: `Equity of ${subject}, ${currency}`,
    lines: figure.equity,
    height: 240,
    unit: 'money' as const,
    include: figure.startEquity,
  };
  const isPositive = ({ values }: ChartLine): boolean => values.every((value) => value > 0);
  const hasLog = figure.log && figure.startEquity > 0 && figure.equity.every(isPositive);
  const log = hasLog && lineChart({ ...equity, id: `${id}-log`, log: true });
  const drawdown = lineChart({
    ...chart,
    id: `${id}-drawdown`,
    title: `Drawdown of ${subject}`,
    lines: figure.drawdown,
    height: 90,
    unit: 'percent',
    include: 0,
  });
  return markup`<figure class="curves" data-runs="${readout.runs.join(' ')}" data-axis="${readout.axis}">
${figure.legend}
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
