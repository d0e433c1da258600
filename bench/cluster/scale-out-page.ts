/** How to scale out, as a page: the arithmetic of two large jobs, worked out from what was measured. */

import { machine, markdownTable } from '../markdown-table.ts';
import type { ClusterFindings } from './cluster-page.ts';
import { feedsAtTheirTenth } from './latency.ts';
import { thousands } from './page-parts.ts';

/** Sessions a year, and bars a session, of a stock market. */
const sessions = 252;
const barsASession = 390;
const hours = 8;

/** What one thing of each kind takes, as measured. */
export interface Rates {
  /** Facts a second through one clock, whose tape one portfolio follows. */
  readonly facts: number;
  /** Bytes a fact on the topic before compression, and in the memory of a worker. */
  readonly factBytes: number;
  readonly factMemory: number;
  readonly passingNs: number;
  /** Microseconds of processor time a decision. */
  readonly adapterUs: number;
  readonly portfolioUs: number;
  readonly brokerUs: number;
  /** Bytes a decision on its topics before compression. */
  readonly decisionBytes: number;
  /** Megabytes a second that one bare client moves over the broker, before compression. */
  readonly brokerMegabytes: number;
  readonly p99: number;
}

export function ratesOf({ facts, decisions, latency, ...others }: ClusterFindings): Rates {
  const line = decisions.lines.at(-1);
  if (line === undefined) throw new Error('nothing was measured');
  const microseconds = (name: string): number => ((line.cpu[name] ?? 0) / line.decisions) * 1e6;
  const decisionBytes = line.bytes / line.decisions;
  return {
    facts: facts.rate.median,
    factBytes: facts.bytes / facts.facts,
    factMemory: others.bytesAFact,
    passingNs: others.passingNanoseconds.median,
    adapterUs: microseconds('agent-adapter'),
    portfolioUs: microseconds('portfolio'),
    brokerUs: microseconds('broker'),
    decisionBytes,
    brokerMegabytes: (line.bareRate.median * decisionBytes) / 1e6,
    p99: Math.max(...feedsAtTheirTenth(latency).map(({ p99 }) => p99.median)),
  };
}

export function scaleOutPage(findings: ClusterFindings): string {
  const rates = ratesOf(findings);
  return `# Scale out

How many partitions, workers and brokers a job takes, worked out for two large ones from the rates of
[Performance of a cluster](../reference/performance-cluster.md). Written by \`npm run bench:cluster\`
on ${machine()}: on your machines, run it there and read it again. Jobs of this size were not run; this is arithmetic.

**What grows with what.** A tape lies in one partition and is written by one clock: tapes spread over clocks, one tape
does not. Every worker of agents and of portfolios holds the tapes of its unfinished runs in memory, and passes all
others by. A run
lies in one partition, and in one worker of each kind: runs spread over workers, as many as there are partitions. Give
topics some four times as many partitions as workers, because runs fall into them by hash; their number cannot be
changed later (\`TAPEFOLD_PARTITIONS\`, [Run a cluster](run-a-cluster.md)).

${markdownTable(ratesTable(rates))}

${replayPart(rates)}

${livePart(rates)}
`;
}

function ratesTable(rates: Rates): string[][] {
  const { facts, factBytes, factMemory, passingNs, adapterUs, portfolioUs, brokerUs } = rates;
  return [
    ['measured', ''],
    ['one tape, clock to portfolio', `${thousands(facts)} facts a second`],
    ['a fact on its topic, before compression', `${thousands(factBytes)} bytes`],
    ['a fact in the memory of a worker', `${thousands(factMemory)} bytes`],
    ['a run at a fact that does not concern it', `${thousands(passingNs)} ns`],
    ['a decision, processor time of the adapter', `${thousands(adapterUs)} µs`],
    ['of the portfolio', `${thousands(portfolioUs)} µs`],
    ['of the broker', `${thousands(brokerUs)} µs`],
    ['on its topics, before compression', `${thousands(rates.decisionBytes)} bytes`],
    ['a broker, one bare client', `${thousands(rates.brokerMegabytes)} MB a second`],
    ['a live fact to its mark, 99 of 100', `${thousands(rates.p99)} ms`],
  ];
}

/** Workers that share so many seconds of processor time within the hours there are. */
const workersFor = (seconds: number): number => Math.max(1, Math.ceil(seconds / (hours * 3600)));
const inHours = (seconds: number): string => `${thousands(seconds / 3600)} h`;

