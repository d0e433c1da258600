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

Written by \`npm run bench:cluster\`: a broker, a database and services as processes of their own on one machine, all
on the same cores. Times are differences of timestamps that producers put on messages; that of tables comes from
looking ten times a second. The bare client is a process
that sends through kafkajs and one that receives, with the same bytes, the same sizes of requests and the same
compression, on the same broker, in turns with what it is compared with; it parses, computes and keeps nothing.
Figures are medians, with the least and
the greatest in parentheses where rounds differ. A ratio with these is the median of each round's own, which need not be
the quotient of two medians, and a verdict is that of the median. Absolute figures hold for this machine and
what else it did, ratios for other machines too. The processor is said to bind where more than
${figure(100 * bindingShare)} % of all cores were in use, a process where it used more than that of one core, and else
waiting. What a hypervisor gives to other machines stops whatever runs, for tens of milliseconds at a time: where it
says so, only the rounds count in which that was least, up to ${triesMax} times as many being done until enough of
them had ${figure(100 * usualShare)} % of it at most, and of latency ${figure(100 * quietShare)} %.

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
      what: `live fact to its mark, 99 of 100, at a tenth of what comes through, ${symbolsOf(symbols)} a message`,
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
raw messages, one run (buy and hold, decided at each close) and its decisions stand on their topics before the clock
starts. From the first facts on \`market.tape\` to the end of the run on \`portfolio.events\`; medians of
${facts.rounds} rounds, of fewer with an agent adapter.

${markdownTable([['', 'facts a second'], ...rows])}

${bindsSentence(facts.cpu, facts.milliseconds)}

${cpuTable(facts.cpu, facts.milliseconds)}

${profilesOf(facts.profiles)}

A worker that reads tapes, of agents or of portfolios, keeps ${Math.round(bytesAFact)} bytes a fact. Each of its runs
passes every fact of its tape, which takes ${ranged(passing, ' ns')} where the fact is of a symbol that it does not
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
agent adapter, one portfolio. From the first submission to the last event of all of them. The bare client moves the
bytes of \`agent.decisions\` and \`portfolio.events\`.

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
  const { one, two } = rounded;
  const oneSeconds = one.wallMs / 1000;
  const leastSeconds = totalOf(two.cpu) / cpus().length;
  const mostSpeedup = oneSeconds / leastSeconds;
  const rows = [
    ['one', ranged(rates.one), figure(one.milliseconds / 1000), figure(one.megabytes)],
    ['two', ranged(rates.two), figure(two.milliseconds / 1000), figure(two.megabytes)],
  ];
  const head = ['workers', 'decisions a second', 'seconds', 'MB of a worker'];
  return `## Workers

${thousands(runs)} runs over ${thousands(bars)} bars whose decisions are on \`agent.decisions\`; portfolio workers
that are new to all of it, in a group of their own, from the first event to the last, in turns: two are
${ranged(speedup, '×')} as fast as one. ${quietSentence(quiet)}

${markdownTable([head, ...rows])}

With one worker, from about its first event on: ${bindsSentence(one.cpu, one.wallMs)}

${cpuTable(one.cpu, one.wallMs)}

With two: ${bindsSentence(two.cpu, two.wallMs)}

${cpuTable(two.cpu, two.wallMs)}

Processor time is counted from about the first event until the last offset is committed, which is longer than from
event to event: ${figure(oneSeconds)} s with one worker. With two, all processes together need
${figure(totalOf(two.cpu))} s of processor, the broker ${figure(two.cpu['broker'] ?? 0)} s of them, and ${cpus().length}
cores give that in no less than ${figure(leastSeconds)} s. That allows ${figure(mostSpeedup)}× for this longer time,
whatever the workers do: the target is ${mostSpeedup < workersTarget ? 'out of' : 'within'} reach of these cores.`;
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
      `${quietSentence(feed.quiet)} ${allRounds(feed)}${bindsSentence(feed.cpu, 1000 * secondsOf(feed))}`,
  );
  return `## Latency

A live source: a message is a session of a day, its open, a bar of each symbol and its close; from the timestamp of
the raw message, through clock, agent adapter and portfolio, to that of the events with its mark. Timestamps are
whole milliseconds. Medians of ${feeds[0]?.quiet.stolen.length ?? 0} rounds of ${figure(secondsOf(feeds[0]))} s, with
the least and the greatest. First more messages are sent than can come through, which tells how many can; a feed goes
at a tenth of them. The smallest messages are also sent at a tenth of the rate of facts, which takes many more of them.

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
Postgres, in turns; each gateway is new, and projects some runs before that do not count. It has a lower priority
than the others, so that runs come first. While a gateway projects, all runs take ${ranged(slowdown, '×')} as long
until their last event. Until the tables hold all of it: ${ranged(ratio, '×')}. ${quietSentence(quiet)}

${markdownTable([['from the first submission until', 'time'], ...rows])}

${bindsSentence(cpu, projecting.with.median)}

${cpuTable(cpu, projecting.with.median)}

Without a gateway all of them use ${figure(totalOf(cpuWithout))} s, with one ${figure(totalOf(cpu))} s.

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
