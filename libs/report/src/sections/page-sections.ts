/**
 * The sections of the page of a result, from outcomes to their origins: each if there is something
 * for it to show.
 */

import type { MetricName } from '#contracts/result/figures';
import {
  aside,
  dataTable,
  figure,
  figureContent,
  folded,
  type Section,
  text,
} from '../html/elements.js';
import { type Html, markup } from '../html/html.js';
import { detailBudget } from '../input/detail-budget.js';
import type { ReportInput } from '../input/report-input.js';
import {
  extremeRuns,
  type RunGroup,
  runGroups,
  type RunView,
  runViews,
} from '../input/run-view.js';
import { differenceFigure, intervalTitle, metricFigure } from '../table/metric-catalogue.js';
import { figuresTable } from '../table/metric-table.js';
import { paperSection } from '../table/paper-table.js';
import { summaryTable } from '../table/summary-table.js';
import { formatCount } from '../words/figure-format.js';
import { dataSection } from './data-section.js';
import { meaningsSection, policySection, verificationSection } from './closing-sections.js';
import { comparisonSection } from './comparison-section.js';
import { groupBody, groupSection, type SectionContext } from './group-section.js';
import { modelSection } from './model-section.js';
import { openSession } from './open-session.js';
import { notes } from './reading-notes.js';
import { runFiguresTable } from './run-figures.js';
import { runSection } from './run-section.js';
import { scenarioSection } from './scenario-section.js';

/** The input of the sections, within the limits on the content of a page. */
export function pageContents(input: ReportInput) {
  const { result } = input;
  const views = runViews(input);
  const groups = runGroups(views);
  const [lead = null, ...others] = views.filter(({ baseline }) => !baseline);
  const budget = detailBudget(views.length);
  /** Shown in full. */
  const detailed: ReadonlySet<RunView> = new Set(extremeRuns(views, budget.detailedRuns));
  const isWhole = detailed.size === views.length;
  const context: SectionContext = {
    budget,
    isWhole,
    currency: result.scenario.market?.currency ?? '',
  };
  return {
    result,
    views,
    groups,
    detailed,
    context,
    /** Groups whose curves are drawn: the first ones. */
    drawn: groups.slice(0, budget.drawnGroups),
    /** The run that the page is about: the only one, or the only one beside the baseline. */
    lead: others.length > 0 ? null : lead,
  };
}

export type PageContents = Readonly<ReturnType<typeof pageContents>>;

/** More groups of curves than this start folded. */
const openGroupsMax = 16;

/** In reading order; null for those that the result has nothing for. */
export function pageSections(page: PageContents): readonly (Section | null)[] {
  const { result } = page;
  return [
    notes(result),
    openSession(result),
    overview(page),
    runs(page),
    modelSection(result),
    comparisonSection(result),
    curves(page),
    details(page),
    ...result.sections.map((section, number) => dataSection(section, `section-${number}`)),
    policySection(result),
    meaningsSection(result),
    scenarioSection(result),
    verificationSection(result),
  ];
}

/** The first symbol: its figures beside its curves, on the first screen. */
function overview({ groups, lead, context }: PageContents): Section | null {
  const [group] = groups;
  if (group === undefined) return null;
  const title = `${group.market}${groups.length > 1 ? `, the first of ${groups.length}` : ''}`;
  const beside = markup`<div>${groupBody(group, context)}</div>`;
  const content = markup`<div class="overview">\n${headlineFigures(group, lead)}${beside}</div>`;
  return { id: 'overview', title: `Overview: ${title}`, link: 'Overview', content };
}

/** With their curves, where runs have an equity; otherwise with the figures of their workflow. */
function runs({ result, views, detailed, context: { budget } }: PageContents): Section {
  if (views.length === 0) {
    const figures = markup`${runFiguresTable(result)}
${paperSection(result)}`;
    return { id: 'runs', title: 'Runs', content: figures };
  }
  const content = markup`${summaryTable(views, detailed, budget.trendPoints)}
${paperSection(result)}
${figuresTable(views)}`;
  return { id: 'runs', title: 'Runs', content };
}

