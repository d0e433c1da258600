/** The commands that run agents, and those that verify runs. */

import type { Command } from 'commander';
import { adding, type Adding, loaded } from '../../program/loaded-command.js';

/** Adds `run`, `judge`, `rubrics`, `live`, `replay` and `verify` to the program. */
export function addRuns(program: Command): void {
  const command = adding(program);
  addRun(command);
  addJudge(command);
  asking(command('live <scenario.yaml>'))
    .description('record a feed and run agents on it; the same command continues after a stop')
    .option('--out <dir>', 'folder for results and recording (default: tapefold-runs/<name>)')
    .option('--until <time>', 'stop at an instant, or once the session of a date has closed')
    .option('--for <duration>', 'stop after a duration such as 90s, 15m, 8h or 2d')
    .option('--end', 'end recording and runs for good, at that time or at once')
    .action(loaded(() => import('../serving/live.js'), 'liveCommand'));
  command('replay <result...>')
    .description('repeat a result offline from its recording or model calls, and compare')
    .option('--nightly', 'repeat several results, or all in a folder, and list them')
    .option('--out <dir>', 'keep the repeated results in this folder')
    .option('--data <reference>', 'current location of the data set, if it has moved')
    .option('--jobs <n>', 'threads', '1')
    .option('--ask-again', 'post to http agents again instead of replaying their answers')
    .option('--trust-code', 'run trusted modules of the result with your rights; lists them')
    .action(loaded(() => import('../results/replay.js'), 'replayCommand'));
  command('verify <folder>', 'repeat a run, or all runs of a result, and compare every file')
    .option('--data <reference>', 'current location of the data set, if it has moved')
    .option('--ask-again', 'ask modules and scripts again instead of replaying their answers')
    .option('--trust-code', 'with --ask-again: run trusted modules with your rights; lists them')
    .action(loaded(() => import('../results/verify.js'), 'verifyCommand'));
}

function addRun(command: Adding): void {
  asking(command('run [scenario.yaml]'))
    .description(
      'run a scenario, or agents on files of prices; continues where an earlier run ended',
    )
    .option(
      '--prices <file...>',
      'downloaded files, archives or folders of them, in place of a scenario',
    )
    .option('--agent <agent...>', 'with --prices: buy-and-hold, sma-cross:10,30, ./mine.ts')
    .option('--symbol <symbol>', 'with --prices: the symbol (default: from the file or its name)')
    .option(
      '--calendar <name>',
      'with --prices: XNYS, another MIC, 24/5 or 24/7 (default: what the times fit)',
    )
    .option('--dates <format>', 'with --prices: format of the dates, such as DD/MM/YYYY')
    .option('--columns <names>', 'with --prices: of candles in JSON that are lists, in their order')
    .option('--timestamp-zone <zone>', 'with --prices: zone of clock times, such as -06:00')
    .option('--price-basis <basis>', 'with --prices: raw, split-adjusted or adjusted')
    .option('--bad-rows <what>', 'with --prices: refuse or drop rows with defects')
    .option('--out <dir>', 'folder for results (default: tapefold-runs/<name>)')
    .option('--json', 'print result.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove an earlier result in the folder first')
    .option('--watch', 'run again, from the start, whenever one of its files is saved')
    .option('--keep-going', 'continue when a model or http agent is unreachable')
    .option('--fail-fast', 'stop at the first decision that is not answered')
    .option('--retry-failed', 'retry what failed because a model or agent was unreachable')
    .option('--end', 'end runs with an open window for good')
    .option('--batch <n>', 'facts per batch and records per write; does not affect results')
    .option('--module-processes <n>', 'module processes at a time (default: number of cores)')
    .option('--speed <speed>', 'max, real, or times real time such as 60', 'max')
    .action(loaded(() => import('../run/run.js'), 'runCommand'));
}

function addJudge(command: Adding): void {
  asking(command('judge <result>'))
    .description('have judges score the answers of a finished result, as a separate run')
    .requiredOption('--with <judges.yaml>', 'the judges: agents of any kind, as in a scenario')
    .option('--out <dir>', 'folder for the judged result (default: <result>-judged)')
    .option('--rubrics <file>', 'judge by the items of these rubrics')
    .option('--review <file>', 'human decisions on the items')
    .option('--gold <file>', 'human judgments to compare the judges with')
    .option('--data <reference>', 'for audits and grading in stages: where the data set is now')
    .option('--prepare', 'only write data set and scenario')
    .option('--json', 'print result.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove an earlier judgment in the folder first')
    .option('--keep-going', 'continue when a model or http agent is unreachable')
    .option('--retry-failed', 'retry what failed because a model or agent was unreachable')
    .action(loaded(() => import('../run/judge.js'), 'judgeCommand'));
  asking(command('rubrics <result>'))
    .description('have models write rubrics from the reports of two agents, for `judge --rubrics`')
    .requiredOption('--from <agents>', 'two agents of the result, of different models: one,other')
    .requiredOption('--with <writers.yaml>', 'who writes them; each model at five temperatures')
    .option('--out <dir>', 'folder for the rubrics (default: <result>-rubrics)')
    .option('--json', 'print result.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove earlier rubrics in the folder first')
    .option('--keep-going', 'continue when a model or http agent is unreachable')
    .option('--retry-failed', 'retry what failed because a model or agent was unreachable')
    .action(loaded(() => import('../run/judge.js'), 'rubricsCommand'));
}

/** The options of every command that asks agents. */
function asking(command: Command): Command {
  return command
    .option('--asks <n>', 'concurrent asks of agents (default: 64)')
    .option(
      '--decisions <file>',
      'append open decisions of agents of kind mcp to a file (default: standard output)',
    )
    .option('--models <file>', 'providers of models, their keys and prices (or TAPEFOLD_MODELS)')
    .option('--model-mode <mode>', 'record (default), replay, or replay-or-record')
    .option('--recordings <result>', 'the result whose recorded model calls are replayed')
    .option('--trust-code', 'run trusted modules that lie inside a result; lists them')
    .option('--logs', 'print what modules print, to standard error');
}
