/**
 * Model use of runs: a table on the page and in a terminal, and for one run how its
 * decisions ended.
 */

import { answerClasses } from '#contracts/journal/answer-class';
import type { ModelUse, Result } from '#contracts/result/result';
import {
  aside,
  code,
  dataTable,
  figure,
  type Section,
  stacked,
  termList,
  text,
  undefinedMark,
} from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import type { RunView } from '../input/run-view.js';
import { capitalised, formatCount, formatFigure, undefinedSign } from '../words/figure-format.js';
import {
  costText,
  formatSeconds,
  formatUsd,
  modelRemarks,
  type ModelRun,
  modelRuns,
  tokenText,
} from '../words/model-figures.js';
import { classesText, labelParts } from '../words/run-words.js';
import {
  columnLines,
  columnWidth,
  left,
  lineMax,
  right,
  terminalLines,
  widthOf,
} from '../words/terminal-columns.js';

const perDecision = (
  { classes }: ModelUse,
  value: number | null,
  write: (share: number) => string,
) => {
  const decisions = answerClasses.reduce((sum, name) => sum + classes[name], 0);
  return decisions === 0 || value === null ? null : write(value / decisions);
};

const ratio = (value: number): string => formatFigure(value, 'ratio');

/** Cells of a run: a figure, and the text below it. */
const shown: readonly (readonly [string, (use: ModelUse) => Html])[] = [
  ['Attempts', (use) => stacked(formatCount(use.attempts), perDecision(use, use.attempts, ratio))],
  ['Calls', (use) => stacked(formatCount(use.calls), perDecision(use, use.calls, ratio))],
  ['Retries', ({ retries }) => stacked(formatCount(retries))],
  ['Uncertain', ({ uncertain }) => stacked(formatCount(uncertain))],
  ['Tokens in', (use) => tokenCell(use, 'input', 'cachedInput')],
  ['Tokens out', (use) => tokenCell(use, 'output', 'reasoning')],
  ['Cost', (use) => stacked(costText(use), perDecision(use, use.usd, formatUsd))],
  [
    'Time',
    ({ latencyMs }) =>
      latencyMs === null
        ? undefinedMark('no decision ended')
        : stacked(formatSeconds(latencyMs.median), `95%: ${formatSeconds(latencyMs.p95)}`),
  ],
];

const partWords = { cachedInput: 'cached', reasoning: 'reasoning' };

const tokenCell = (use: ModelUse, all: 'input' | 'output', part: keyof typeof partWords): Html =>
  stacked(tokenText(use, all), `${tokenText(use, part)} ${partWords[part]}`);

const modelOf = ({ model }: ModelUse) => model ?? undefinedMark('the agent names none');

/** The section of all runs that ask models; null if none does. */
export function modelSection(result: Result): Section | null {
  const runs = modelRuns(result);
  if (runs.length === 0) return null;
  const caption =
    'Below attempts, calls and cost: the same per decision. Time is per decision, from its first ' +
    'call to its end: the median, and below it the 95th percentile';
  const table = dataTable('Use of models', caption, runs, [
    text('Run', ({ run }) => labelParts(run, result).join(', ')),
    text('Model', ({ use }) => modelOf(use)),
    ...shown.map(([head, write]) => figure(head, ({ use }: ModelRun) => write(use))),
    text('Not answered', ({ use }) => classesText(use)),
  ]);
  const remarks = modelRemarks(result).map((remark) => aside(`${remark}.`));
  return { id: 'models', title: 'Models', content: markup`${table}\n${remarks}` };
}

/**
 * For one run: how its due decisions ended by class, and by which prompt. Null if it asks no model.
 */
export function modelDetails({ result: { models }, name }: RunView): Html | null {
  if (models === undefined) return null;
  const caption = 'Decisions that were due, by the class of their last attempt';
  const columns = answerClasses.map((end) =>
    figure(capitalised(end), ({ classes }: ModelUse) => formatCount(classes[end])),
  );
  const table = dataTable(`Answer classes of ${name}`, caption, [models], columns);
  const noPrompt = undefinedMark('the agent has a prompt of its own');
  const facts = termList([
    ['Model', modelOf(models)],
    ['Prompt, SHA-256', models.prompt === null ? noPrompt : code(models.prompt)],
    ...models.canonicalisers.map(
      ({ id, sha256 }) => [`Canonicaliser ${id}`, code(sha256)] as const,
    ),
  ]);
  return markup`${table}\n${facts}`;
}

/** Beside the names, which are cut if these need the room. */
const terminalFigures = [
  right<ModelRun>('Asked', 6, ({ use }) => formatCount(use.attempts)),
  right<ModelRun>('Calls', 6, ({ use }) => formatCount(use.calls)),
  right<ModelRun>('Tokens in', 11, ({ use }) => tokenText(use, 'input')),
  right<ModelRun>('out', 10, ({ use }) => tokenText(use, 'output')),
  right<ModelRun>('Cost', 11, ({ use }) => costText(use)),
  right<ModelRun>('Median', 7, ({ use: { latencyMs } }) =>
    latencyMs === null ? undefinedSign : formatSeconds(latencyMs.median),
  ),
];
/** The agent with what it trades has at most this much of the names' room. */
const agentShare = 0.5;
/** A remark names at most one run. */
const remarkMax = 300;

/**
 * For a terminal; empty without models. `Median` is the time of a decision, from its first
 * call to its end.
 */
export function modelLines(result: Result): readonly string[] {
  const runs = modelRuns(result);
  if (runs.length === 0) return [];
  const room = lineMax - widthOf(terminalFigures, runs) - 2;
  const agent = left<ModelRun>('Agent', Math.floor(room * agentShare), ({ run }) =>
    labelParts(run, result).join(' '),
  );
  const width = room - columnWidth(agent, runs);
  const model = left<ModelRun>('Model', width, ({ use }) => use.model ?? undefinedSign);
  return [
    '',
    ...columnLines([agent, model, ...terminalFigures], runs),
    ...terminalLines(modelRemarks(result), remarkMax),
  ];
}
