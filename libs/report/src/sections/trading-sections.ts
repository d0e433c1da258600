/** The sections of the page of a result that trades, from outcomes to their origins. */

import type { MetricName, TradingResult } from '#contracts/result/result';
import {
  journalHashes,
  meaningsSection,
  policySection,
  verificationSection,
} from './closing-sections.js';
import { comparisonSection } from './comparison-section.js';
import { formatCount } from '../words/figure-format.js';
import { groupBody, groupSection, type SectionContext } from './group-section.js';
import { type Html, markup } from '../html/html.js';
import { modelSection } from './model-section.js';
import { openSession } from './open-session.js';
import { type Cell, dataTable, figures, folded, texts, titledSection } from '../html/elements.js';
import { paperSection } from '../table/paper-table.js';
import type { RunView } from '../input/report-run-view.js';
import type { RunGroup } from '../input/run-groups.js';
import { runSection } from './run-section.js';
import { scenarioSection } from './scenario-section.js';
import { summaryTable } from '../table/summary-table.js';
import { differenceFigure, figureContent, metricFigure } from '../table/figure-cell.js';
import {
  intervalTitle,
  metricCatalogue,
  type MetricEntry,
  metricText,
  reasonFor,
} from '../table/metric-catalogue.js';

const headlines: readonly (readonly [MetricName, string])[] = [
  ['cumulativeReturn', 'Total return'],
  ['annualisedReturn', 'Annualized'],
  ['sharpe', 'Sharpe ratio'],
  ['maxDrawdown', 'Max. drawdown'],
  ['trades', 'Trades'],
];

/** The input of the sections. */
export interface PageContents {
  readonly result: TradingResult;
  readonly views: readonly RunView[];
  readonly groups: readonly RunGroup[];
  /** Shown in full. */
  readonly detailed: ReadonlySet<RunView>;
  /** Groups whose curves are drawn: the first ones. */
  readonly drawn: readonly RunGroup[];
  /** The run that the page is about: the only one, or the only one beside the baseline. */
  readonly lead: RunView | null;
  readonly context: SectionContext;
}

/** More groups of curves than this start folded. */
const openGroupsMax = 16;

interface PageSection {
  /** The anchor of its heading. */
  readonly id: string;
  /** Its name in the list of links. */
  readonly link: string;
  /** Null if there is nothing to show: then the section is left out, and so is its link. */
  readonly render: (page: PageContents) => Html | null;
}

/** In reading order; a new section of the page is a new entry. */
export const tradingSections: readonly PageSection[] = [
  { id: 'open', link: 'Open session', render: ({ result }) => openSession(result) },
  { id: 'overview', link: 'Overview', render: overview },
  { id: 'runs', link: 'Runs', render: runs },
  { id: 'models', link: 'Models', render: ({ result }) => modelSection(result) },
  { id: 'comparison', link: 'Comparison', render: ({ result }) => comparisonSection(result) },
  { id: 'curves', link: 'Curves', render: curves },
  { id: 'details', link: 'Details', render: details },
  { id: 'policy', link: 'Policy', render: ({ result }) => policySection(result) },
  { id: 'meanings', link: 'Figures', render: meaningsSection },
  { id: 'scenario', link: 'Scenario', render: ({ result }) => scenarioSection(result) },
  { id: 'verify', link: 'Verify', render: verification },
];

/** The first symbol: its figures beside its curves, on the first screen. */
function overview({ groups, lead, context }: PageContents): Html | null {
  const [group] = groups;
  if (group === undefined) return null;
  const title = `${group.market}${groups.length > 1 ? `, the first of ${groups.length}` : ''}`;
  return titledSection(
    'overview',
    `Overview: ${title}`,
    markup`<div class="overview">
${headlineFigures(group, lead)}<div>${groupBody(group, context)}</div></div>`,
  );
}

function runs({ result, views, detailed, context }: PageContents): Html {
  const { isWhole, budget } = context;
  return titledSection(
    'runs',
    'Runs',
    markup`${summaryTable(views, detailed, budget.trendPoints)}
${paperSection(result)}
${!isWhole && figuresTable(views)}`,
  );
}

/** The symbols after the first one. */
function curves({ groups, drawn, context }: PageContents): Html | null {
  if (groups.length < 2) return null;
  const sections = drawn.slice(1).map((group) => groupSection(group, context));
  const rest = groups.length - drawn.length;
  return titledSection(
    'curves',
    'Curves by symbol',
    markup`
${rest > 0 && undrawnNote(rest, drawn.length)}
${sections.length > openGroupsMax ? folded(`Curves of ${sections.length} more symbols`, sections) : sections}`,
  );
}

