/**
 * `report.html`: one file that opens offline, reads without a script, and is a
 * function of its input.
 */

import type { ReportInput } from '../input/report-input.js';
import type { Result } from '#contracts/result/result';
import { escapeHtml, type Html, jsonForScript, markup } from '../html/html.js';
import { sectionStyle } from '../html/section-style.js';
import { taskFacts } from '../sections/run-figures.js';
import { pageText } from '../html/page-frame.js';
import type { RunView } from '../input/run-view.js';
import { lastMarks } from '../charts/date-axis.js';
import { scenarioLine } from '../sections/scenario-section.js';
import { type PageContents, pageContents, pageSections } from '../sections/page-sections.js';
import { drawdownCurve } from '../charts/curve-figure.js';
import { spread } from '../charts/downsample.js';

/**
 * The whole page as text. Pure: the same input gives the same bytes. Curves are thinned by
 * `detailBudget`; all foreign text is escaped. Throws `Invariant` when curves and results, or
 * columns and rows of a section, do not belong together.
 */
export function renderReport(input: ReportInput): string {
  const { result } = input;
  const { name, synthetic } = result.scenario;
  const page = pageContents(input);
  const hasDataSections = page.views.length === 0 || result.sections.length > 0;
  return pageText({
    name,
    kind: kindOf(result),
    synthetic,
    facts: scenarioLine(result) ?? taskFacts(result),
    sections: pageSections(page),
    ...(page.views.length > 0 && { data: curveScript(page) }),
    ...(hasDataSections && { style: sectionStyle }),
  });
}

function kindOf({ scenario, tape }: Result): string {
  if (scenario.market === undefined) return 'Task report';
  return tape.feed === undefined ? 'Backtest report' : 'Report on a live feed';
}

/** The page that replaces a report that could not be drawn, with the reason. */
export function renderUndrawn(reason: string): string {
  const text =
    `This report could not be drawn: ${escapeHtml(reason)}. The ` + 'figures are in result.json.';
  return `<!doctype html>\n<meta charset="utf-8">\n<title>No report</title>\n<p>${text}</p>\n`;
}

const curveScript = (page: PageContents): Html => {
  const data = jsonForScript(curveData(page));
  return markup`<script type="application/json" id="curve-data">${data}</script>\n`;
};

/**
 * Data for the page's script, in cents and basis points, which are short: the dates of each group's
 * axis with their places as shares of 1/10,000 of the plot's width, and by its number each run that
 * a figure names, else null.
 */
function curveData({ views, groups, detailed, drawn, context }: PageContents) {
  const named = new Set([...detailed, ...drawn.flatMap(({ colored }) => colored)]);
  const runs = views.map((): ReturnType<typeof valuesAt> | null => null);
  const axes = groups.map(({ runs: all, axis }) => {
    const shown = all.filter((view) => named.has(view));
    const { readoutMarks } = context.budget;
    const kept = shown.length === 0 ? [] : spread(axis.dates.length, readoutMarks);
    const dates = kept.map((index) => axis.dates[index] as string);
    for (const view of shown) runs[view.number] = valuesAt(view, dates);
    return { dates, at: kept.map((index) => Math.round(axis.fractionOf(index) * 10_000)) };
  });
  return { axes, runs };
}

/** At each date, null before the run's first mark. */
function valuesAt({ marks, label, startEquity }: RunView, dates: readonly string[]) {
  const drawdown = drawdownCurve(marks.equity, startEquity);
  const last = lastMarks(marks.dates, dates);
  return {
    label,
    equity: last.map((at) => scaled(marks.equity[at], 100)),
    drawdown: last.map((at) => scaled(drawdown[at], 10_000)),
  };
}

function scaled(value: number | undefined, factor: number): number | null {
  return value === undefined ? null : Math.round(value * factor) + 0;
}
