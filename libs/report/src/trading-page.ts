/** The page of a result that trades: its runs, their curves by symbol, and every run in full. */

import {
  hashesInDetails,
  meaningsSection,
  policySection,
  verificationSection,
} from './closing-sections.js';
import { curveData } from './curve-data.js';
import { fillSymbols } from './curve-legend.js';
import { dateAxis } from './date-axis.js';
import { detailBudget } from './detail-budget.js';
import { folded } from './folded.js';
import { groupSection, type SectionContext } from './group-section.js';
import { jsonForScript, markup, type Html } from './html.js';
import { pageText } from './page-frame.js';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import { notes } from './reading-notes.js';
import type { TradingReportInput } from './report-input.js';
import { runViews, type RunView } from './report-run-view.js';
import { runGroups, type RunGroup } from './run-groups.js';
import { runSection } from './run-section.js';
import { scenarioFacts } from './scenario-section.js';
import { summaryTable } from './summary-table.js';

/** More groups of curves than this start folded. */
const openGroupsMax = 16;

const links = [
  ['runs', 'Runs'],
  ['curves', 'Curves'],
  ['details', 'Details'],
  ['policy', 'Policy'],
  ['meanings', 'Figures'],
  ['verify', 'Verify'],
] as const;

/** `Invariant` when curves and results do not belong together. */
export function tradingPage(input: TradingReportInput): string {
  const { result } = input;
  const { scenario } = result;
  const views = runViews(input);
  const groups = runGroups(views);
  const axes = groups.map(({ dates }) => dateAxis(dates));
  const context = { budget: detailBudget(views.length), currency: scenario.currency };
  const data = curveData(groups, axes, views, context.budget.readoutMarks);
  return pageText({
    name: scenario.name,
    kind: 'Backtest report',
    synthetic: scenario.synthetic,
    facts: scenarioFacts(result),
    links,
    symbols: fillSymbols,
    main: mainOf(input, views, groups, context),
    data: markup`<script type="application/json" id="curve-data">${jsonForScript(data)}</script>\n`,
    style: pageStyle,
    script: pageScript,
  });
}

function mainOf(
  { result }: TradingReportInput,
  views: readonly RunView[],
  groups: readonly RunGroup[],
  context: SectionContext,
): Html {
  const curves = groups.map((group, number) =>
    groupSection(group, number, dateAxis(group.dates), context),
  );
  return markup`${notes(result)}
<section aria-labelledby="runs"><h2 id="runs">Runs</h2>${summaryTable(views)}</section>
<section aria-labelledby="curves"><h2 id="curves">Curves by symbol</h2>
${groups.length > openGroupsMax ? folded(`Curves of ${groups.length} symbols`, curves) : curves}</section>
<section aria-labelledby="details"><h2 id="details">Details of each run</h2>
${details(views, groups, context)}</section>
${policySection(result)}
${meaningsSection()}
${verificationSection(result, hashesInDetails)}`;
}

/** A lone run is unfolded: there is nothing else to choose. */
function details(
  views: readonly RunView[],
  groups: readonly RunGroup[],
  context: SectionContext,
): readonly Html[] {
  const groupOf = new Map(
    groups.flatMap((group, key) => group.runs.map((view) => [view, { group, key }] as const)),
  );
  return views.map((view) => {
    const { group, key } = groupOf.get(view) as { group: RunGroup; key: number };
    return runSection(view, group, key, context, views.length === 1);
  });
}
