/** `report.html`: one file that opens offline, reads without a script, and is a function of its input. */

import { meaningsSection, policySection, verificationSection } from './closing-sections.js';
import { contentPolicy } from './content-policy.js';
import { curveData } from './curve-data.js';
import { fillSymbols } from './curve-legend.js';
import { dateAxis } from './date-axis.js';
import { detailBudget } from './detail-budget.js';
import { folded } from './folded.js';
import { groupSection, type SectionContext } from './group-section.js';
import { jsonForScript, markup, trustedHtml, type Html } from './html.js';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import type { ReportInput } from './report-input.js';
import { runViews, type RunView } from './report-run-view.js';
import { runGroups, type RunGroup } from './run-groups.js';
import { runSection } from './run-section.js';
import { notes, scenarioFacts } from './scenario-section.js';
import { summaryTable } from './summary-table.js';

/** More groups of curves than this start folded. */
const openGroupsMax = 16;

/**
 * The whole page as text. Pure: the same input gives the same bytes. Curves are thinned by
 * `detailBudget`; everything from outside is escaped. Throws `Invariant` when curves and results
 * do not belong together.
 */
export function renderReport(input: ReportInput): string {
  const { result } = input;
  const views = runViews(input);
  const groups = runGroups(views);
  const axes = groups.map(({ dates }) => dateAxis(dates));
  const context = { budget: detailBudget(views.length), currency: result.scenario.currency };
  const data = curveData(groups, axes, views, context.budget.readoutMarks);
  const curves = groups.map((group, number) =>
    groupSection(group, number, dateAxis(group.dates), context),
  );
  return markup`<!doctype html>
<html lang="en">
${head(result.scenario.name)}
<body>
<a class="skip" href="#main">Skip to the runs</a>
${fillSymbols}
${pageHeader(input)}
<main id="main" tabindex="-1">
${notes(result)}
<section aria-labelledby="runs"><h2 id="runs">Runs</h2>${summaryTable(views)}</section>
<section aria-labelledby="curves"><h2 id="curves">Curves by symbol</h2>
${groups.length > openGroupsMax ? folded(`Curves of ${groups.length} symbols`, curves) : curves}</section>
<section aria-labelledby="details"><h2 id="details">Details of each run</h2>
${details(views, groups, context)}</section>
${policySection(result)}
${meaningsSection()}
${verificationSection(result)}
</main>
<footer><p>Written by Tapefold. This file makes no requests and needs no network.</p></footer>
<script type="application/json" id="curve-data">${jsonForScript(data)}</script>
<script>${trustedHtml(pageScript)}</script>
</body>
</html>
`.text;
}

function head(name: string): Html {
  return markup`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(pageStyle, pageScript)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${name}: backtest report</title>
<style>${trustedHtml(pageStyle)}</style>
</head>`;
}

const sections = [
  ['runs', 'Runs'],
  ['curves', 'Curves'],
  ['details', 'Details'],
  ['policy', 'Policy'],
  ['meanings', 'Figures'],
  ['verify', 'Verify'],
] as const;

function pageHeader({ result }: ReportInput): Html {
  const { scenario } = result;
  const badge = scenario.synthetic && markup` <span class="badge">synthetic data</span>`;
  const links = sections.map(([id, label]) => markup`<li><a href="#${id}">${label}</a></li>\n`);
  return markup`<header>
<div class="title"><div><p class="kind">Backtest report</p><h1>${scenario.name}${badge}</h1></div>
<button type="button" id="theme" aria-pressed="false" hidden>Dark theme</button></div>
${scenarioFacts(result)}
<nav aria-label="Sections"><ul>${links}</ul></nav>
</header>`;
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
