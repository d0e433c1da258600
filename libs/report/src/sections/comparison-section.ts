/** The section of a report that compares agents: over repeats and sessions, with each other, and ranked. */

import type {
  ComparedEntry,
  ComparedFigure,
  ModelEffect,
  ModelTable,
  TradingComparison,
} from '#contracts/result/comparison';
import type { TradingResult } from '#contracts/result/result';
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
import { dataTable, figures, folded, texts, titledSection } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';

/** Sentences that are listed individually. */
const sentencesMax = 12;

/** Null if nothing was compared. */
export function comparisonSection(result: TradingResult): Html | null {
  const { comparison } = result;
  if (comparison === undefined) return null;
  const sentences = comparisonSentences(comparison);
  const rest = sentences.length - sentencesMax;
  const told = [
    ...sentences.slice(0, sentencesMax),
    ...(rest > 0 ? [`${rest} more agents are not ranked.`] : []),
    ...intervalSentences(result),
  ];
  return titledSection(
    'comparison',
    'Comparison',
    markup`${told.map((sentence) => markup`<p>${sentence}</p>\n`)}
${entryTable(comparison)}
${comparison.models !== null && modelTables(comparison.models)}
${comparison.differences.length > 0 && differenceTable(comparison)}`,
  );
}

function entryTable(comparison: TradingComparison): Html {
  const { rankings, entries } = comparison;
  const hasRepeats = entries.some(
    (entry) => entry.agreement !== null || (entry.return?.deviation ?? null) !== null,
  );
  const heads = [
    ...['Mean return a year', 'Sharpe ratio'],
    ...(hasRepeats ? ['Deviation of return', 'Equal decisions', 'Krippendorff’s alpha'] : []),
    ...rankings.map(({ by }) => `Rank by ${by === 'return' ? 'return' : 'Sharpe ratio'}`),
    'Not answered',
  ];
  const repeated = hasRepeats
    ? ', and marked “repeats” the one over repeats on the same sessions'
    : '';
  return dataTable({
    label: 'Agents compared',
    caption:
      `Each agent over all its runs; below each figure, its interval over sessions${repeated}. ` +
      'Ranks come with the range of ranks that cannot be ruled out',
    columns: [...texts('Agent'), ...figures(...heads)],
    rows: entries.map((entry) => [
      entry.agent,
      estimateCell(entry, 'return'),
      estimateCell(entry, 'sharpe'),
      ...(hasRepeats ? repeatCells(entry) : []),
      ...rankings.map((ranking) => rankText(ranking, entry.agent)),
      failuresText(entry),
    ]),
  });
}

function estimateCell(entry: ComparedEntry, by: ComparedFigure): Html | string {
  const estimate = entry[by];
  if (estimate === null) return undefinedSign;
  const { overDays, overRuns } = estimate;
  const below = [
    { of: '', interval: overDays },
    { of: 'repeats: ', interval: overRuns },
  ].flatMap(({ of, interval }) => {
    const text = intervalText(interval, by);
    return text === null ? [] : [markup`<small>${of}${text}</small>`];
  });
  return markup`${meanText(entry, by)}${below}`;
}

function repeatCells(entry: ComparedEntry): readonly string[] {
  const deviation = entry.return?.deviation ?? null;
  const alpha = entry.agreement?.alpha ?? null;
  return [
    deviation === null ? undefinedSign : formatFigure(deviation, 'percent'),
    equalText(entry),
    alpha === null ? undefinedSign : formatFigure(alpha, 'ratio'),
  ];
}

const failuresText = ({ failures, due }: ComparedEntry): string =>
  `${formatCount(failures)} of ${formatCount(due)}`;

type Tested = Pick<ModelEffect, 'difference' | 'interval' | 'pAdjusted' | 'smallestSeen' | 'by'>;

const testedColumns = [
  ...texts('Figure'),
  ...figures('Difference', 'Interval', 'p, corrected', 'Smallest detectable'),
];

const testedCells = ({ by, difference, interval, pAdjusted, smallestSeen }: Tested): string[] => [
  figureWords[by],
  comparedText(difference, by),
  intervalText(interval, by) ?? undefinedSign,
  pAdjusted.toFixed(3),
  comparedText(smallestSeen, by, false),
];

function differenceTable({ differences }: TradingComparison): Html {
  const table = dataTable({
    label: 'Differences between agents',
    caption: 'First agent minus the second; p is corrected for the number of pairs',
    columns: [...texts('Agent', 'Other'), ...testedColumns],
    rows: differences.map((tested) => [tested.one, tested.other, ...testedCells(tested)]),
  });
  return folded('Differences between agents', table);
}

function modelTables({ cells, ofFrameworks, ofModels }: ModelTable): Html {
  const models = [...new Set(cells.map(({ model }) => model))];
  const frameworks = [...new Set(cells.map(({ framework }) => framework))];
  const agentsAt = (framework: string, model: string): string =>
    cells
      .filter((cell) => cell.framework === framework && cell.model === model)
      .map(({ agent }) => agent)
      .join(', ');
  const grid = dataTable({
    label: 'Frameworks and models',
    caption: 'Agents by framework and model',
    columns: texts('Framework', ...models),
    rows: frameworks.map((framework) => [
      framework,
      ...models.map((model) => agentsAt(framework, model) || undefinedSign),
    ]),
  });
  return markup`<h3>Frameworks and models</h3>${grid}
${ofModels.length > 0 && effectTable('Models, in the same framework', 'Framework', ofModels)}
${ofFrameworks.length > 0 && effectTable('Frameworks, with the same model', 'Model', ofFrameworks)}`;
}

function effectTable(title: string, fixed: string, effects: readonly ModelEffect[]): Html {
  return dataTable({
    label: title,
    caption: `${title}: first minus second; unanswered decisions are counted separately`,
    columns: [...texts(fixed, 'One', 'Other'), ...testedColumns],
    rows: effects.map((effect) => [effect.fixed, effect.one, effect.other, ...testedCells(effect)]),
  });
}
