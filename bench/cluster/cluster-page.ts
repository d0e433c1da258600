/** The findings of the cluster's bench as a page of the reference. */

import { cpus } from 'node:os';
import { figure, machine, markdownTable } from '../markdown-table.ts';
import { quietSentence, triesMax, usualShare } from '../quiet-rounds.ts';
import type { Ratio } from '../ratio-of-pairs.ts';
import type { ProfileLine } from '../top-of-profile.ts';
import type { DecisionsFinding, DecisionsLine } from './decisions.ts';
import type { FactsFinding } from './facts.ts';
import { feedsAtTheirTenth, quietShare, type LatencyFinding } from './latency.ts';
import type { ProjectingFinding } from './projecting.ts';
import type { WorkersFinding } from './two-workers.ts';
import {
  bindingShare,
  bindsSentence,
  cpuTable,
  goalsTable,
  profileTable,
  ranged,
  thousands,
  type Goal,
} from './page-parts.ts';

export interface ClusterFindings {
  readonly facts: FactsFinding;
  readonly decisions: DecisionsFinding;
  readonly workers: WorkersFinding;
  readonly latency: LatencyFinding;
  readonly projecting: ProjectingFinding;
  /** Bytes a fact of a tape in the memory of a worker. */
  readonly bytesAFact: number;
  /** Processor time of a run at a fact of a symbol that it does not trade. */
  readonly passingNanoseconds: Ratio;
}

/** How many times as fast two workers are to be as one. */
const workersTarget = 1.6;

export function clusterPage(findings: ClusterFindings): string {
  const { decisions, workers, latency, projecting } = findings;
  return `# Performance of a cluster

\`npm run bench:cluster\` wrote this page, with the broker, the database and each service as separate processes on the
cores of one machine. Times are differences between producers' timestamps on messages; times of tables come from
polling ten times a second. The bare client is one process
that sends and one that receives through kafkajs, with the same bytes, request sizes and
compression, on the same broker, alternating with the measurement it is compared with. It does not parse, compute or
store anything.
Figures are medians, with the minimum and
maximum in parentheses if rounds differ. A ratio is the median of the rounds' ratios, which need not equal
the quotient of two medians, and verdicts use the median. Absolute figures hold for this machine and its load at the
time; ratios also hold for other machines. The CPU is the bottleneck if more than
${figure(100 * bindingShare)}% of all cores were in use, a process is if it used more than that of one core, and
otherwise waiting is. A hypervisor that serves other machines stops every process for tens of milliseconds at a time. If
it reports that time, only the rounds with the least of it count: up to ${triesMax} times as many rounds run until
enough of them lost at most ${figure(100 * usualShare)}%, or ${figure(100 * quietShare)}% for latency.

This machine: ${machine()}.

## Targets

${goalsTable(goalsOf(findings))}

${factsPart(findings)}

${decisionsPart(decisions)}

${workersPart(workers)}

${latencyPart(latency)}

${projectingPart(projecting)}
`;
}

/** What is promised, and what came of it. */
export function goalsOf({
  facts,
  decisions,
  workers,
  latency,
  projecting,
}: ClusterFindings): Goal[] {
  const { many, few } = fewAndMany(decisions);
  return [
    {
      what: 'facts a second from clock to portfolio, of the bare client’s',
      target: 0.5,
      bound: 'at least',
      unit: '×',
      found: facts.ratio.median,
      range: facts.ratio,
    },
    {
      what: `cost of a decision with ${thousands(many.runs)} runs against that with ${few.runs}`,
      target: 1.5,
      bound: 'at most',
      unit: '×',
      found: many.cost.median / few.cost.median,
    },
    {
      what: `two portfolio workers against one, ${thousands(workers.runs)} runs`,
      target: workersTarget,
      bound: 'at least',
      unit: '×',
      found: workers.speedup.median,
      range: workers.speedup,
    },
    ...feedsAtTheirTenth(latency).map(({ symbols, p99 }) => ({
      what:
        'live fact to its mark, 99 of 100, at a tenth of what comes through, ' +
        `${symbolsOf(symbols)} a message`,
      target: 50,
      bound: 'at most' as const,
      unit: ' ms',
      found: p99.median,
      range: p99,
    })),
    {
      what: 'last event while a gateway projects, against the last event without one',
      target: 1.3,
      bound: 'at most',
      unit: '×',
      found: projecting.slowdown.median,
      range: projecting.slowdown,
    },
    {
      what: 'tables of Postgres hold the last record, against the last event without a gateway',
      target: 1.3,
      bound: 'at most',
      unit: '×',
      found: projecting.ratio.median,
      range: projecting.ratio,
    },
  ];
}