/** The symbols after the first one. */
function curves({ groups, drawn, context }: PageContents): Section | null {
  if (groups.length < 2) return null;
  const sections = drawn.slice(1).map((group) => groupSection(group, context));
  const rest = groups.length - drawn.length;
  const note = `Of the first ${drawn.length} symbols; the curves of the other ${formatCount(rest)} are in the \
table of runs, and in each run’s equity.csv.`;
  const shown = markup`${sections}`;
  const all =
    sections.length > openGroupsMax
      ? folded(`Curves of ${sections.length} more symbols`, shown)
      : shown;
  const content = markup`\n${rest > 0 && aside(note)}\n${all}`;
  return { id: 'curves', title: 'Curves by symbol', link: 'Curves', content };
}

/** The lead is unfolded: the reader came for it. */
function details({ views, groups, detailed, lead, context }: PageContents): Section | null {
  if (views.length === 0) return null;
  const groupOf = new Map(groups.flatMap((group) => group.runs.map((view) => [view, group])));
  const sections = [...detailed].map((view) =>
    runSection(view, groupOf.get(view)!, context, view === lead),
  );
  const title = `Details of ${context.isWhole ? 'each run' : 'some runs'}`;
  const half = detailed.size / 2;
  const choice = `The ${half} runs of highest and the ${half} of lowest final equity. Of the other \
${formatCount(views.length - detailed.size)} runs all figures are in the table above; equity.csv and fills.csv \
in a run’s folder have its curve and its fills.`;
  const note = !context.isWhole && aside(choice);
  return { id: 'details', title, link: 'Details', content: markup`\n${note}\n${sections}` };
}

const headlines: readonly (readonly [MetricName, string])[] = [
  ['cumulativeReturn', 'Total return'],
  ['annualisedReturn', 'Annualized'],
  ['sharpe', 'Sharpe ratio'],
  ['maxDrawdown', 'Max. drawdown'],
  ['trades', 'Trades'],
];

/** Each figure with its interval; tiles have the baseline's figure as well. */
function headlineFigures({ colored, market }: RunGroup, lead: RunView | null): Html {
  if (lead !== null) return tiles(lead, colored.find((view) => view !== lead) ?? null);
  const interval = intervalTitle(colored.map(({ result }) => result));
  const caption =
    `Each figure has its ${interval} below it; above baseline ` + 'is the difference per year';
  const columns = [
    text<RunView>('Agent', ({ label }) => label),
    ...headlines.map(([name, title]) =>
      figure<RunView>(title, ({ result }) => metricFigure(result, name)),
    ),
    figure<RunView>('Above baseline', (view) => differenceFigure(view.result, view.baseline)),
  ];
  const look = { style: 'headline' };
  return dataTable(`Headline figures, ${market}`, caption, colored, columns, look);
}

function tiles({ result, label, baseline }: RunView, other: RunView | null): Html {
  const tile = (title: string, content: Html, versus: Html | null = null): Html =>
    markup`<div><dt>${title}</dt><dd>${content}${versus}</dd></div>\n`;
  const shown = headlines.map(([name, title]) => {
    const beside = other && figureContent({ ...metricFigure(other.result, name), below: null });
    const versus = beside && markup`<small>${other!.label} ${beside}</small>`;
    return tile(title, figureContent(metricFigure(result, name)), versus);
  });
  const above = `Above ${result.againstBaseline?.baseline ?? 'baseline'}, a year`;
  const last = tile(above, figureContent(differenceFigure(result, baseline)));
  const versus = other === null ? '' : `, then the figure of ${other.label}`;
  const note = `Of ${label}; below each figure its ${intervalTitle([result])}${versus}.`;
  return markup`<div><dl class="tiles">${shown}${last}</dl>\n${aside(note)}</div>`;
}
