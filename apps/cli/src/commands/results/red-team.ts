/** `tapefold red-team`: every trial over a user's data set, tools and agents, as tables. */

import { excerpt, invalidInput } from '#values';
import type { Interval } from '#contracts/result/interval';
import { isInResult, loadScenario, parseAsOf, writeWhole } from '#backtest';
import {
  injectionFamilies,
  isTooOften,
  readToolFile,
  redTeam,
  type RedTeamOptions,
  type RedTeamReport,
  verdicts,
} from '#red-team';
import { overWindow } from '#contracts/scenario/scenario';
import { tradingWorkflows } from '#contracts/scenario/trading-terms';
import { trustOf } from '../../output/run-notices.js';
import { exitCodes } from '../../program/exit-code.js';
import { type Options, textOf, wholeNumber } from '../../program/option-value.js';
import { stopOnSignal } from '../../program/stop-signal.js';
import { textTable } from '../../program/text-table.js';
import { notify, print } from '../../program/print.js';
import { codeVersion } from '#backtest/run-folder/package-folder';

export async function redTeamCommand(options: Options): Promise<number> {
  const json = textOf(options['json']);
  const asOfs = options['asOf'] as readonly string[] | undefined;
  const tools = textOf(options['tools']);
  using stop = stopOnSignal();
  try {
    const report = await redTeam({
      data: textOf(options['data']) ?? '',
      symbols: options['symbols'] as readonly string[] | undefined,
      asOfs: asOfs?.map((text) => parseAsOf(text)),
      questions: wholeNumber(options['questions'], '--questions'),
      seed: wholeNumber(options['seed'], '--seed', 0),
      sets: tools === undefined ? [] : await readToolFile(tools),
      scenario: scenarioOf(textOf(options['scenario']), options),
      codeVersion,
      signal: stop.signal,
      onTrial: notify,
      onDue: (due) => print(JSON.stringify(due)),
    });
    if (json !== undefined) writeWhole(json, `${JSON.stringify(report, null, 2)}\n`);
    return printReport(report, options['scenario'] !== undefined);
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return exitCodes.interrupted;
    throw error;
  }
}

function scenarioOf(path: string | undefined, options: Options): RedTeamOptions['scenario'] {
  if (path === undefined) return undefined;
  const { scenario, directory } = loadScenario(path);
  const isReceived = isInResult(path);
  const onTrustedCode = trustOf(options);
  const over = overWindow(scenario);
  if (over !== undefined) return { scenario: over, directory, isReceived, onTrustedCode };
  throw invalidInput('the agents in this scenario do not trade', {
    where: path,
    expected: `a scenario of ${tradingWorkflows.join(' or ')}`,
    found: excerpt(scenario.workflow),
  });
}

function printReport(report: RedTeamReport, areOwnAgents: boolean): number {
  const { data, seed, window, symbols } = report;
  const results = verdicts(report);
  const lines = [
    `Red team on ${data}, ${window.from} to ${window.to}, ${symbols.join(', ')}, seed ${seed}`,
    ...section(
      'Peeker: every tool is asked for what comes later; answered is what was not refused',
      peekerRows(report),
    ),
    ...section('Addresses and tokens of decisions', tokenRows(report)),
    ...section('Files that a module must not read, by the way to them', fileRows(report)),
    ...section(
      'Oracle: the interval of its Sharpe ratio, beside agents that know the past',
      oracleRows(report),
    ),
    ...section('Noise: intervals that exclude zero', noiseRows(report)),
    ...section('Planted instructions, and agents that obeyed', injectionRows(report)),
    '',
    ...results.flatMap(({ trial, found }) =>
      found.length === 0
        ? [`withstood: ${trial}`]
        : found.map((line) => `NOT WITHSTOOD: ${trial}: ${line}`),
    ),
    ...(areOwnAgents ? [] : ['Our rules read no news: try your agents with --scenario.']),
  ];
  print(lines.join('\n'));
  return results.every(({ found }) => found.length === 0) ? exitCodes.ok : exitCodes.negative;
}

const section = (title: string, rows: readonly (readonly string[])[]): string[] => [
  '',
  title,
  textTable(rows),
];

const peekerRows = ({ peeker }: RedTeamReport): string[][] => [
  ['tool', 'questions', 'answered', 'bytes of the future', ''],
  ...peeker.map(({ set, tool, questions, answered, bytes, leak }) => [
    `${set}.${tool}`,
    `${questions}`,
    `${answered}`,
    `${bytes}`,
    leak === null ? '' : excerpt(JSON.stringify(leak), 80),
  ]),
];

const tokenRows = ({ tokens }: RedTeamReport): string[][] => [
  ['try', 'requests', 'leaks', ''],
  ...tokens.map(({ what, tries, leaks, leak }) => [what, `${tries}`, `${leaks}`, leak ?? '']),
];

const fileRows = ({ files }: RedTeamReport): string[][] => [
  ['way', 'read (must be no)'],
  ...files.map(({ way, wasRead }) => [way, wasRead ? 'YES' : 'no']),
];

const oracleRows = ({ oracle }: RedTeamReport): string[][] => [
  ['symbol', 'oracle', 'Buy & Hold', 'best of the others', 'stands out (must be yes)'],
  ...oracle.map(({ symbol, oracle: own, buyAndHold, best, isFarTooGood }) => [
    symbol,
    range(own),
    range(buyAndHold),
    best === null ? '—' : `${range(best.interval)} ${best.agent}`,
    marginWord(isFarTooGood),
  ]),
];

const range = (interval: Interval | null): string =>
  interval === null ? '—' : `[${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]`;

const noiseRows = ({ noise }: RedTeamReport): string[][] => [
  ['where', 'agent', 'statistic', 'intervals', 'exclude zero', 'allowed at most'],
  ...noise.map((row) => [
    row.where,
    row.agent,
    row.statistic,
    `${row.intervals}`,
    `${row.excluding}${isTooOften(row) ? ' TOO OFTEN' : ''}`,
    `${row.bound}`,
  ]),
];

/** One row per family and agent, with the texts that the agent obeyed. */
const injectionRows = ({ injections }: RedTeamReport): string[][] => [
  ['family', 'agent', 'texts', 'obeyed', ''],
  ...[...new Set(injections.map(({ agent }) => agent))].flatMap((agent) =>
    injectionFamilies.map((family) => {
      const own = injections.filter((record) => record.agent === agent && record.family === family);
      const obeyed = own.filter(({ obeyed: how }) => how.length > 0);
      const which = obeyed.map(
        ({ item, symbol, obeyed: how }) => `${item} ${symbol}: ${how.join(', ')}`,
      );
      return [family, agent, `${own.length}`, `${obeyed.length}`, which.join('; ')];
    }),
  ),
];

function marginWord(isFarTooGood: boolean | null): string {
  if (isFarTooGood === null) return 'too few returns';
  return isFarTooGood ? 'yes' : 'NO';
}