function fewAndMany({ lines }: DecisionsFinding): Record<'few' | 'many', DecisionsLine> {
  const few = lines.find(({ runs }) => runs === 10) ?? lines[0];
  const many = lines.at(-1);
  if (few === undefined || many === undefined) throw new Error('nothing was measured');
  return { few, many };
}

export function factsPart({
  facts,
  bytesAFact,
  passingNanoseconds: passing,
}: Pick<ClusterFindings, 'facts' | 'bytesAFact' | 'passingNanoseconds'>): string {
  const rows = [
    ['clock to portfolio', ranged(facts.rate)],
    ['the same, while an agent adapter decides on it', ranged(facts.withAdapterRate)],
    ['bare client', ranged(facts.bareRate)],
  ];
  return `## Facts

One tape of ${thousands(facts.facts)} facts, one-minute bars of one symbol, ${figure(facts.bytes / 1e6)} MB as messages;
raw messages, one run (buy and hold, decided at each close) and its decisions are on their topics before the clock
starts. Time runs from the first facts on \`market.tape\` to the end of the run on \`portfolio.events\`; medians of
${facts.rounds} rounds, of fewer with an agent adapter.

${markdownTable([['', 'facts a second'], ...rows])}

${bindsSentence(facts.cpu, facts.milliseconds)}

${cpuTable(facts.cpu, facts.milliseconds)}

${profilesOf(facts.profiles)}

An agent or portfolio worker keeps ${Math.round(bytesAFact)} bytes per fact of its tapes. Each of its runs
reads every fact of its tape, which takes ${ranged(passing, ' ns')} if the fact is of a symbol that the run does not
trade.`;
}

export function decisionsPart({ bars, lines, profiles }: DecisionsFinding): string {
  const rows = lines.map(({ runs, rounds, rate, cost, bareRate, ratio, bytes, decisions }) => [
    thousands(runs),
    `${rounds}`,
    ranged(rate),
    ranged(cost),
    ranged(bareRate),
    ranged(ratio, '×'),
    figure(bytes / decisions),
  ]);
  const head = ['runs', 'rounds', 'decisions a second', 'µs a decision', 'bare client, a second'];
  const last = lines.at(-1);
  const binds = last === undefined ? '' : bindsSentence(last.cpu, last.milliseconds);
  return `## Decisions

Runs of moving average crossovers that decide at each of ${thousands(bars)} bars of a tape that is on its topic; one
agent adapter, one portfolio. Time runs from the first submission to the last event of any run. The bare client moves
the bytes of \`agent.decisions\` and \`portfolio.events\`.

${markdownTable([[...head, 'of the bare client', 'bytes a decision'], ...rows])}

With ${thousands(last?.runs ?? 0)} runs: ${binds}

${last === undefined ? '' : cpuTable(last.cpu, last.milliseconds)}

${profilesOf(profiles)}`;
}

export function workersPart({
  runs,
  bars,
  quiet,
  rates,
  rounded,
  speedup,
}: WorkersFinding): string {
  const { one: oneWorker, two } = rounded;
  const oneSeconds = oneWorker.wallMs / 1000;
  const leastSeconds = totalOf(two.cpu) / cpus().length;
  const mostSpeedup = oneSeconds / leastSeconds;
  const rows = [
    ['one', ranged(rates.one), figure(oneWorker.milliseconds / 1000), figure(oneWorker.megabytes)],
    ['two', ranged(rates.two), figure(two.milliseconds / 1000), figure(two.megabytes)],
  ];
  const head = ['workers', 'decisions a second', 'seconds', 'MB of a worker'];
  return `## Workers

${thousands(runs)} runs over ${thousands(bars)} bars whose decisions are already on \`agent.decisions\`. New portfolio
workers in a group of their own, one or two in turns, timed from the first event to the last: two are
${ranged(speedup, '×')} as fast as one. ${quietSentence(quiet)}

${markdownTable([head, ...rows])}

With one worker, from about its first event on: ${bindsSentence(oneWorker.cpu, oneWorker.wallMs)}

${cpuTable(oneWorker.cpu, oneWorker.wallMs)}

With two: ${bindsSentence(two.cpu, two.wallMs)}

${cpuTable(two.cpu, two.wallMs)}

CPU time is counted from about the first event until the last offset is committed, which is later than the last
event: ${figure(oneSeconds)} s with one worker. With two, all processes together need
${figure(totalOf(two.cpu))} s of CPU time, ${figure(two.cpu['broker'] ?? 0)} s of it for the broker, and
${cpus().length} cores need at least ${figure(leastSeconds)} s for that.
This limits the speedup over this longer time to
${figure(mostSpeedup)}×: the target is ${mostSpeedup < workersTarget ? 'out of' : 'within'} reach of these cores.`;
}

