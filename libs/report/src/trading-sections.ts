/** The sections of the page of a result that trades, from what came out to how it came about. */

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
import { dateAxis } from './date-axis.js';
import { formatFigure } from './figure-format.js';
import { figuresTable } from './figures-table.js';
import { folded } from './folded.js';
import { groupBody, groupSection, type SectionContext } from './group-section.js';
import { headlineFigures } from './headline-figures.js';
import { markup, type Html } from './html.js';
import { modelSection } from './model-section.js';
import { openSession } from './open-session.js';
import { titledSection, type PageSection } from './page-section.js';
import { paperSection } from './paper-table.js';
import type { RunView } from './report-run-view.js';
import type { RunGroup } from './run-groups.js';
import { runSection } from './run-section.js';
import { scenarioSection } from './scenario-section.js';
import { summaryTable } from './summary-table.js';

/** What the sections are drawn from. */
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

/** In reading order; a new section of the page is a new entry. */
export const tradingSections: readonly PageSection<PageContents>[] = [
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
${headlineFigures(group, lead)}<div>${groupBody(group, 0, dateAxis(group.dates), context)}</div></div>`,
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
  const sections = drawn
    .slice(1)
    .map((group, at) => groupSection(group, at + 1, dateAxis(group.dates), context));
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
${formatFigure(rest, 'count')} are in the table of runs, and in each run’s equity.csv.</p>`;
}

/** The lead is unfolded: it is what the reader came for. */
function details({ views, groups, detailed, lead, context }: PageContents): Html {
  const groupOf = new Map(
    groups.flatMap((group, key) => group.runs.map((view) => [view, { group, key }] as const)),
  );
  const sections = [...detailed].map((view) => {
    const { group, key } = groupOf.get(view) as { group: RunGroup; key: number };
    return runSection(view, group, key, context, view === lead);
  });
  const title = `Details of ${context.isWhole ? 'each run' : 'some runs'}`;
  const choice = !context.isWhole && choiceNote(views.length, detailed.size);
  return titledSection('details', title, markup`\n${choice}\n${sections}`);
}

function choiceNote(all: number, shown: number): Html {
  return markup`<p class="aside">The ${shown / 2} runs of highest and the ${shown / 2} of lowest final
equity. Of the other ${formatFigure(all - shown, 'count')} runs all figures are in the table above;
equity.csv and fills.csv in a run’s folder have its curve and its fills.</p>`;
}

function verification({ result, context }: PageContents): Html {
  if (context.isWhole) return verificationSection(result, hashesInDetails);
  return verificationSection(result, hashesBelow, journalHashes(result));
}
