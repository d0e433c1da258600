/**
 * Agents compared: over repeats and sessions, with each other, and ranked; on a page and
 * in a terminal.
 */

import type {
  ComparedEntry,
  ComparedFigure,
  ModelEffect,
  ModelTable,
  TradingComparison,
} from '#contracts/result/comparison';
import type { Result } from '#contracts/result/result';
import { dataTable, figure, folded, type Section, text } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import {
  comparedText,
  comparisonSentences,
  equalText,
  figureWords,
  intervalSentences,
  intervalText,
  meanText,
  rankText,
} from '../words/comparison-words.js';
import { formatCount, formatFigure, undefinedSign } from '../words/figure-format.js';
import { columnLines, left, right, terminalLines } from '../words/terminal-columns.js';

/** Sentences that are listed individually. */
const sentencesMax = 12;

/** Null if nothing was compared. */
export function comparisonSection(result: Result): Section | null {
  const { comparison } = result;
  if (comparison === undefined) return null;
  const { differences, models } = comparison;
  const sentences = comparisonSentences(comparison);
  const rest = sentences.length - sentencesMax;
  const statements = [
    ...sentences.slice(0, sentencesMax),
    ...(rest > 0 ? [`${rest} more agents are not ranked.`] : []),
    ...intervalSentences(result),
  ];
  const title = 'Differences between agents';
  const caption = 'First agent minus the second; p is corrected for the number of pairs';
  const content = markup`${statements.map((sentence) => markup`<p>${sentence}</p>\n`)}
${entryTable(comparison)}
${models !== null && modelTables(models)}
${differences.length > 0 && folded(title, testedTable(title, caption, ['Agent', 'Other'], differences))}`;
  return { id: 'comparison', title: 'Comparison', content };
}

function entryTable({ rankings, entries }: TradingComparison): Html {
  const hasRepeats = entries.some(
    (entry) => entry.agreement !== null || (entry.return?.deviation ?? null) !== null,
  );
  const column = figure<ComparedEntry>;
  const caption = `Each agent over all its runs; below each figure, its interval over sessions${
    hasRepeats ? ', and marked “repeats” the one over repeats on the same sessions' : ''
  }. Ranks come with the range of ranks that cannot be ruled out`;
  const repeatColumns = [
    column('Deviation of return', (entry) => known(entry.return?.deviation, 'percent')),
    column('Equal decisions', equalText),
    column('Krippendorff’s alpha', ({ agreement }) => known(agreement?.alpha, 'ratio')),
  ];
  return dataTable('Agents compared', caption, entries, [
    text('Agent', ({ agent }) => agent),
    column('Mean return a year', (entry) => estimateCell(entry, 'return')),
    column('Sharpe ratio', (entry) => estimateCell(entry, 'sharpe')),
    ...(hasRepeats ? repeatColumns : []),
    ...rankings.map((ranking) =>
      column(`Rank by ${ranking.by === 'return' ? 'return' : 'Sharpe ratio'}`, ({ agent }) =>
        rankText(ranking, agent),
      ),
    ),
    column(
      'Not answered',
      ({ failures, due }) => `${formatCount(failures)} of ${formatCount(due)}`,
    ),
  ]);
}

const known = (value: number | null | undefined, kind: 'percent' | 'ratio'): string =>
  value === null || value === undefined ? undefinedSign : formatFigure(value, kind);

function estimateCell(entry: ComparedEntry, by: ComparedFigure): Html | string {
  const { overDays = null, overRuns = null } = entry[by] ?? {};
  const days = intervalText(overDays, by);
  const runs = intervalText(overRuns, by);
  const below = [days, runs && `repeats: ${runs}`].filter((line) => line !== null);
  return markup`${meanText(entry, by)}${below.map((line) => markup`<small>${line}</small>`)}`;
}

type Tested = Pick<
  ModelEffect,
  'one' | 'other' | 'difference' | 'interval' | 'pAdjusted' | 'smallestSeen' | 'by'
> & { readonly fixed?: string };

/**
 * Tests of first minus second, with the column titles of the two and of what they
 * share, if anything.
 */
function testedTable(
  title: string,
  caption: string,
  [first, second, fixed]: readonly [string, string, string?],
  tested: readonly Tested[],
): Html {
  const column = text<Tested>;
  return dataTable(title, caption, tested, [
    ...(fixed === undefined ? [] : [column(fixed, (test) => test.fixed!)]),
    column(first, (test) => test.one),
    column(second, (test) => test.other),
    column('Figure', ({ by }) => figureWords[by]),
    figure('Difference', ({ difference, by }) => comparedText(difference, by)),
    figure('Interval', ({ interval, by }) => intervalText(interval, by) ?? undefinedSign),
    figure('p, corrected', ({ pAdjusted }) => pAdjusted.toFixed(3)),
    figure('Smallest detectable', ({ smallestSeen, by }) => comparedText(smallestSeen, by, false)),
  ]);
}

function modelTables({ cells, ofFrameworks, ofModels }: ModelTable): Html {
  const title = 'Frameworks and models';
  const byFramework = Map.groupBy(cells, ({ framework }) => framework);
  const models = [...new Set(cells.map(({ model }) => model))];
  type Framework = readonly [string, ModelTable['cells']];
  const grid = dataTable(
    title,
    'Agents by framework and model',
    [...byFramework],
    [
      text<Framework>('Framework', ([framework]) => framework),
      ...models.map((model) =>
        text<Framework>(model, ([, own]) => {
          const agents = own.filter((cell) => cell.model === model).map(({ agent }) => agent);
          return agents.join(', ') || undefinedSign;
        }),
      ),
    ],
  );
  const effects = (title: string, fixed: string, found: readonly ModelEffect[]): Html | false => {
    const caption = `${title}: first minus second; unanswered decisions are counted separately`;
    return found.length > 0 && testedTable(title, caption, ['One', 'Other', fixed], found);
  };
  return markup`<h3>${title}</h3>${grid}
${effects('Models, in the same framework', 'Framework', ofModels)}
${effects('Frameworks, with the same model', 'Model', ofFrameworks)}`;
}

/** The terminal lists fewer; the report lists all. */
const terminalAgentsMax = 20;
const terminalSentencesMax = 6;
const charsMax = 300;

/**
 * A line for each agent over all its runs, and the verdict on the ranking. Empty if there are
 * neither repeats nor agents that ask models: only the report compares the others.
 */
export function comparisonLines({ comparison, scenario, runs }: Result): readonly string[] {
  if (comparison === undefined) return [];
  if (scenario.repeats === 1 && runs.every(({ models }) => models === undefined)) return [];
  const [ranking] = comparison.rankings;
  const rest = comparison.entries.length - terminalAgentsMax;
  const columns = [
    left<ComparedEntry>('Agent', 20, ({ agent }) => agent),
    right<ComparedEntry>('Return a year', 13, (entry) => meanText(entry, 'return')),
    right<ComparedEntry>('over sessions', 24, (entry) => {
      return intervalText(entry.return?.overDays ?? null, 'return') ?? undefinedSign;
    }),
    right<ComparedEntry>('Sharpe', 6, (entry) => meanText(entry, 'sharpe')),
    right<ComparedEntry>('Rank', 12, ({ agent }) => rankText(ranking, agent)),
    right('Equal', 7, equalText),
  ];
  return [
    '',
    'each agent over all its runs:',
    ...columnLines(columns, comparison.entries.slice(0, terminalAgentsMax)),
    ...(rest > 0 ? [`and ${rest} more agents`] : []),
    ...terminalLines(comparisonSentences(comparison).slice(0, terminalSentencesMax), charsMax),
  ];
}
