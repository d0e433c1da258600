/** The commands that run agents, and those that verify runs; each is loaded on demand. */

import type { Command } from 'commander';
import { loaded } from '../../program/loaded-command.js';

/** Adds `run`, `live`, `replay` and `verify` to the program. */
export function addRuns(program: Command): void {
  addRun(program);
  addJudge(program);
  addLive(program);
  addProofs(program);
}

function addRun(program: Command): void {
  asking(program.command('run [scenario.yaml]'))
    .description(
      'run a scenario, or agents on files of prices; continues where an earlier run ended',
    )
    .option('--prices <file...>', 'files as downloaded, in place of a scenario')
    .option('--agent <agent...>', 'with --prices: buy-and-hold, sma-cross:10,30, ./mine.ts')
    .option(
      '--symbol <symbol>',
      'with --prices: the symbol (default: as the file or its name says)',
    )
    .option('--calendar <name>', 'with --prices: XNYS, 24/5 or 24/7 (default: what the times fit)')
    .option('--out <dir>', 'folder for results (default: tapefold-runs/<name>)')
    .option('--json', 'print result.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove an earlier result in the folder first')
    .option('--keep-going', 'go on where a model or an http agent cannot be reached')
    .option('--fail-fast', 'stop at the first decision that is not answered')
    .option('--retry-failed', 'ask again what failed because a model or agent was away')
    .option('--end', 'end runs whose window is open: nothing can follow')
    .option('--batch <n>', 'facts a batch and records a write; changes no result')
    .option('--module-processes <n>', 'modules in a process at a time (default: cores)')
    .option('--speed <speed>', 'max, real, or times real time such as 60', 'max')
    .action(loaded(() => import('../run/run.js'), 'runCommand'));
}

function addJudge(program: Command): void {
  asking(program.command('judge <result>'))
    .description('have judges score the answers of a finished result, as a run of its own')
    .requiredOption('--with <judges.yaml>', 'the judges: agents of any kind, as in a scenario')
    .option('--out <dir>', 'folder for the judged result (default: <result>-judged)')
    .option('--rubrics <file>', 'judge by the items of these rubrics')
    .option('--review <file>', 'what people decided on the items')
    .option('--gold <file>', 'judgments of people, to compare judges with')
    .option('--data <reference>', 'of grading in stages: where the data set is now, when it moved')
    .option('--prepare', 'write data set and scenario, and run nothing')
    .option('--json', 'print result.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove an earlier judgment in the folder first')
    .option('--keep-going', 'go on where a model or an http agent cannot be reached')
    .option('--retry-failed', 'ask again what failed because a model or agent was away')
    .action(loaded(() => import('../run/judge.js'), 'judgeCommand'));
  asking(program.command('rubrics <result>'))
    .description('have models write rubrics from the reports of two agents, for `judge --rubrics`')
    .requiredOption('--from <agents>', 'two agents of the result, of different models: one,other')
    .requiredOption('--with <writers.yaml>', 'who writes them; each model at five temperatures')
    .option('--out <dir>', 'folder for the rubrics (default: <result>-rubrics)')
    .option('--json', 'print result.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove earlier rubrics in the folder first')
    .option('--keep-going', 'go on where a model or an http agent cannot be reached')
    .option('--retry-failed', 'ask again what failed because a model or agent was away')
    .action(loaded(() => import('../run/judge.js'), 'rubricsCommand'));
}

function addLive(program: Command): void {
  asking(program.command('live <scenario.yaml>'))
    .description('record a feed and run agents on it; the same command continues after a stop')
    .option('--out <dir>', 'folder for results and recording (default: tapefold-runs/<name>)')
    .option('--until <time>', 'stop at an instant, or once the session of a date has closed')
    .option('--for <duration>', 'stop after a duration such as 90s, 15m, 8h or 2d')
    .option('--end', 'end recording and runs for good, at that time or at once')
    .action(loaded(() => import('../serving/live.js'), 'liveCommand'));
}

function addProofs(program: Command): void {
  program
    .command('replay <result...>')
    .description('do a result again from its recording or its model calls, offline, and compare')
    .option('--nightly', 'do each of several results again, or all in a folder, and list them')
    .option('--out <dir>', 'keep what is done again in this folder')
    .option('--data <reference>', 'where the data set is stored now, when it moved')
    .option('--jobs <n>', 'threads', '1')
    .option('--ask-again', 'post to http agents again instead of replaying their answers')
    .action(loaded(() => import('../results/replay.js'), 'replayCommand'));
  program
    .command('verify <folder>')
    .description('do a run again, or all runs of a result, and compare every file')
    .option('--data <reference>', 'where the data set is stored now, when it moved')
    .option('--ask-again', 'ask modules and scripts again instead of replaying their answers')
    .action(loaded(() => import('../results/verify.js'), 'verifyCommand'));
}

/** The options of every command that asks agents. */
function asking(command: Command): Command {
  return command
    .option('--asks <n>', 'asks of agents under way at once (default: 64)')
    .option(
      '--decisions <file>',
      'append open decisions of agents of kind mcp to a file (default: standard output)',
    )
    .option('--models <file>', 'providers of models, their keys and prices (or TAPEFOLD_MODELS)')
    .option('--model-mode <mode>', 'record (default), replay, or replay-or-record')
    .option('--recordings <result>', 'the result whose recorded model calls are replayed')
    .option('--logs', 'print what modules print, to standard error');
}
