/** Model use of runs, in a terminal: a table below that of the figures, and what cannot be known. */

import type { ComparedEntry } from '#contracts/result/comparison';
import type { Result, TradingResult } from '#contracts/result/result';
import { formatCount, undefinedSign } from '../words/figure-format.js';
import {
  costText,
  formatSeconds,
  modelRemarks,
  type ModelRun,
  modelRuns,
} from '../words/model-figures.js';
import { labelParts } from '../words/run-label.js';
import {
  columnLines,
  columnWidth,
  left,
  right,
  terminalName,
  widthOf,
  wrapped,
} from '../words/terminal-columns.js';
import {
  comparisonSentences,
  equalText,
  intervalText,
  meanText,
  rankText,
} from '../words/comparison-words.js';

/** Agents that are listed; the report has all. */
const agentsMax = 20;
const sentencesMax = 6;
const lettersMax = 300;

/** All columns, with the two spaces between neighbours. */
const widthMax = 100;
/** Beside the names, which are cut if these need the room. */
const figures = [
  right<ModelRun>('Asked', 6, ({ use }) => formatCount(use.attempts)),
  right<ModelRun>('Calls', 6, ({ use }) => formatCount(use.calls)),
  right<ModelRun>('Tokens in', 11, ({ use }) => formatCount(use.tokens.input)),
  right<ModelRun>('out', 10, ({ use }) => formatCount(use.tokens.output)),
  right<ModelRun>('Cost', 11, ({ use }) => costText(use)),
  right<ModelRun>('Median', 7, ({ use: { latencyMs } }) =>
    latencyMs === null ? undefinedSign : formatSeconds(latencyMs.median),
  ),
];
/** The agent with what it trades has at most this much of the names' room. */
const agentShare = 0.5;
/** A remark names at most one run. */
const remarkMax = 300;

/** Empty if no agent asks models. `Median` is the time of a decision, from its first call to its end. */
export function modelLines(result: Result): readonly string[] {
  const runs = modelRuns(result);
  if (runs.length === 0) return [];
  const labelOf = ({ run }: ModelRun): string => labelParts(run, result).join(' ');
  const room = widthMax - widthOf(figures, runs) - 2;
  const agent = left('Agent', Math.floor(room * agentShare), labelOf);
  const width = room - columnWidth(agent, runs);
  const model = left<ModelRun>('Model', width, ({ use }) => use.model ?? undefinedSign);
  return [
    '',
    ...columnLines([agent, model, ...figures], runs),
    ...modelRemarks(result).flatMap((text) => wrapped(terminalName(text, remarkMax))),
  ];
}

/**
 * A line for each agent over all its runs, and the verdict on the ranking. Empty if there are neither repeats nor
 * agents that ask models: the report has the comparison of the others.
 */
export function comparisonNote({ comparison, scenario, runs }: TradingResult): readonly string[] {
  if (comparison === undefined) return [];
  if (scenario.repeats === 1 && runs.every(({ models }) => models === undefined)) return [];
  const [ranking] = comparison.rankings;
  const shown = comparison.entries.slice(0, agentsMax);
  const sessionsOf = ({ return: earned }: ComparedEntry): string =>
    intervalText(earned?.overDays ?? null, 'return') ?? undefinedSign;
  const columns = [
    left<ComparedEntry>('Agent', 20, ({ agent }) => agent),
    right<ComparedEntry>('Return a year', 13, (entry) => meanText(entry, 'return')),
    right('over sessions', 24, sessionsOf),
    right<ComparedEntry>('Sharpe', 6, (entry) => meanText(entry, 'sharpe')),
    right<ComparedEntry>('Rank', 12, ({ agent }) => rankText(ranking, agent)),
    right('Equal', 7, equalText),
  ];
  const rest = comparison.entries.length - shown.length;
  const sentences = comparisonSentences(comparison).slice(0, sentencesMax);
  return [
    ...['', 'each agent over all its runs:'],
    ...columnLines(columns, shown),
    ...(rest > 0 ? [`and ${rest} more agents`] : []),
    ...sentences.flatMap((sentence) => wrapped(terminalName(sentence, lettersMax))),
  ];
}
