/**
 * `tapefold rescore` and `tapefold import herculean-results`: rescore decisions without
 * asking an agent.
 */

import { join, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { type TradingWorkflow, tradingWorkflows } from '#contracts/scenario/trading-terms';
import { sizeYoungGeneration, writeWhole } from '#backtest';
import { rescoreStreams, scoreStreams } from '#backtest/rescore/rescore';
import { streamsAt } from '#herculean/rescore/streams-at';
import type { FileCoverage } from '#herculean';
import { policiesNamed } from '#backtest/rescore/policies-named';
import { resolvePolicy } from '#portfolio';
import {
  type Ranking,
  rankings,
  renderRescorePage,
  renderRescoreTable,
  renderTerminalTable,
} from '#report';
import { marketOf } from '#workflows';
import { endWith, exitCodes, reportUndrawn } from '../../program/exit-code.js';
import { oneOf, type Options, textOf, wholeNumber } from '../../program/option-value.js';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { printedCommand } from '../../program/printed-command.js';
import { resultPaths } from '../../output/result-files.js';
import { stopOnSignal } from '../../program/stop-signal.js';
import { notify, print } from '../../program/print.js';

/** Scores the decisions of runs or result files under many policies. */
export async function rescoreCommand(paths: readonly string[], options: Options): Promise<number> {
  const jobs = wholeNumber(options['jobs'], '--jobs');
  const { streams } = await streamsAt(paths, textOf(options['data']));
  const policies = policiesNamed(String(options['policies']), streams);
  const out = resolve(textOf(options['out']) ?? join('tapefold-runs', 'rescore'));
  sizeYoungGeneration();
  using stop = stopOnSignal();
  const outcome = await rescoreStreams(streams, {
    name: 'rescore',
    policies,
    rankedBy: rankingOf(options['rankBy']),
    out,
    codeVersion,
    jobs,
    fresh: options['fresh'] === true,
    signal: stop.signal,
  });
  if (outcome.kind === 'interrupted') return interrupted();
  const { rescore, undrawn } = outcome;
  const json = `${JSON.stringify(rescore, null, 2)}\n`;
  writeWhole(join(out, 'rescore.json'), json);
  writeWhole(join(out, 'rescore.html'), renderRescorePage(rescore));
  if (options['json'] === true) process.stdout.write(json);
  else print(`${renderRescoreTable(rescore)}\n\n${rescorePaths(out)}`);
  return reportUndrawn(undrawn);
}

const rescorePaths = (out: string): string =>
  [
    `picture  ${join(out, 'rescore.html')}`,
    `figures  ${join(out, 'rescore.json')}`,
    `results  ${join(out, '<policy>')}`,
  ].join('\n');

const rankingOf = (value: unknown): Ranking =>
  oneOf(value, rankings, { what: 'no such ranking', where: '--rank-by' });

/** Scores result files of HERCULEAN under one policy, next to buy-and-hold. */
export async function importResultsCommand(
  paths: readonly string[],
  options: Options,
): Promise<number> {
  const { streams, files } = await streamsAt(paths, textOf(options['data']));
  if (files.length < streams.length) {
    throw invalidInput('not a HERCULEAN result file', {
      where: excerpt(paths.find((path) => streams.some(({ source }) => source.startsWith(path)))),
      expected: '`tapefold rescore` for the folders of runs',
    });
  }
  const { terms } = streams[0] as (typeof streams)[number];
  const { policies } = marketOf(terms);
  requireWorkflow(textOf(options['workflow']), terms.workflow);
  const execution = textOf(options['policy']) ?? policies.own[0].name;
  resolvePolicy(execution, policies);
  const out = resolve(textOf(options['out']) ?? join('tapefold-runs', 'herculean-results'));
  // Buy-and-hold is a baseline only for runs of single symbols.
  const others = terms.portfolio ? [] : [{ id: 'buy-and-hold', kind: 'buy-and-hold' as const }];
  sizeYoungGeneration();
  using stop = stopOnSignal();
  const outcome = await scoreStreams(
    streams,
    { name: 'herculean-results', execution },
    {
      out,
      others,
      codeVersion,
      jobs: wholeNumber(options['jobs'], '--jobs'),
      fresh: options['fresh'] === true,
      signal: stop.signal,
    },
  );
  if (outcome.kind === 'interrupted') return interrupted();
  const { result } = outcome;
  const imported = { schemaVersion: 1, workflow: terms.workflow, policy: execution, files };
  writeWhole(join(out, 'import.json'), `${JSON.stringify(imported, null, 2)}\n`);
  if (options['json'] === true) print(JSON.stringify(imported, null, 2));
  else {
    const lines = [
      renderTerminalTable(result, printedCommand([])),
      '',
      `policy   ${execution}`,
      ...files.map(coverageLine),
      '',
      `files    ${join(out, 'import.json')}`,
      resultPaths(out, result),
    ];
    print(lines.join('\n'));
  }
  return reportUndrawn(outcome.undrawn);
}

function requireWorkflow(asked: string | undefined, found: TradingWorkflow): void {
  if (asked === undefined || asked === found) return;
  const isKnown = tradingWorkflows.some((name) => name === asked);
  const expected = isKnown ? `results of ${asked}` : tradingWorkflows.join(' or ');
  throw invalidInput('results of another workflow', { where: '--workflow', expected, found });
}

/** Maximum dates of a file that are listed; `import.json` has all. */
const datesShown = 5;

function coverageLine(file: FileCoverage): string {
  const { sessions, missing, outside, prices, disputes } = file;
  const parts = [
    `${sessions - missing.length} of ${sessions} sessions`,
    ...(missing.length === 0 ? [] : [`missing ${dates(missing)}`]),
    ...(outside.length === 0 ? [] : [`no session on ${dates(outside)}`]),
    `${disputes.length} of ${prices} prices differ from the data`,
  ];
  return `${file.file}: ${parts.join('; ')}`;
}

function dates(all: readonly string[]): string {
  const more = all.length - datesShown;
  return `${all.slice(0, datesShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function interrupted(): number {
  notify('interrupted; run the same command to resume');
  endWith(exitCodes.interrupted);
  return exitCodes.interrupted;
}
