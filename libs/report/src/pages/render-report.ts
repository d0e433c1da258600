/** `report.html`: one file that opens offline, reads without a script, and is a function of its input. */

import type { ReportInput, TradingReportInput } from '../input/report-input.js';
import { escapeHtml, jsonForScript, markup } from '../html/html.js';
import { taskPage } from './task-page.js';
import { fillSymbols } from '../charts/curve-legend.js';
import { dateAxis, type DateAxis } from '../charts/date-axis.js';
import { detailBudget } from '../input/detail-budget.js';
import { pageText } from '../html/page-frame.js';
import { renderSections } from '../html/page-section.js';
import { pageScript } from '../html/page-script.js';
import { pageStyle } from '../html/page-style.js';
import { notes } from '../sections/reading-notes.js';
import { type RunView, runViews } from '../input/report-run-view.js';
import { extremeRuns, type RunGroup, runGroups } from '../input/run-groups.js';
import { scenarioLine } from '../sections/scenario-section.js';
import { type PageContents, tradingSections } from '../sections/trading-sections.js';
import { drawdownCurve } from '../charts/drawdown-curve.js';
import { spread } from '../charts/downsample.js';

/**
 * The whole page as text. Pure: the same input gives the same bytes. Curves are thinned by
 * `detailBudget`; everything from outside is escaped. Throws `Invariant` when curves and results, or
 * columns and rows of a section, do not belong together.
 */
export function renderReport(input: ReportInput): string {
  return 'runs' in input ? tradingPage(input) : taskPage(input.result);
}

/** The page that stands in for a report that could not be drawn, with the reason. */
export function renderUndrawn(reason: string): string {
  const text = `This report could not be drawn: ${escapeHtml(reason)}. The figures are in result.json.`;
  return `<!doctype html>\n<meta charset="utf-8">\n<title>No report</title>\n<p>${text}</p>\n`;
}

/** `Invariant` when curves and results do not belong together. */
function tradingPage(input: TradingReportInput): string {
  const { result } = input;
  const { scenario } = result;
  const page = contentsOf(input);
  const { links, content } = renderSections(tradingSections, page);
  return pageText({
    name: scenario.name,
    kind: result.tape.feed === undefined ? 'Backtest report' : 'Report on a live feed',
    synthetic: scenario.synthetic,
    skipTo: 'the results',
    facts: scenarioLine(result),
    links,
    symbols: fillSymbols,
    main: markup`${notes(result)}\n${content}`,
    data: markup`<script type="application/json" id="curve-data">${jsonForScript(curvesOf(page))}</script>\n`,
    style: pageStyle,
    script: pageScript,
  });
}

/** What a page has room for. */
function contentsOf(input: TradingReportInput): PageContents {
  const { result } = input;
  const views = runViews(input);
  const groups = runGroups(views);
  const [lead = null, ...others] = views.filter(({ baseline }) => !baseline);
  const budget = detailBudget(views.length);
  const detailed = new Set(extremeRuns(views, budget.detailedRuns));
  const isWhole = detailed.size === views.length;
  const drawn = groups.slice(0, budget.drawnGroups);
  const context = { budget, isWhole, currency: result.scenario.currency };
  return { result, views, groups, detailed, drawn, lead: others.length > 0 ? null : lead, context };
}

function curvesOf({ groups, detailed, drawn, context }: PageContents): CurveData {
  const axes = groups.map(({ dates }) => dateAxis(dates));
  const named = new Set([...detailed, ...drawn.flatMap(({ coloured }) => coloured)]);
  return curveData(groups, axes, named, context.budget.readoutMarks);
}

/** As the page's script reads it: numbers in cents and basis points, which are short. */
interface CurveData {
  readonly axes: readonly {
    readonly dates: readonly string[];
    /** Where each date lies, as a share of 1/10,000 of the plot's width. */
    readonly at: readonly number[];
  }[];
  /** By the number of the run; null for runs that no figure names. */
  readonly runs: readonly (CurveValues | null)[];
}

interface CurveValues {
  readonly label: string;
  /** Null before the run's first mark. */
  readonly equity: readonly (number | null)[];
  readonly drawdown: readonly (number | null)[];
}

/** `axes` in the order of the groups; each run that is `named` has one value a date of its group's axis. */
function curveData(
  groups: readonly RunGroup[],
  axes: readonly DateAxis[],
  named: ReadonlySet<RunView>,
  marksMax: number,
): CurveData {
  const runs = new Map<number, CurveValues>();
  const dates = groups.map((group, number) => {
    const axis = axes[number] as DateAxis;
    const shown = group.runs.filter((view) => named.has(view));
    const kept = shown.length === 0 ? [] : spread(group.dates.length, marksMax);
    const keptDates = kept.map((index) => group.dates[index] as string);
    for (const view of shown) runs.set(view.number, valuesAt(view, keptDates));
    return {
      dates: keptDates,
      at: kept.map((index) => Math.round(axis.fractionOf(index) * 10_000)),
    };
  });
  const count = groups.reduce((sum, group) => sum + group.runs.length, 0);
  return {
    axes: dates,
    runs: Array.from({ length: count }, (_, number) => runs.get(number) ?? null),
  };
}

function valuesAt(view: RunView, dates: readonly string[]): CurveValues {
  const { marks, label, startEquity } = view;
  const drawdown = drawdownCurve(marks.equity, startEquity);
  let next = 0;
  const last = dates.map((date) => {
    while (next < marks.dates.length && (marks.dates[next] as string) <= date) next++;
    return next - 1;
  });
  return {
    label,
    equity: last.map((at) => scaled(marks.equity[at], 100)),
    drawdown: last.map((at) => scaled(drawdown[at], 10_000)),
  };
}

function scaled(value: number | undefined, factor: number): number | null {
  return value === undefined ? null : Math.round(value * factor) + 0;
}