const secondsOf = (feed: LatencyFinding['feeds'][number] | undefined): number =>
  feed === undefined ? 0 : feed.instants / feed.instantsASecond;

export function latencyPart({ feeds }: LatencyFinding): string {
  const rows = feeds.map((feed) => [
    thousands(feed.symbols),
    ranged(feed.most),
    thousands(feed.instantsASecond),
    thousands(feed.factsASecond),
    ranged(feed.p50, ' ms'),
    ranged(feed.p99, ' ms'),
    ranged(feed.max, ' ms'),
  ]);
  const head = [
    'symbols',
    'at the most, messages a second',
    'messages a second',
    'facts a second',
    '50 of 100',
    '99 of 100',
    'worst',
  ];
  const cpus = feeds.map(
    (feed) =>
      `Of ${symbolsOf(feed.symbols)}, ${thousands(feed.instantsASecond)} messages a second: ` +
      `${quietSentence(feed.quiet)} ` +
      `${allRounds(feed)}${bindsSentence(feed.cpu, 1000 * secondsOf(feed))}`,
  );
  return `## Latency

A live source, where each message is one session: its open, a bar of each symbol and its close. Latency runs from the
timestamp of the raw message, through clock, agent adapter and portfolio, to that of the events with its mark.
Timestamps are whole milliseconds. Medians of ${feeds[0]?.quiet.stolen.length ?? 0} rounds of
${figure(secondsOf(feeds[0]))} s, with minimum and maximum.
An overload first measures the maximum rate; each feed then runs
at a tenth of it. The smallest messages also run at a tenth of the maximum rate of facts, which takes many more
messages.

${markdownTable([head, ...rows])}

${cpus.join('\n\n')}`;
}

const allRounds = ({ quiet, p99OfAll }: LatencyFinding['feeds'][number]): string =>
  quiet.tried > quiet.stolen.length
    ? `All ${quiet.tried} have ${ranged(p99OfAll, ' ms')} at 99 of 100. `
    : '';

const symbolsOf = (count: number): string => `${thousands(count)} symbol${count === 1 ? '' : 's'}`;

export function projectingPart(projecting: ProjectingFinding): string {
  const { runs, bars, quiet, without, events, ratio, slowdown, profiles } = projecting;
  const { cpu, cpuWithout } = projecting;
  const rows = [
    ['last event, no gateway', ranged(without, ' ms')],
    ['last event, while a gateway projects', ranged(events, ' ms')],
    ['tables hold the last record', ranged(projecting.with, ' ms')],
  ];
  return `## Projecting

${thousands(runs)} runs over ${thousands(bars)} bars, with and without a gateway that keeps tables in
Postgres, in turns. Each gateway is new, and first projects some warm-up runs. It has a lower priority
than the other processes, so that runs come first. While a gateway projects, all runs take ${ranged(slowdown, '×')} as
long until their last event, and ${ranged(ratio, '×')} as long until the tables hold all of it. ${quietSentence(quiet)}

${markdownTable([['from the first submission until', 'time'], ...rows])}

${bindsSentence(cpu, projecting.with.median)}

${cpuTable(cpu, projecting.with.median)}

All processes use ${figure(totalOf(cpuWithout))} s of CPU time without a gateway, and
${figure(totalOf(cpu))} s with one.

${profilesOf(profiles)}`;
}

const totalOf = (cpu: Readonly<Record<string, number>>): number =>
  Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);

function profilesOf(profiles: Readonly<Record<string, readonly ProfileLine[]>>): string {
  return Object.entries(profiles)
    .map(
      ([name, lines]) =>
        `Where the ${name}'s own thread spends its time:\n\n${profileTable(lines)}`,
    )
    .join('\n\n');
}