function replayPart(rates: Rates): string {
  const symbols = 500;
  const runs = 10_000;
  const bars = sessions * barsASession;
  const facts = symbols * bars + 2 * sessions;
  const passing = (runs * facts * rates.passingNs) / 1e9;
  const decisions = runs * bars;
  const adapter = (decisions * rates.adapterUs) / 1e6;
  const portfolio = (decisions * rates.portfolioUs) / 1e6;
  const broker = (decisions * rates.brokerUs) / 1e6;
  const bytes = decisions * rates.decisionBytes;
  const adapters = workersFor(adapter + passing);
  const portfolios = workersFor(portfolio + passing);
  const partitions = 4 * Math.max(adapters, portfolios);
  const memory = (facts * rates.factMemory) / 1e9;
  const perSecond = bytes / (hours * 3600) / 1e6;
  const rows = [
    ['', 'from', ''],
    ['facts', `${symbols} × ${sessions} × ${barsASession} + 2 × ${sessions}`, thousands(facts)],
    ['the tape on its topic', 'facts × bytes', `${thousands((facts * rates.factBytes) / 1e9)} GB`],
    ['the tape through one clock', 'facts ÷ rate', inHours(facts / rates.facts)],
    ['memory of each worker', 'facts × bytes', `${thousands(memory)} GB`],
    ['all runs past all facts', `${thousands(runs)} × facts × ns`, inHours(passing)],
    ['decisions', `${thousands(runs)} × ${sessions} × ${barsASession}`, thousands(decisions)],
    ['adapters', 'decisions × µs + passing', inHours(adapter + passing)],
    ['portfolios', 'decisions × µs + passing', inHours(portfolio + passing)],
    ['brokers', 'decisions × µs', inHours(broker)],
    ['decisions and events on topics', 'decisions × bytes', `${thousands(bytes / 1e9)} GB`],
    [`the same within ${hours} hours`, '÷ seconds', `${thousands(perSecond)} MB a second`],
  ];
  return `## 10,000 runs on a year of one-minute bars of 500 symbols

One tape of all symbols; each run trades one of them and decides at every bar of it. Hours are of one core.

${markdownTable(rows)}

Within ${hours} hours that is **${workersPhrase(adapters, 'agent adapter')},
${workersPhrase(portfolios, 'portfolio')}, ${partitions} partitions**, one clock, one ingest,
${workersPhrase(workersFor(portfolio / 2), 'scoring worker')} (taken as half of a portfolio: not measured), and
**${brokersFor(perSecond, rates, broker)}**.
Memory of all workers: ${adapters + portfolios} × ${thousands(memory)} GB =
${thousands((adapters + portfolios) * memory)} GB.

**What breaks first** is memory: each worker holds the whole tape, since runs of it fall on all of them, and more
workers need more of it. Then time past facts of other symbols: ${thousands((100 * passing) / (passing + portfolio))} %
of a portfolio's. Submit one scenario a symbol instead, and a run passes the facts of its own symbol only, on
${symbols} tapes that spread over partitions and clocks; submit them one after the other, and a worker holds those of
its unfinished runs only.
Decide at the close of sessions where every bar is not needed: decisions, bytes and their hours
are then ${barsASession} times fewer.

**What would have to change to go further**: runs placed by tape, so that a worker needs few of them; facts dropped
from memory once the slowest run has passed them; runs that are told only of facts of their symbols.`;
}

function workersPhrase(count: number, what: string): string {
  return `${thousands(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** By what they carry, and three at least where losing one must lose nothing. */
function brokersFor(megabytes: number, { brokerMegabytes }: Rates, seconds: number): string {
  // Written once, and read by adapter, portfolio, scoring and gateway; half of the rate is left for bursts.
  const byBytes = Math.ceil((2 * megabytes) / brokerMegabytes);
  const count = Math.max(byBytes, workersFor(seconds));
  const replicated = Math.max(3, 3 * count);
  return `${workersPhrase(count, 'broker')}, ${replicated} with two copies more of everything`;
}

function livePart(rates: Rates): string {
  const symbols = 10_000;
  const aDay = symbols * barsASession;
  const memoryADay = (aDay * rates.factMemory) / 1e9;
  const burst = symbols / rates.facts;
  const rows = [
    ['', 'from', ''],
    [
      'facts a minute, all at once',
      `${thousands(symbols)}`,
      `${thousands(burst)} s through one clock`,
    ],
    ['facts a second, if bars are of a second', `${thousands(symbols)}`, share(symbols, rates)],
    ['facts a day', `${thousands(symbols)} × ${barsASession}`, thousands(aDay)],
    ['memory of each worker, a day', 'facts × bytes', `${thousands(memoryADay)} GB`],
    ['a year', `× ${sessions}`, `${thousands(memoryADay * sessions)} GB`],
    [
      'messages a minute',
      `${thousands(symbols)} ÷ 4,096, rounded up`,
      `${Math.ceil(symbols / 4096)}`,
    ],
  ];
  const runs = 1000;
  const passing = (runs * symbols * rates.passingNs) / 1e9;
  const decisions = (runs * rates.portfolioUs) / 1e6;
  return `## A live feed of 10,000 symbols

${markdownTable(rows)}

With bars of a minute **one clock, one partition for the tape, one agent adapter and one portfolio** carry
it: ${thousands(runs)} runs that decide at each minute are ${thousands(decisions)} s of a portfolio a minute, and
${thousands(passing)} s to pass the facts of all symbols.
Add the second worker of each kind, and two more brokers, so that one may die: every worker that has runs of the tape
has read it already.

**What breaks first** is the instant: a message holds 4,096 facts, a live source has to bring an instant whole in one of
them, so that 10,000 symbols are ${Math.ceil(symbols / 4096)} sources or more of one tape,
and the slowest of them holds up
the others. Then the marks of a minute come ${thousands(burst + passing)} s after its bars where there are
${thousands(runs)} runs, not the ${thousands(rates.p99)} ms of a small feed.
Then memory: begin a tape a day, which workers let go of when its runs have ended.

**What would have to change to go further**: a tape that is split by symbols, with one order over its parts, as its
one partition and one thread are the bound of its rate; instants of several messages; facts in a binary form, since
writing and reading JSON is what clock and workers do most.`;
}

const share = (factsASecond: number, { facts }: Rates): string =>
  `${thousands((100 * factsASecond) / facts)} % of what one clock does`;
