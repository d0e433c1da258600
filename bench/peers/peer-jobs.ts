/** Which peers do which job, and on how much of it. */

import { writeDailySet, writeMinuteSet, type BarSet } from '../bar-file.js';
import type { CommandTerms } from '../command-run.js';

export interface Peer {
  readonly name: string;
  /** As the registry knows it. */
  readonly package: string;
  readonly program: string;
}

export interface PeerJob extends CommandTerms {
  readonly name: string;
  readonly peers: readonly Peer[];
  writeBars(folder: string): BarSet;
}

const seed = 42;
const rules = [{ fast: 20, slow: 50 }];

const peer = (name: string, packageName: string, program: string): Peer => ({
  name,
  package: packageName,
  program,
});
const backtesting = peer('backtesting.py', 'backtesting', 'backtesting_py.py');
const backtrader = peer('backtrader', 'backtrader', 'backtrader_py.py');
const bt = peer('bt', 'bt', 'bt_py.py');
const nautilus = peer('NautilusTrader', 'nautilus_trader', 'nautilus.py');
const vectorbt = peer('vectorbt', 'vectorbt', 'vectorbt_py.py');

const minutes = (rows: number, peers: readonly Peer[]): PeerJob => ({
  ...{ rules, capital: 100_000, portfolio: false, peers },
  name: `${rows.toLocaleString('en')} minute bars`,
  writeBars: (folder) => writeMinuteSet(folder, seed, rows),
});

const daily = (sessions: number, years: string, peers: readonly Peer[]): PeerJob => ({
  ...{ rules, capital: 10_000_000, portfolio: true, peers },
  name: `500 symbols × ${years} daily, 1 portfolio`,
  writeBars: (folder) => writeDailySet(folder, seed, 500, sessions),
});

/** Those that would take minutes do a tenth. backtesting.py has no portfolios. */
export const peerJobs: readonly PeerJob[] = [
  minutes(1_000_000, [backtesting, nautilus, vectorbt]),
  minutes(100_000, [backtrader, bt]),
  daily(2516, '10 years', [nautilus, vectorbt]),
  daily(252, '1 year', [backtrader, bt]),
];
