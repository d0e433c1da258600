/** The page on scaling out: estimates for two large jobs, from measured rates. */

import { machine, markdownTable } from '../markdown-table.ts';
import type { ClusterFindings } from './cluster-page.ts';
import { feedsAtTheirTenth } from './latency.ts';
import { thousands } from './page-parts.ts';

/** Sessions a year, and bars a session, of a stock market. */
const sessions = 252;
const barsASession = 390;
const hours = 8;

/** Measured cost of one fact, decision or byte. */
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

This page estimates the partitions, workers and brokers of two large jobs from the rates in
[Performance of a cluster](../reference/performance-cluster.md). \`npm run bench:cluster\` wrote it
on ${machine()}; run it on your own machines to get their numbers. Jobs of this size were not run: this is arithmetic.

**What scales.** One clock writes a tape into one partition: several tapes spread over clocks, but one tape
does not. Each agent and portfolio worker keeps the tapes of its unfinished runs in memory, and skips all
others. A run
belongs to one partition, and so to one worker of each kind: runs spread over at most as many workers as partitions.
Give topics about four times as many partitions as workers, because a hash assigns runs to partitions. You cannot
change their number later (\`TAPEFOLD_PARTITIONS\`, [Run a cluster](run-a-cluster.md)).

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
    ['a run, per fact of another symbol', `${thousands(passingNs)} ns`],
    ['a decision, CPU time of the adapter', `${thousands(adapterUs)} µs`],
    ['of the portfolio', `${thousands(portfolioUs)} µs`],
    ['of the broker', `${thousands(brokerUs)} µs`],
    ['on its topics, before compression', `${thousands(rates.decisionBytes)} bytes`],
    ['a broker, one bare client', `${thousands(rates.brokerMegabytes)} MB a second`],
    ['a live fact to its mark, 99 of 100', `${thousands(rates.p99)} ms`],
  ];
}

/** Workers needed for this many seconds of CPU time within `hours`. */
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
    ['all runs, skipping all facts', `${thousands(runs)} × facts × ns`, inHours(passing)],
    ['decisions', `${thousands(runs)} × ${sessions} × ${barsASession}`, thousands(decisions)],
    ['adapters', 'decisions × µs + skipping', inHours(adapter + passing)],
    ['portfolios', 'decisions × µs + skipping', inHours(portfolio + passing)],
    ['brokers', 'decisions × µs', inHours(broker)],
    ['decisions and events on topics', 'decisions × bytes', `${thousands(bytes / 1e9)} GB`],
    [`the same within ${hours} hours`, '÷ seconds', `${thousands(perSecond)} MB a second`],
  ];
  return `## 10,000 runs on a year of one-minute bars of 500 symbols

One tape has all symbols. Each run trades one symbol and decides at each of its bars. Hours are core hours.

${markdownTable(rows)}

Within ${hours} hours that is **${workersPhrase(adapters, 'agent adapter')},
${workersPhrase(portfolios, 'portfolio')}, ${partitions} partitions**, one clock, one ingest,
${workersPhrase(workersFor(portfolio / 2), 'scoring worker')} (assumed to cost half of a portfolio; not measured), and
**${brokersFor(perSecond, rates, broker)}**.
Memory of all workers: ${adapters + portfolios} × ${thousands(memory)} GB =
${thousands((adapters + portfolios) * memory)} GB.

**The first limit** is memory: the tape's runs spread over all workers, so each worker holds the whole tape, and more
workers need more memory. The next is time spent on facts of other symbols:
${thousands((100 * passing) / (passing + portfolio))}% of a portfolio's time. Submit one scenario per symbol instead:
each run then reads only the facts of its own symbol, on
${symbols} tapes that spread over partitions and clocks. Submit them one after the other, so that a worker holds only
the tapes of its unfinished runs.
If you do not need a decision at every bar, decide at session closes: decisions, bytes and their hours
then shrink by a factor of ${barsASession}.

**To go further**, the product would have to assign runs by tape, so that a worker needs few tapes; drop facts
from memory once the slowest run has read them; and send each run only the facts of its symbols.`;
}

function workersPhrase(count: number, what: string): string {
  return `${thousands(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** By their load; at least three if losing one must lose no data. */
function brokersFor(megabytes: number, { brokerMegabytes }: Rates, seconds: number): string {
  // Adapter, portfolio, scoring and gateway read what is written once; half of the rate is
  // left for bursts.
  const byBytes = Math.ceil((2 * megabytes) / brokerMegabytes);
  const count = Math.max(byBytes, workersFor(seconds));
  const replicated = Math.max(3, 3 * count);
  return `${workersPhrase(count, 'broker')}, or ${replicated} with two more copies of everything`;
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
    ['facts a second, with one-second bars', `${thousands(symbols)}`, share(symbols, rates)],
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

With one-minute bars, **one clock, one partition for the tape, one agent adapter and one portfolio** are enough:
${thousands(runs)} runs that decide every minute take ${thousands(decisions)} s of a portfolio per minute, plus
${thousands(passing)} s to skip the facts of other symbols.
Add a second worker of each kind and two more brokers, so that one of each may fail: every worker that has runs of
the tape has already read it.

**The first limit** is the instant: a message holds 4,096 facts, and a live source must put a whole instant into one
message, so a tape of 10,000 symbols needs at least ${Math.ceil(symbols / 4096)} sources,
and the slowest source delays
the others. The next is latency: with ${thousands(runs)} runs, the marks of a minute follow its bars after
${thousands(burst + passing)} s, not after the ${thousands(rates.p99)} ms of a small feed.
The third is memory: start a new tape each day; workers release it when its runs have ended.

**To go further**, the product would have to split a tape by symbols with one order over its parts, because one
partition and one thread limit its rate; allow an instant to span messages; and encode facts in a binary form, because
clock and workers spend most of their time on writing and reading JSON.`;
}

const share = (factsASecond: number, { facts }: Rates): string =>
  `${thousands((100 * factsASecond) / facts)}% of one clock’s rate`;
