/** The page of a result that trades: its frame, and what its sections are drawn from. */

import { curveData, type CurveData } from './curve-data.js';
import { fillSymbols } from './curve-legend.js';
import { dateAxis } from './date-axis.js';
import { detailBudget } from './detail-budget.js';
import { jsonForScript, markup } from './html.js';
import { pageText } from './page-frame.js';
import { renderSections } from './page-section.js';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import { notes } from './reading-notes.js';
import type { TradingReportInput } from './report-input.js';
import { runViews } from './report-run-view.js';
import { extremeRuns, runGroups } from './run-groups.js';
import { scenarioLine } from './scenario-section.js';
import { tradingSections, type PageContents } from './trading-sections.js';

/** `Invariant` when curves and results do not belong together. */
export function tradingPage(input: TradingReportInput): string {
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
