/** The commands that serve runs or tools, and the one that attacks them; each is loaded when it is called. */

import type { Command } from 'commander';
import { loaded } from '../../program/loaded-command.js';

/** Adds `serve` to the program. */
export function addServe(program: Command): void {
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
    .action(loaded(async () => (await import('../serving/serve.js')).serveCommand));
}

/** Adds `mcp`. */
export function addMcp(program: Command): void {
  program
    .command('mcp <set>')
    .description(
      'serve the tools of trading, hedging, retrieval, auditing, market-insights or report-evaluation to a client ' +
        'of MCP, over standard input and output',
    )
    .requiredOption('--data <dataset>', 'a folder, or a bundled data set')
    .option(
      '--as-of <time>',
      'an instant with offset, or a date (its session close); default: the end',
    )
    .option('--symbols <symbol...>', 'only these')
    .option('--terms <json>', 'terms of tasks, as a scenario has them: what tools there are')
    .option('--reports <path>', 'of report-evaluation: a result, or a folder with reports')
    .option('--http <port>', 'serve at an address of 127.0.0.1 instead; 0 picks a free port')
    .action(loaded(async () => (await import('../serving/mcp.js')).mcpCommand));
}

/** Adds `red-team`. */
export function addRedTeam(program: Command): void {
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
    .action(loaded(async () => (await import('../results/red-team.js')).redTeamCommand));
}