function undrawnNote(rest: number, drawn: number): Html {
  return markup`<p class="aside">Of the first ${drawn} symbols; the curves of the other
${formatCount(rest)} are in the table of runs, and in each run’s equity.csv.</p>`;
}

/** The lead is unfolded: the reader came for it. */
function details({ views, groups, detailed, lead, context }: PageContents): Html {
  const groupOf = new Map(
    groups.flatMap((group) => group.runs.map((view) => [view, group] as const)),
  );
  const sections = [...detailed].map((view) =>
    runSection(view, groupOf.get(view)!, context, view === lead),
  );
  const title = `Details of ${context.isWhole ? 'each run' : 'some runs'}`;
  const choice = !context.isWhole && choiceNote(views.length, detailed.size);
  return titledSection('details', title, markup`\n${choice}\n${sections}`);
}

function choiceNote(all: number, shown: number): Html {
  return markup`<p class="aside">The ${shown / 2} runs of highest and the ${shown / 2} of lowest final
equity. Of the other ${formatCount(all - shown)} runs all figures are in the table above;
equity.csv and fills.csv in a run’s folder have its curve and its fills.</p>`;
}

function verification({ result, context }: PageContents): Html {
  return verificationSection(result, context.isWhole ? null : journalHashes(result));
}

/** Each figure with its interval; tiles have the baseline's figure as well. */
function headlineFigures({ coloured, market }: RunGroup, lead: RunView | null): Html {
  if (lead !== null) return tiles(lead, coloured.find((view) => view !== lead) ?? null);
  const titles = [...headlines.map(([, title]) => title), 'Above baseline'];
  const interval = intervalTitle(coloured.map(({ result }) => result));
  return dataTable({
    label: `Headline figures, ${market}`,
    style: 'headline',
    caption: `Each ${interval} stands below its figure; above baseline is the difference in a year`,
    columns: [...texts('Agent'), ...figures(...titles)],
    rows: coloured.map((view) => [view.label, ...figuresOf(view)]),
  });
}

const figuresOf = (view: RunView): readonly Html[] => [
  ...headlines.map(([name]) => figureContent(metricFigure(view.result, name))),
  figureContent(differenceFigure(view)),
];

function tiles(view: RunView, other: RunView | null): Html {
  const above = `Above ${view.result.againstBaseline?.baseline ?? 'baseline'}, a year`;
  const shown = figuresOf(view).map((content, at) => {
    const [name, title = above] = headlines[at] ?? [];
    const beside = name !== undefined && other !== null && metricFigure(other.result, name);
    const versus =
      beside &&
      markup`<small>${other!.label} ${figureContent({ ...beside, interval: null })}</small>`;
    return markup`<div><dt>${title}</dt><dd>${content}${versus}</dd></div>\n`;
  });
  const versus = other === null ? '' : `, then the figure of ${other.label}`;
  return markup`<div><dl class="tiles">${shown}</dl>
<p class="aside">Of ${view.label}; below each figure its ${intervalTitle([view.result])}${versus}.</p></div>`;
}

type Run = RunView['result'];

/** Counts, each with a column if some run has one. */
const counts: readonly (readonly [string, (run: Run) => number])[] = [
  ['Decisions due', ({ coverage }) => coverage.due],
  ['Answered', ({ coverage }) => coverage.answered],
  ['Missing', ({ coverage }) => coverage.missing],
  ['Invalid', ({ coverage }) => coverage.invalid],
  ['Late', ({ coverage }) => coverage.late],
  ['Failed', ({ coverage }) => coverage.failed],
  ['Orders denied', ({ denied }) => denied],
  ['Orders cancelled', ({ cancelled }) => cancelled],
  ['Rows dropped', ({ rowsDropped }) => rowsDropped],
];

/** One row a run: the figures of the catalogue, and the counts of decisions, orders and rows. */
function figuresTable(views: readonly RunView[]): Html {
  const counted = counts.filter(([, of]) => views.some(({ result }) => of(result) > 0));
  const heads = [...metricCatalogue.map(({ label }) => label), ...counted.map(([head]) => head)];
  const table = dataTable({
    label: 'All figures of all runs',
    style: 'figures',
    caption: 'All figures of all runs; a dash has its reason as a tooltip, and in result.json',
    columns: [...texts('Agent', 'Symbol'), ...figures(...heads)],
    rows: views.map(({ result, label, market }) => [
      label,
      market,
      ...metricCatalogue.map((entry) => cell(result, entry)),
      ...counted.map(([, of]) => formatCount(of(result))),
    ]),
  });
  return folded('All figures of all runs', table);
}

function cell(result: Run, entry: MetricEntry): Cell | string {
  const attributes = markup` class="undefined" title="${reasonFor(result, entry.name)}"`;
  return metricText(result, entry) ?? { content: '—', attributes };
}
