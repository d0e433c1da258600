/** The commands that serve runs, tools or feeds, record feeds, or red-team. */

import type { Command } from 'commander';
import { adding, choice, loaded } from '../../program/loaded-command.js';

/** Adds `serve`, `feed …`, `record`, `mcp` and `red-team` to the program. */
export function addServing(program: Command): void {
  addServe(program);
  addFeed(program);
  addTrials(program);
}

function addServe(program: Command): void {
  const command = adding(program);
  command('serve', 'run gateway and all services in this process, kept in a folder')
    .option('--data <dir>', 'folder for topics, tables and token', '.tapefold-serve')
    .option('--port <n>', 'where to listen on 127.0.0.1; 0 picks a free port', '18080')
    .option(
      '--dataset <name=path...>',
      'data sets that scenarios may name besides the bundled ones',
    )
    .option('--feeds <file>', 'a YAML file of feeds that scenarios may follow live')
    .option('--agents <file>', 'a YAML file of agents that scenarios may name')
    .option('--models <file>', 'a YAML file of models: providers, limits and prices')
    .action(loaded(() => import('../serving/serve.js'), 'serveCommand'));
}

function addFeed(program: Command): void {
  const command = adding(program);
  const feed = adding(command('feed', 'live feeds, and a server that simulates one'));
  feed('serve', 'replay a data set live, in the protocol of a vendor')
    .requiredOption('--data <dataset>', 'a folder, a file, or a bundled data set')
    .option('--protocol <name>', 'alpaca', 'alpaca')
    .option('--speed <speed>', 'max, real, or times real time such as 60x', 'real')
    .option('--start <instant>', 'where the stream begins; earlier facts are served over REST')
    .option('--now', 'move the times of the data to the present, session by session')
    .option('--wait [n]', 'release nothing until n connections (1) have subscribed')
    .option('--exit', 'exit at the end of the data')
    .option('--symbols <symbol...>', 'only these')
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port; 0 picks a free one', '18090')
    .option('--key <key>', 'key that clients need (default: APCA_API_KEY_ID, else test)')
    .option('--secret <secret>', 'and its secret (default: APCA_API_SECRET_KEY, else test)')
    .option('--cert <file>', 'certificate in PEM, for TLS')
    .option('--cert-key <file>', 'its key in PEM')
    .option('--symbol-limit <n>', 'symbols per connection; more are refused with 405')
    .option('--connection-limit <n>', 'connections per stream; more are refused with 406', '10')
    .option('--refuse-feed <name...>', 'feeds that the keys do not cover: refused with 409')
    .action(loaded(() => import('../serving/feed-serve.js'), 'feedServeCommand'));
  command('record <feed.yaml>', 'record a live feed into a folder; continues an earlier recording')
    .option('--out <dir>', 'folder of the recording (default: tapefold-recordings/<name>)')
    .option('--for <duration>', 'stop after a duration such as 90s, 15m, 8h or 2d')
    .option('--until <time>', 'stop at an instant, or once the session of a date has closed')
    .option('--end', 'end the recording for good when it stops: nothing can follow')
    .action(loaded(() => import('../serving/record.js'), 'recordCommand'));
}

function addTrials(program: Command): void {
  const command = adding(program);
  command('mcp <set>')
    .description(
      'serve the tools of trading, hedging, retrieval, auditing, market-insights or ' +
        'report-evaluation to a client of MCP, over standard input and output',
    )
    .option('--data <dataset>', 'a folder, a file, or a bundled data set')
    .option(
      '--as-of <time>',
      'an instant with offset, or a date (its session close); default: the end',
    )
    .option('--symbols <symbol...>', 'only these')
    .option('--terms <json>', 'terms of the tasks, as in a scenario; they determine the tools')
    .option('--reports <path>', 'for report-evaluation: a result, or a folder with reports')
    .option('--http <port>', 'serve on this port of 127.0.0.1 instead; 0 picks a free port')
    .addOption(
      choice('--profile <name>', 'as a published benchmark serves its tools, and these alone', [
        'herculean',
      ]),
    )
    .option('--db-path <file>', 'of the profile: the environment file (or TRADING_DB_PATH …)')
    .option('--data-root <dir>', 'of the profile, for auditing (or AUDITING_DATA_ROOT)')
    .option('--reports-root <dir>', 'of the profile: reports (or REPORT_EVALUATION_REPORTS_ROOT)')
    .option('--as-of-date <date>', 'of the profile: --as-of (or REPORT_GENERATION_AS_OF_DATE)')
    .action(loaded(() => import('../serving/mcp.js'), 'mcpCommand'));
  command('red-team', 'try to extract future data from a data set, its tools and its agents')
    .requiredOption('--data <dataset>', 'a folder, or a bundled data set')
    .option('--symbols <symbol...>', 'only these (default: the first four)')
    .option('--as-of <time...>', 'as-ofs of the peeker (default: three within the data)')
    .option('--questions <n>', 'questions for each tool at each as-of', '100')
    .option('--seed <n>', 'draws questions, coin flips, worlds and phrases', '0')
    .option('--tools <file>', 'a module of your own that exports tool sets; it is trusted')
    .option('--scenario <file>', 'tests its agents with planted texts (default: rule agents)')
    .option('--trust-code', 'run trusted modules that lie inside a result; lists them')
    .option('--json <file>', 'write every figure and record as JSON')
    .action(loaded(() => import('../results/red-team.js'), 'redTeamCommand'));
}
