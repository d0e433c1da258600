/** What runs took of models, in a terminal: a table below that of the figures, and what cannot be known. */

import type { Result, TradingResult } from '#contracts/result/result';
import { formatFigure, formatShare } from '../words/figure-format.js';
import {
  costText,
  formatSeconds,
  modelRemarks,
  type ModelRun,
  modelRuns,
} from '../words/model-figures.js';
import { labelParts } from '../words/run-label.js';
import { columnLines, columnWidth, type TerminalColumn, terminalName } from './terminal-columns.js';
import { undefinedSign } from './terminal-coverage.js';
import { wrapped } from './terminal-notes.js';
import {
  comparedText,
  comparisonSentences,
  intervalText,
  rankText,
} from '../words/comparison-words.js';

/** Agents that are listed; the report has all. */
const agentsMax = 20;
const sentencesMax = 6;
const lettersMax = 300;

const columns: readonly TerminalColumn[] = [
  { head: 'Agent', align: 'left', widthMax: 20 },
  { head: 'Return a year', align: 'right', widthMax: 13 },
  { head: 'over sessions', align: 'right', widthMax: 24 },
  { head: 'Sharpe', align: 'right', widthMax: 6 },
  { head: 'Rank', align: 'right', widthMax: 12 },
  { head: 'Equal', align: 'right', widthMax: 7 },
];

interface Column extends TerminalColumn {
  readonly cell: (run: ModelRun) => string;
}

const countOf = (count: number): string => formatFigure(count, 'count');
const right = (head: string, widthMax: number, cell: Column['cell']): Column => ({
  ...{ head, align: 'right', widthMax, cell },
});

/** All columns, with the two spaces between neighbours. */
const widthMax = 100;
/** Beside the names, which are cut where these need the room. */
const figures: readonly Column[] = [
  right('Asked', 6, ({ use }) => countOf(use.attempts)),
  right('Calls', 6, ({ use }) => countOf(use.calls)),
  right('Tokens in', 11, ({ use }) => countOf(use.tokens.input)),
  right('out', 10, ({ use }) => countOf(use.tokens.output)),
  right('Cost', 11, ({ use }) => costText(use)),
  right('Median', 7, ({ use: { latencyMs } }) =>
    latencyMs === null ? undefinedSign : formatSeconds(latencyMs.median),
  ),
];
/** The agent with what it trades has at most this much of the names' room. */
const agentShare = 0.5;
/** A remark names at most one run. */
const remarkMax = 300;

/** Nothing where no agent asks models. `Median` is the time of a decision, from its first call to its end. */
export function modelLines(result: Result): readonly string[] {
  const runs = modelRuns(result);
  if (runs.length === 0) return [];
  const cells = figures.map(({ cell }) => runs.map(cell));
  const taken = figures.reduce((sum, column, at) => sum + columnWidth(column, cells[at]!) + 2, 0);
  const room = widthMax - taken - 2;
  const agents = runs.map(({ run }) => labelParts(run, result).join(' '));
  const agent = nameColumn('Agent', Math.floor(room * agentShare));
  const model = nameColumn('Model', room - columnWidth(agent, agents));
  const rows = runs.map(({ use }, at) => [
    ...[agents[at]!, use.model ?? undefinedSign],
    ...cells.map((column) => column[at]!),
  ]);
  return [
    '',
    ...columnLines([agent, model, ...figures], rows),
    ...modelRemarks(result).flatMap((text) => wrapped(terminalName(text, remarkMax))),
  ];
}

const nameColumn = (head: string, width: number): TerminalColumn => ({
  ...{ head, align: 'left', widthMax: width },
});

/**
 * A line for each agent over all its runs, and the verdict on the ranking. Nothing where there are neither repeats nor
 * agents that ask models: the report has the comparison of the others.
 */
export function comparisonNote({ comparison, scenario, runs }: TradingResult): readonly string[] {
  if (comparison === undefined) return [];
  if (scenario.repeats === 1 && runs.every(({ models }) => models === undefined)) return [];
  const [ranking] = comparison.rankings;
  const shown = comparison.entries.slice(0, agentsMax);
  const rows = shown.map(({ agent, return: earned, sharpe, agreement }) => {
    const rank = ranking === undefined ? null : rankText(ranking, agent);
    const equal = agreement?.equal ?? null;
    return [
      agent,
      earned === null ? undefinedSign : comparedText(earned.mean, 'return'),
      intervalText(earned?.overDays ?? null, 'return') ?? undefinedSign,
      sharpe === null ? undefinedSign : comparedText(sharpe.mean, 'sharpe'),
      rank ?? undefinedSign,
      equal === null ? undefinedSign : formatShare(equal),
    ];
  });
  const rest = comparison.entries.length - shown.length;
  const sentences = comparisonSentences(comparison).slice(0, sentencesMax);
  return [
    ...['', 'each agent over all its runs:'],
    ...columnLines(columns, rows),
    ...(rest > 0 ? [`and ${rest} more agents`] : []),
    ...sentences.flatMap((sentence) => wrapped(terminalName(sentence, lettersMax))),
  ];
}
