/** The page of a result that trades: its runs, their curves by symbol, and every run in full. */

import type { TradingResult } from '#contracts/result';
import {
  hashesBelow,
  hashesInDetails,
  journalHashes,
  meaningsSection,
  policySection,
  verificationSection,
} from './closing-sections.js';
import { comparisonSection } from './comparison-section.js';
import { curveData, type CurveData } from './curve-data.js';
import { fillSymbols } from './curve-legend.js';
import { dateAxis } from './date-axis.js';
import { detailBudget } from './detail-budget.js';
import { formatFigure } from './figure-format.js';
import { figuresTable } from './figures-table.js';
import { folded } from './folded.js';
import { groupSection, type SectionContext } from './group-section.js';
import { jsonForScript, markup, type Html } from './html.js';
import { pageText, type PageFrame } from './page-frame.js';
import { modelRuns } from './model-figures.js';
import { modelSection } from './model-section.js';
import { pageScript } from './page-script.js';
import { pageStyle } from './page-style.js';
import { notes } from './reading-notes.js';
import { paperSection } from './paper-table.js';
import type { TradingReportInput } from './report-input.js';
import { runViews, type RunView } from './report-run-view.js';
import { extremeRuns, runGroups, type RunGroup } from './run-groups.js';
import { runSection } from './run-section.js';
import { scenarioFacts } from './scenario-section.js';
import { summaryTable } from './summary-table.js';

/** More groups of curves than this start folded. */
const openGroupsMax = 16;

/** A section that the page does not have is not linked to. */
const linksOf = (result: TradingResult): PageFrame['links'] => [
  ['runs', 'Runs'],
  ...(modelRuns(result).length === 0 ? [] : [['models', 'Models'] as const]),
  ...(result.comparison === undefined ? [] : [['comparison', 'Comparison'] as const]),
  ['curves', 'Curves'],
  ['details', 'Details'],
  ['policy', 'Policy'],
  ['meanings', 'Figures'],
  ['verify', 'Verify'],
];

/** `Invariant` when curves and results do not belong together. */
export function tradingPage(input: TradingReportInput): string {
  const { result } = input;
  const { scenario } = result;
  const page = contentsOf(input);
  return pageText({
    name: scenario.name,
    kind: result.tape.feed === undefined ? 'Backtest report' : 'Report on a live feed',
    synthetic: scenario.synthetic,
    facts: scenarioFacts(result),
    links: linksOf(result),
    symbols: fillSymbols,
    main: mainOf(result, page),
    data: markup`<script type="application/json" id="curve-data">${jsonForScript(curvesOf(page))}</script>\n`,
    style: pageStyle,
    script: pageScript,
  });
}

/** What a page has room for. */
interface Contents {
  readonly views: readonly RunView[];
  readonly groups: readonly RunGroup[];
  /** Shown in full. */
  readonly detailed: ReadonlySet<RunView>;
  /** Groups whose curves are drawn: the first ones. */
  readonly drawn: readonly RunGroup[];
  readonly context: SectionContext;
}

function contentsOf(input: TradingReportInput): Contents {
  const views = runViews(input);
  const groups = runGroups(views);
  const budget = detailBudget(views.length);
  const detailed = new Set(extremeRuns(views, budget.detailedRuns));
  const isWhole = detailed.size === views.length;
  const { currency } = input.result.scenario;
  const drawn = groups.slice(0, budget.drawnGroups);
  return { views, groups, detailed, drawn, context: { budget, isWhole, currency } };
}

function curvesOf({ groups, detailed, drawn, context }: Contents): CurveData {
  const axes = groups.map(({ dates }) => dateAxis(dates));
  const named = new Set([...detailed, ...drawn.flatMap(({ coloured }) => coloured)]);
  return curveData(groups, axes, named, context.budget.readoutMarks);
}

function mainOf(result: TradingResult, page: Contents): Html {
  const { views, groups, detailed, drawn, context } = page;
  const { isWhole, budget } = context;
  const curves = drawn.map((group, number) =>
    groupSection(group, number, dateAxis(group.dates), context),
  );
  const rest = groups.length - drawn.length;
  return markup`${notes(result)}
<section aria-labelledby="runs"><h2 id="runs">Runs</h2>${summaryTable(views, detailed, budget.trendPoints)}
${paperSection(result)}
${!isWhole && figuresTable(views)}</section>
${modelSection(result)}
${comparisonSection(result)}
<section aria-labelledby="curves"><h2 id="curves">Curves by symbol</h2>
${rest > 0 && undrawnNote(rest, drawn.length)}
${drawn.length > openGroupsMax ? folded(`Curves of ${drawn.length} symbols`, curves) : curves}</section>
<section aria-labelledby="details"><h2 id="details">Details of ${isWhole ? 'each run' : 'some runs'}</h2>
${!isWhole && choiceNote(views.length, detailed.size)}
${details(page)}</section>
${policySection(result)}
${meaningsSection()}
${verification(result, isWhole)}`;
}

function verification(result: TradingResult, isWhole: boolean): Html {
  if (isWhole) return verificationSection(result, hashesInDetails);
  return verificationSection(result, hashesBelow, journalHashes(result));
}

function undrawnNote(rest: number, drawn: number): Html {
  return markup`<p class="aside">Of the first ${drawn} symbols; the curves of the other
${formatFigure(rest, 'count')} are in the table of runs, and in each run’s equity.csv.</p>`;
}

function choiceNote(all: number, shown: number): Html {
  return markup`<p class="aside">The ${shown / 2} runs of highest and the ${shown / 2} of lowest final
equity. Of the other ${formatFigure(all - shown, 'count')} runs all figures are in the table above;
equity.csv and fills.csv in a run’s folder have its curve and its fills.</p>`;
}

/** A lone run is unfolded: there is nothing else to choose. */
function details({ views, groups, detailed, context }: Contents): readonly Html[] {
  const groupOf = new Map(
    groups.flatMap((group, key) => group.runs.map((view) => [view, { group, key }] as const)),
  );
  return [...detailed].map((view) => {
    const { group, key } = groupOf.get(view) as { group: RunGroup; key: number };
    return runSection(view, group, key, context, views.length === 1);
  });
}
