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
  figureWords,
  intervalSentences,
  intervalText,
  rankText,
} from '../words/comparison-words.js';
import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from '../html/data-table.js';
import { formatFigure, formatShare } from '../words/figure-format.js';
import { folded } from '../html/folded.js';
import { markup, type Html } from '../html/html.js';
import { undefinedSign } from '../terminal/terminal-coverage.js';

/** Sentences that are listed one by one. */
const sentencesMax = 12;

/** Null where nothing was compared. */
export function comparisonSection(result: TradingResult): Html | null {
  const { comparison } = result;
  if (comparison === undefined) return null;
  const sentences = comparisonSentences(comparison);
  const rest = sentences.length - sentencesMax;
  return markup`<section aria-labelledby="comparison"><h2 id="comparison">Comparison</h2>
${sentences.slice(0, sentencesMax).map((sentence) => markup`<p>${sentence}</p>\n`)}
${rest > 0 && markup`<p>${rest} more agents are not ranked.</p>`}
${intervalSentences(result).map((sentence) => markup`<p>${sentence}</p>\n`)}
${entryTable(comparison)}
${comparison.models !== null && modelTables(comparison.models)}
${comparison.differences.length > 0 && differenceTable(comparison)}</section>`;
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
    heads: [textHead('Agent'), ...heads.map(figureHead)],
    rows: entries.map((entry) => [
      rowHead(entry.agent),
      estimateCell(entry, 'return'),
      estimateCell(entry, 'sharpe'),
      ...(hasRepeats ? repeatCells(entry) : []),
      ...rankings.map((ranking) => textOf(rankText(ranking, entry.agent))),
      figureTextCell(failuresText(entry)),
    ]),
  });
}

const textOf = (text: string | null): Html => figureTextCell(text ?? undefinedSign);

function estimateCell(entry: ComparedEntry, by: ComparedFigure): Html {
  const estimate = entry[by];
  if (estimate === null) return figureTextCell(undefinedSign);
  const { overDays, overRuns } = estimate;
  const below = [
    { of: '', interval: overDays },
    { of: 'repeats: ', interval: overRuns },
  ].flatMap(({ of, interval }) => {
    const text = intervalText(interval, by);
    return text === null ? [] : [markup`<small>${of}${text}</small>`];
  });
  return figureTextCell(markup`${comparedText(estimate.mean, by)}${below}`);
}

function repeatCells({ return: estimate, agreement }: ComparedEntry): readonly Html[] {
  const deviation = estimate?.deviation ?? null;
  const { equal, alpha } = agreement ?? { equal: null, alpha: null };
  return [
    textOf(deviation === null ? null : formatFigure(deviation, 'percent')),
    textOf(equal === null ? null : formatShare(equal)),
    textOf(alpha === null ? null : formatFigure(alpha, 'ratio')),
  ];
}

const failuresText = ({ failures, due }: ComparedEntry): string =>
  `${formatFigure(failures, 'count')} of ${formatFigure(due, 'count')}`;

type Tested = Pick<ModelEffect, 'difference' | 'interval' | 'pAdjusted' | 'smallestSeen' | 'by'>;

const testedHeads = ['Difference', 'Interval', 'p, corrected', 'Smallest detectable'];

function testedCells({ by, ...tested }: Tested): readonly Html[] {
  const { difference, interval, pAdjusted, smallestSeen } = tested;
  return [
    textOf(comparedText(difference, by)),
    textOf(intervalText(interval, by)),
    textOf(pAdjusted.toFixed(3)),
    textOf(comparedText(smallestSeen, by, false)),
  ];
}

function differenceTable({ differences }: TradingComparison): Html {
  const table = dataTable({
    label: 'Differences between agents',
    caption: 'First agent minus the second; p is corrected for the number of pairs',
    heads: [...['Agent', 'Other', 'Figure'].map(textHead), ...testedHeads.map(figureHead)],
    rows: differences.map(({ one, other, ...tested }) => [
      rowHead(one),
      textCell(other),
      textCell(figureWords[tested.by]),
      ...testedCells(tested),
    ]),
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
    heads: [textHead('Framework'), ...models.map(textHead)],
    rows: frameworks.map((framework) => [
      rowHead(framework),
      ...models.map((model) => textCell(agentsAt(framework, model) || undefinedSign)),
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
    heads: [...[fixed, 'One', 'Other', 'Figure'].map(textHead), ...testedHeads.map(figureHead)],
    rows: effects.map((effect) => [
      rowHead(effect.fixed),
      textCell(effect.one),
      textCell(effect.other),
      textCell(figureWords[effect.by]),
      ...testedCells(effect),
    ]),
  });
}
