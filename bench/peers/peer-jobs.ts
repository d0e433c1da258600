/** Which peers do which job, and on how much of it. */

import { writeDailySet, writeMinuteSet, type BarSet } from '../bar-file.js';
import { userModule, type CommandTerms, type UserModule } from '../command-run.js';

export interface Peer {
  readonly name: string;
  /** As the registry knows it. */
  readonly package: string;
  readonly program: string;
}

/** `tapefold run`, with the built-in rule or with a user's module. */
export interface Own {
  readonly name: string;
  readonly module?: UserModule;
}

export interface PeerJob extends CommandTerms {
  readonly name: string;
  /** The times and answers of all are compared with those of the first. */
  readonly own: readonly [Own, ...Own[]];
  readonly peers: readonly Peer[];
  writeBars(folder: string): BarSet;
}

/** What we want: at most `share` of a peer's time. */
export interface PeerTarget {
  readonly job: PeerJob;
  readonly own: Own;
  readonly peer: Peer;
  readonly share: number;
  readonly words: string;
}

const seed = 42;
const minuteRows = 1_000_000;
const tenthRows = minuteRows / 10;
const symbols = 500;
const tenYears = 2516;
const oneYear = 252;
const rules = [{ fast: 20, slow: 50 }];

const peer = (name: string, packageName: string, program: string): Peer => ({
  name,
  package: packageName,
  program,
});
const backtesting = peer('backtesting.py', 'backtesting', 'backtesting_py.py');
const backtestingStop: Peer = { ...backtesting, program: 'backtesting_stop.py' };
const backtrader = peer('backtrader', 'backtrader', 'backtrader_py.py');
const bt = peer('bt', 'bt', 'bt_py.py');
const nautilus = peer('NautilusTrader', 'nautilus_trader', 'nautilus.py');
const vectorbt = peer('vectorbt', 'vectorbt', 'vectorbt_py.py');

const builtIn: Own = { name: 'tapefold run, built-in rule' };
const ownModule = (file: string): { readonly confined: Own; readonly trusted: Own } => {
  const { confined, trusted } = userModule(file);
  return {
    confined: { name: 'tapefold run, own module, confined', module: confined },
    trusted: { name: 'tapefold run, own module, trusted', module: trusted },
  };
};
const cross = ownModule('cross-one.mjs');
const crosses = ownModule('cross-many.mjs');
const stop = ownModule('trailing-stop.mjs');

type Programs = Pick<PeerJob, 'own' | 'peers'>;

const minutes = (rows: number, programs: Programs, strategy = ''): PeerJob => ({
  rules,
  capital: 100_000,
  portfolio: false,
  ...programs,
  name: `${rows.toLocaleString('en')} minute bars${strategy}`,
  writeBars: (folder) => writeMinuteSet(folder, seed, rows),
});

const daily = (sessions: number, years: string, programs: Programs): PeerJob => ({
  rules,
  capital: 10_000_000,
  portfolio: true,
  ...programs,
  name: `${symbols} symbols × ${years} daily, 1 portfolio`,
  writeBars: (folder) => writeDailySet(folder, seed, symbols, sessions),
});

const minuteJob = minutes(minuteRows, {
  own: [builtIn, cross.confined, cross.trusted],
  peers: [backtesting, nautilus, vectorbt],
});
const stopJob = minutes(
  minuteRows,
  { own: [stop.confined, stop.trusted], peers: [backtestingStop] },
  ', trailing stop',
);
const dailyJob = daily(tenYears, '10 years', {
  own: [builtIn, crosses.confined, crosses.trusted],
  peers: [nautilus, vectorbt],
});

/** Those that would take minutes do a tenth. backtesting.py has no portfolios. */
export const peerJobs: readonly PeerJob[] = [
  minuteJob,
  stopJob,
  minutes(tenthRows, { own: [builtIn], peers: [backtrader, bt] }),
  dailyJob,
  daily(oneYear, '1 year', { own: [builtIn], peers: [backtrader, bt] }),
];

const atMost = (job: PeerJob, own: Own, other: Peer): PeerTarget => ({
  job,
  own,
  peer: other,
  share: 1,
  words: `at most the time of ${other.name}`,
});
const aThird = (job: PeerJob, own: Own, other: Peer): PeerTarget => ({
  job,
  own,
  peer: other,
  share: 1 / 3,
  words: `at most a third of the time of ${other.name}`,
});

export const peerTargets: readonly PeerTarget[] = [
  atMost(minuteJob, cross.confined, backtesting),
  aThird(minuteJob, cross.trusted, backtesting),
  atMost(stopJob, stop.confined, backtestingStop),
  aThird(stopJob, stop.trusted, backtestingStop),
  atMost(dailyJob, crosses.confined, vectorbt),
  atMost(dailyJob, crosses.trusted, vectorbt),
];
