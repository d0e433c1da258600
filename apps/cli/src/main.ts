/** The command line: commands are loaded when they are called, so that `--help` stays quick. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { addCluster } from './cluster-commands.js';
import { describeFailure, endWith, exitCodes } from './exit-code.js';
import { addFeed, addRecord } from './feed-commands.js';
import { packageFolder } from './package-folder.js';
import { addRescore, addSubmit } from './submission-commands.js';

type Options = Record<string, unknown>;

function packageVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function buildProgram(): Command {
  const program = new Command('tapefold')
    .description('Backtests agents on markets and filings, as a fold over one log.')
    .version(packageVersion())
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride();
  addRun(program);
  addLive(program);
  addProofs(program);
  addReading(program);
  addCatalogue(program);
  addData(program);
  addSubmit(program);
  addRescore(program, packageVersion);
  addServe(program);
  addFeed(program);
  addRecord(program);
  addMcp(program);
  addRedTeam(program);
  addCluster(program, packageVersion);
  return program;
}

function addRun(program: Command): void {
  program
    .command('run <scenario.yaml>')
    .description('run a scenario; goes on where an earlier run of it ended')
    .option('--out <dir>', 'folder for results (default: tapefold-runs/<name>)')
    .option('--json', 'print result.json')
    .option('--jobs <n>', 'threads', '1')
    .option('--fresh', 'remove an earlier result in the folder first')
    .option('--end', 'end runs whose window is open: nothing can follow')
    .option('--batch <n>', 'facts a batch and records a write; changes no result')
    .option('--asks <n>', 'asks of agents under way at once (default: 64)')
    .option('--module-processes <n>', 'modules in a process at a time (default: cores)')
    .option(
      '--decisions <file>',
      'append open decisions of agents of kind mcp to a file (default: standard output)',
    )
    .option('--models <file>', 'providers of models, their keys and prices (or TAPEFOLD_MODELS)')
    .option('--model-mode <mode>', 'record (default), replay, or replay-or-record')
    .option('--recordings <result>', 'the result whose recorded model calls are replayed')
    .option('--logs', 'print what modules print, to standard error')
    .option('--speed <speed>', 'max, real, or times real time such as 60', 'max')
    .action(async (scenario: string, options: Options) => {
      const { runCommand } = await import('./commands/run.js');
      process.exitCode = await runCommand(scenario, options, packageVersion());
    });
}

function addLive(program: Command): void {
  program
    .command('live <scenario.yaml>')
    .description('record a feed and run agents on it; the same command goes on after a stop')
    .option('--out <dir>', 'folder for results and recording (default: tapefold-runs/<name>)')
    .option('--until <time>', 'stop at an instant, or once the session of a date has closed')
    .option('--for <duration>', 'stop after such as 90s, 15m, 8h or 2d')
    .option('--end', 'end recording and runs for good: at that time, or at once')
    .option('--asks <n>', 'asks of agents under way at once (default: 64)')
    .option(
      '--decisions <file>',
      'append open decisions of agents of kind mcp to a file (default: standard output)',
    )
    .option('--models <file>', 'providers of models, their keys and prices (or TAPEFOLD_MODELS)')
    .option('--model-mode <mode>', 'record (default), replay, or replay-or-record')
    .option('--recordings <result>', 'the result whose recorded model calls are replayed')
    .option('--logs', 'print what modules print, to standard error')
    .action(async (scenario: string, options: Options) => {
      const { liveCommand } = await import('./commands/live.js');
      process.exitCode = await liveCommand(scenario, options, packageVersion());
    });
}

function addProofs(program: Command): void {
  program
    .command('replay <result...>')
    .description('do a result again from its recording or its model calls, offline, and compare')
    .option('--nightly', 'do each of several results again, or all in a folder, and list them')
    .option('--out <dir>', 'keep what is done again in this folder')
    .option('--data <reference>', 'where the data set is stored now, when it moved')
    .option('--jobs <n>', 'threads', '1')
    .action(async (results: string[], options: Options) => {
      const { replayCommand } = await import('./commands/replay.js');
      process.exitCode = await replayCommand(results, options, packageVersion());
    });
  program
    .command('verify <folder>')
    .description('do a run again, or all runs of a result, and compare every file')
    .option('--data <reference>', 'where the data set is stored now, when it moved')
    .option('--ask-again', 'ask modules and scripts again instead of replaying their answers')
    .action(async (folder: string, options: Options) => {
      const { verifyCommand } = await import('./commands/verify.js');
      process.exitCode = await verifyCommand(folder, options, packageVersion());
    });
}

function addReading(program: Command): void {
  program
    .command('estimate <scenario.yaml>')
    .description('calls, tokens, money and time of agents that ask models; asks nothing')
    .option('--models <file>', 'providers, limits and prices (default: TAPEFOLD_MODELS)')
    .option('--from <result>', 'take what a decision takes from the recording of a result')
    .option('--asks <n>', 'asks under way at once (default: 64)')
    .option('--json', 'print JSON')
    .action(async (scenario: string, options: Options) => {
      const { estimateCommand } = await import('./commands/estimate.js');
      process.exitCode = await estimateCommand(scenario, options);
    });
  program
    .command('compare <run...>')
    .description('metrics of runs side by side, and their differences from the first')
    .option('--json', 'print JSON')
    .action(async (runs: string[], options: Options) => {
      const { compareCommand } = await import('./commands/compare.js');
      process.exitCode = compareCommand(runs, options);
    });
  program
    .command('table <result...>')
    .description('results side by side in the layout of published tables: return, Sharpe, drawdown')
    .action(async (folders: string[]) => {
      const { tableCommand } = await import('./commands/table.js');
      process.exitCode = tableCommand(folders);
    });
  program
    .command('check-table <file.csv>')
    .description('which figures of a published table cannot be, at the prices of its window')
    .requiredOption(
      '--data <reference>',
      'data set with the prices; rows of other windows are skipped',
    )
    .option('--json', 'print JSON')
    .action(async (file: string, options: Options) => {
      const { checkTableCommand } = await import('./commands/check-table.js');
      process.exitCode = await checkTableCommand(file, options);
    });
  program
    .command('inspect <run>')
    .description('what was knowable, what was decided, and why it was filled')
    .requiredOption('--at <time>', 'a date (its session close), or an instant with offset')
    .option('--data <reference>', 'where the data set is stored now, when it moved')
    .option('--json', 'print JSON')
    .action(async (run: string, options: Options) => {
      const { inspectCommand } = await import('./commands/inspect.js');
      process.exitCode = await inspectCommand(run, options);
    });
  program
    .command('journal <run>')
    .description('print a journal as JSON lines')
    .option('--expand', 'print each decision of a stretch; reads the data set of the run')
    .option('--data <place>', 'where the data set is stored now, when it moved')
    .action(async (run: string, options: Options) => {
      const { journalCommand } = await import('./commands/journal.js');
      process.exitCode = await journalCommand(run, options);
    });
  program
    .command('transcript <run>')
    .description('what a model was told, thought, called and submitted; a result lists its runs')
    .option('--decision <when>', 'one decision alone: the date of its session, or its as-of')
    .option('--full', 'print texts of any length whole')
    .option('--atif <file>', 'write a trajectory in ATIF 1.7 instead')
    .action(async (run: string, options: Options) => {
      const { transcriptCommand } = await import('./commands/transcript.js');
      process.exitCode = await transcriptCommand(run, options);
    });
}

function addCatalogue(program: Command): void {
  program
    .command('policies')
    .description('list the named execution policies')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const { policiesCommand } = await import('./commands/catalogue.js');
      process.exitCode = policiesCommand(options);
    });
  program
    .command('agents')
    .description('list the kinds of agents')
    .option('--prompt <name>', 'print a built-in prompt instead: trading-1 or hedging-1')
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const { agentsCommand } = await import('./commands/catalogue.js');
      process.exitCode = await agentsCommand(options);
    });
}

function addData(program: Command): void {
  const data = program.command('data').description('look at data sets, and bring them in');
  data
    .command('check <dataset>')
    .description('coverage, gaps and every defect with file and line')
    .option('--json', 'print JSON')
    .action(async (dataset: string, options: Options) => {
      const { checkCommand } = await import('./commands/data.js');
      process.exitCode = await checkCommand(dataset, options);
    });
  data
    .command('import <dataset> <dir>')
    .description('write any readable data set as a folder in the documented format')
    .action(async (dataset: string, directory: string) => {
      const { importCommand } = await import('./commands/data.js');
      process.exitCode = await importCommand(dataset, directory);
    });
  data
    .command('export <dataset>')
    .description(
      'write a HERCULEAN environment file, or roll it forward by the days behind its last',
    )
    .requiredOption('--out <file>', 'the file; one that an export wrote grows')
    .requiredOption('--format <format>', 'duckdb')
    .option('--through <date>', 'last day (default: the last of the data set)')
    .option('--from <date>', 'first day of a new file (default: all of the data set)')
    .option('--weekly', 'grow by whole weeks, for reports')
    .option('--symbols <symbol...>', 'only these, as the file calls them')
    .option('--json', 'print JSON')
    .action(async (dataset: string, options: Options) => {
      const { exportCommand } = await import('./commands/data-export.js');
      process.exitCode = await exportCommand(dataset, options);
    });
  data
    .command('list')
    .description('list the bundled data sets')
    .action(async () => {
      const { listCommand } = await import('./commands/data.js');
      process.exitCode = listCommand();
    });
}

function addServe(program: Command): void {
  program
    .command('serve')
    .description('run gateway and all services in this process, kept in a folder')
    .option('--data <dir>', 'folder for topics, tables and token', '.tapefold-serve')
    .option('--port <n>', 'where to listen on 127.0.0.1; 0 picks a free port', '18080')
    .option(
      '--dataset <name=path...>',
      'data sets that scenarios may name besides the bundled ones',
    )
    .option('--feeds <file>', 'a YAML file of feeds that scenarios may follow live')
    .option('--agents <file>', 'a YAML file of agents that scenarios may name')
    .option('--models <file>', 'a YAML file of models: providers, limits and prices')
    .action(async (options: Options) => {
      const { serveCommand } = await import('./commands/serve.js');
      process.exitCode = await serveCommand(options);
    });
}

function addMcp(program: Command): void {
  program
    .command('mcp <set>')
    .description(
      'serve the tools trading or hedging to a client of MCP, over standard input and output',
    )
    .requiredOption('--data <dataset>', 'a folder, or a bundled data set')
    .option(
      '--as-of <time>',
      'an instant with offset, or a date (its session close); default: the end',
    )
    .option('--symbols <symbol...>', 'only these')
    .option('--http <port>', 'serve at an address of 127.0.0.1 instead; 0 picks a free port')
    .action(async (set: string, options: Options) => {
      const { mcpCommand } = await import('./commands/mcp.js');
      process.exitCode = await mcpCommand(set, options, packageVersion());
    });
}

function addRedTeam(program: Command): void {
  program
    .command('red-team')
    .description('try to get the future out of a data set, its tools and its agents')
    .requiredOption('--data <dataset>', 'a folder, or a bundled data set')
    .option('--symbols <symbol...>', 'only these (default: the first four)')
    .option('--as-of <time...>', 'as-ofs of the peeker (default: three within the data)')
    .option('--questions <n>', 'questions for each tool at each as-of', '100')
    .option('--seed <n>', 'draws questions, coin flips, worlds and phrases', '0')
    .option('--tools <file>', 'a module of your own that exports tool sets; it is trusted')
    .option('--scenario <file>', 'whose agents are tried with planted texts (default: our rules)')
    .option('--json <file>', 'write every figure and record as JSON')
    .action(async (options: Options) => {
      const { redTeamCommand } = await import('./commands/red-team.js');
      process.exitCode = await redTeamCommand(options, packageVersion());
    });
}

/** Runs the command line; sets the exit code, and never lets a stack trace out. */
export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.ok);
    throw error;
  });
  try {
    await buildProgram().parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.invalidInput;
      return;
    }
    const { code, line } = describeFailure(error);
    process.stderr.write(`${line}\n`);
    if (process.env['TAPEFOLD_DEBUG'] === '1' && error instanceof Error) {
      process.stderr.write(`${error.stack}\n`);
    }
    endWith(code);
  }
}

await main(process.argv);
