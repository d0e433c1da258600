/** The commands around live feeds; each is loaded when it is called. */

import type { Command } from 'commander';
import { loaded } from '../../program/loaded-command.js';

/** Adds `feed …` to the program. */
export function addFeed(program: Command): void {
  program
    .command('feed')
    .description('live feeds, and a server that simulates one')
    .command('serve')
    .description('replay a data set live, in the protocol of a vendor')
    .requiredOption('--data <dataset>', 'a folder, a file, or a bundled data set')
    .option('--protocol <name>', 'alpaca', 'alpaca')
    .option('--speed <speed>', 'max, real, or times real time such as 60x', 'real')
    .option('--start <instant>', 'where the stream begins; earlier facts are in REST')
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
    .option('--faults <file>', 'a YAML file of faults')
    .option('--fault <name=number...>', 'single faults, such as drop=0.01')
    .option('--ledger <file>', 'write what was sent, left out and altered, as JSON lines')
    .action(loaded(async () => (await import('../serving/feed-serve.js')).feedServeCommand));
}

/** Adds `record` to the program. */
export function addRecord(program: Command): void {
  program
    .command('record <feed.yaml>')
    .description('record a live feed into a folder; continues an earlier recording')
    .option('--out <dir>', 'folder of the recording (default: tapefold-recordings/<name>)')
    .option('--for <duration>', 'stop after a duration such as 90s, 15m, 8h or 2d')
    .option('--until <time>', 'stop at an instant, or once the session of a date has closed')
    .option('--end', 'end the recording for good when it stops: nothing can follow')
    .action(loaded(async () => (await import('../serving/record.js')).recordCommand));
}
