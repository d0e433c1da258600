/** Model use of runs, on the page: a table of all runs, and for one run how its decisions ended. */

import { answerClasses } from '#contracts/journal/answer-class';
import type { ModelUse, Result } from '#contracts/result/result';
import {
  code,
  dataTable,
  figures,
  stacked,
  termList,
  texts,
  titledSection,
} from '../html/elements.js';
import { undefinedMark } from '../table/figure-cell.js';
import { formatCount, formatFigure } from '../words/figure-format.js';
import { markup, type Html } from '../html/html.js';
import {
  classesText,
  costText,
  formatSeconds,
  formatUsd,
  modelRemarks,
  modelRuns,
} from '../words/model-figures.js';
import type { RunView } from '../input/report-run-view.js';
import { labelParts } from '../words/run-label.js';

/** A figure of a run, with or without a second line under it. */
type Cell = readonly [string, string | null];

const shown: readonly (readonly [string, (use: ModelUse) => Cell])[] = [
  ['Attempts', (use) => [formatCount(use.attempts), perDecision(use, use.attempts)]],
  ['Calls', (use) => [formatCount(use.calls), perDecision(use, use.calls)]],
  ['Retries', ({ retries }) => [formatCount(retries), null]],
  ['Uncertain', ({ uncertain }) => [formatCount(uncertain), null]],
  [
    'Tokens in',
    ({ tokens }) => [formatCount(tokens.input), `${formatCount(tokens.cachedInput)} cached`],
  ],
  [
    'Tokens out',
    ({ tokens }) => [formatCount(tokens.output), `${formatCount(tokens.reasoning)} reasoning`],
  ],
  ['Cost', (use) => [costText(use), costOfDecision(use)]],
];

/** The section of all runs that ask models; null if none does. */
export function modelSection(result: Result): Html | null {
  const runs = modelRuns(result);
  if (runs.length === 0) return null;
  const remarks = modelRemarks(result);
  const table = dataTable({
    label: 'Use of models',
    caption:
      'Below attempts, calls and cost: the same per decision. Time is per decision, from its first call to its end: ' +
      'the median, and below it the 95th percentile',
    columns: [
      ...texts('Run', 'Model'),
      ...figures(...shown.map(([head]) => head), 'Time'),
      ...texts('Not answered'),
    ],
    rows: runs.map(({ run, use }) => [
      labelParts(run, result).join(', '),
      use.model ?? undefinedMark('the agent names none'),
      ...shown.map(([, write]) => stacked(...write(use))),
      timeOf(use),
      classesText(use),
    ]),
  });
  const told = remarks.map((text) => markup`<p class="aside">${text}.</p>\n`);
  return titledSection('models', 'Models', markup`${table}\n${told}`);
}

function timeOf({ latencyMs }: ModelUse): Html {
  if (latencyMs === null) return undefinedMark('no decision ended');
  return stacked(formatSeconds(latencyMs.median), `95%: ${formatSeconds(latencyMs.p95)}`);
}

function perDecision(use: ModelUse, value: number): string | null {
  const decisions = decisionsOf(use);
  return decisions === 0 ? null : formatFigure(value / decisions, 'ratio');
}

function costOfDecision(use: ModelUse): string | null {
  const decisions = decisionsOf(use);
  return decisions === 0 || use.usd === null ? null : formatUsd(use.usd / decisions);
}

const decisionsOf = ({ classes }: ModelUse): number =>
  answerClasses.reduce((sum, name) => sum + classes[name], 0);

/** For one run: how its due decisions ended by class, and by which prompt. Null if it asks no model. */
export function modelDetails({ result, label, market }: RunView): Html | null {
  const { models } = result;
  if (models === undefined) return null;
  const table = dataTable({
    label: `Answer classes of ${label}, ${market}`,
    caption: 'Decisions that were due, by the class of their last attempt',
    columns: figures(...answerClasses.map(titled)),
    rows: [answerClasses.map((name) => formatCount(models.classes[name]))],
  });
  const noPrompt = undefinedMark('the agent has a prompt of its own');
  const facts = termList([
    ['Model', models.model ?? undefinedMark('the agent names none')],
    ['Prompt, SHA-256', models.prompt === null ? noPrompt : code(models.prompt)],
    ...models.canonicalisers.map(
      ({ id, sha256 }) => [`Canonicaliser ${id}`, code(sha256)] as const,
    ),
  ]);
  return markup`${table}\n${facts}`;
}

const titled = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;
