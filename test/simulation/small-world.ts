/**
 * A small market with a few runs, as sources, plans and messages; and what one undisturbed
 * process makes of it.
 */

import type { ToolService } from '#agents';
import type { Workflows } from '#workflows';
import { EventCollector } from '#pipeline/tape/event-collector';
import { submittedPlan } from '#pipeline';
import { runBacktest, type TradingPlan } from '#backtest';
import {
  engineSemantics,
  FactColumns,
  factKinds,
  noInstrument,
  rankOfKind,
  type FactSource,
  type TapeHeader,
} from '#contracts';
import { outgoing, type OutgoingMessage } from '#event-log';
import { pairPolicies, resolvePolicy } from '#portfolio';
import { Tape } from '#tape';
import {
  canonicalHash,
  invalidInput,
  microsPerDay,
  microsPerHour,
  seededRandom,
  sha256Hex,
  type SeededRandom,
} from '#values';

const days = 9;
const firstDay = 18_300;
const symbols = ['AA', 'BB'];

export interface SmallWorld {
  readonly header: TapeHeader;
  readonly plans: readonly TradingPlan[];
  readonly openSources: () => readonly FactSource[];
  /** Releases more of a live feed; false once there is no more. */
  readonly grow?: (random: SeededRandom) => boolean;
  /** What a gateway would send to have all of it run. */
  readonly submission: readonly OutgoingMessage[];
  /** Journal hash by run id. */
  readonly expected: ReadonlyMap<string, string>;
  /** Its events, by run id, as text. */
  readonly journals: ReadonlyMap<string, readonly string[]>;
  /** What its sources end with, where they cannot be read to their ends. */
  readonly failure?: string;
  /** Kinds of work, where they are not those of this version. */
  readonly workflows?: Workflows;
  /** Serves tools to agents that work through them; another one for each process. */
  readonly openTools?: () => ToolService;
}

/** The world of one seed: prices, chunks and dice differ. */
/** `atBars`: there are bars at noon too, and the runs of trading decide at bars. */
export async function smallWorld(seed: number, atBars = false): Promise<SmallWorld> {
  const header = headerOf(seed);
  const plans = plansOf(seed).map((plan): TradingPlan => {
    return atBars && plan.workflow === 'trading' ? { ...plan, decide: 'bar' } : plan;
  });
  const openSources = () => [
    sessionSource(seed),
    ...symbols.map((_, number) => barSource(seed, number)),
    ...(atBars ? symbols.map((_, number) => barSource(seed, number, 12)) : []),
  ];
  const submission = [
    outgoing('tapes', {
      type: 'TapeRequested',
      version: 1,
      tape: header.id,
      header: { ...header, instruments: [...header.instruments] },
      dataset: 'small',
      dataHash: sha256Hex('small'),
      until: firstDay + days,
      badRows: 'refuse',
      speed: 'max',
    }),
    ...plans.map((plan) => submitted(plan, header)),
  ];
  return {
    header,
    plans,
    openSources,
    submission,
    ...(await undisturbed({ header, plans, openSources })),
  };
}

/** What asks for a run on `runs`. */
export const submitted = (plan: TradingPlan, { id: tape }: TapeHeader): OutgoingMessage =>
  outgoing('runs', {
    type: 'RunSubmitted',
    version: 1,
    run: plan.id,
    label: plan.label,
    tape,
    submission: sha256Hex('small'),
    semantics: engineSemantics,
    plan: submittedPlan(plan),
  });

/**
 * The same world, but somewhere in the middle one of its sources cannot be read on, or
 * goes back in time.
 */
export async function failingWorld(seed: number): Promise<SmallWorld> {
  const world = await smallWorld(seed);
  const random = seededRandom(seed + 1_000);
  const which = Math.floor(random.next() * (symbols.length + 1));
  const chunksMax = 1 + Math.floor(random.next() * 5);
  const breakOff = seed % 2 === 0 ? unreadable : disordered;
  const openSources = () =>
    world
      .openSources()
      .map((source, index) => (index === which ? breakOff(source, chunksMax) : source));
  const failure = seed % 2 === 0 ? 'not a price' : 'facts are out of order';
  return { ...world, openSources, failure };
}

/** At ingest: a defect that is found late, after so many chunks, or at the end. */
function unreadable(source: FactSource, chunksMax: number): FactSource {
  let chunks = 0;
  const pull = () => {
    const chunk = chunks++ === chunksMax ? null : source.pull();
    if (chunk === null) throw invalidInput('not a price', { where: 'bars.csv line 7, close' });
    return chunk;
  };
  return { ...source, pull };
}

/** At the clock: the first chunk comes once more. */
function disordered(source: FactSource, chunksMax: number): FactSource {
  const first = source.pull();
  let chunks = 0;
  const pull = () => {
    chunks++;
    if (chunks === 1 || chunks === chunksMax + 1) return first;
    return chunks > chunksMax ? null : (source.pull() ?? first);
  };
  return { ...source, pull };
}

/** What one process makes of a world, in which nothing is lost. */
export async function undisturbed({
  header,
  plans,
  openSources,
  workflows,
  openTools,
}: Omit<SmallWorld, 'expected' | 'journals' | 'submission'>): Promise<
  Pick<SmallWorld, 'expected' | 'journals'>
> {
  const collectors = new Map(plans.map(({ id }) => [id, new EventCollector()]));
  const outcome = await runBacktest({
    stream: new Tape(header, openSources()),
    runs: plans.map((plan) => ({
      plan,
      journal: collectors.get(plan.id) as EventCollector,
      ends: true,
    })),
    agents: { directory: '', hidden: [] },
    ...(workflows && { workflows }),
    tools: openTools?.(),
  });
  if (outcome.kind !== 'finished') throw new Error('the run was interrupted');
  const textsOf = (collector: EventCollector): string[] =>
    collector.take().events.map((event) => JSON.stringify(event));
  return {
    expected: new Map(outcome.runs.map(({ plan, summary }) => [plan.id, summary.hash])),
    journals: new Map([...collectors].map(([id, collector]) => [id, textsOf(collector)])),
  };
}

function headerOf(seed: number): TapeHeader {
  return {
    id: `small-${seed}`,
    dataset: 'small',
    instruments: symbols.map((symbol) => ({ symbol, currency: 'USD' })),
    calendar: '24/7',
    sessionsPerYear: 365,
    priceBasis: 'raw',
    tradePrice: 'close',
    barFrequency: 'daily',
    synthetic: true,
    dateRule: 'session-close',
  };
}

function plansOf(seed: number): TradingPlan[] {
  const plan = (
    agent: TradingPlan['agent'],
    run: readonly string[],
    policy: TradingPlan['policy'],
    workflow: TradingPlan['workflow'] = 'trading',
  ): TradingPlan => ({
    id: canonicalHash({ seed, agent, run, ...(workflow === 'trading' ? {} : { workflow }) }),
    label: `${workflow}-${agent.id}-${run.join('-')}`,
    workflow,
    agent,
    symbols: run,
    portfolio: run.length > 1,
    repeat: 0,
    baseSeed: 0,
    seed,
    policy,
    capital: 1000,
    currency: 'USD',
    decide: 'session-close',
    firstSession: firstDay + 1,
    lastSession: firstDay + days - 1,
    sessionsPerYear: 365,
    data: sha256Hex('small'),
    file: null,
  });
  return [
    plan({ id: 'cross', kind: 'sma-cross', fast: 1, slow: 2 }, ['AA'], resolvePolicy('close')),
    plan({ id: 'dice', kind: 'random', seed }, ['BB'], resolvePolicy('ama-normal-long-short')),
    plan({ id: 'dice', kind: 'random' }, symbols, resolvePolicy('realistic')),
    plan(
      { id: 'dice', kind: 'random' },
      symbols,
      resolvePolicy('pair-realistic', pairPolicies),
      'hedging',
    ),
  ];
}

function sessionSource(seed: number): FactSource {
  const facts = new FactColumns(2 * days);
  for (let day = 0; day < days; day++) {
    const session = firstDay + day;
    const open = session * microsPerDay + 9 * microsPerHour;
    const close = session * microsPerDay + 16 * microsPerHour;
    const at = (kind: 7 | 8, time: number) => ({
      kind,
      instrument: noInstrument,
      knowledgeTime: time,
      eventTime: time,
    });
    facts.pushFact({
      ...at(factKinds.sessionOpen, open),
      payload: { kind: 'sessionOpen', session },
    });
    const payload = { kind: 'sessionClose' as const, session, early: false };
    facts.pushFact({ ...at(factKinds.sessionClose, close), payload });
  }
  return sourceOf('sessions', rankOfKind[factKinds.sessionClose] * 65_536, facts, seed);
}

function barSource(seed: number, instrument: number, hour = 16): FactSource {
  const random = seededRandom(seed * 2 + instrument);
  const facts = new FactColumns(days);
  let price = 100;
  for (let day = 0; day < days; day++) {
    const open = price;
    price *= 0.9 + random.next() * 0.2;
    facts.kind[day] = factKinds.bar;
    facts.instrument[day] = instrument;
    facts.knowledgeTime[day] = (firstDay + day) * microsPerDay + hour * microsPerHour;
    facts.eventTime[day] = facts.knowledgeTime[day] as number;
    facts.open[day] = open;
    facts.close[day] = price;
    facts.high[day] = Math.max(open, price) * 1.01;
    facts.low[day] = Math.min(open, price) * 0.99;
  }
  facts.count = days;
  return sourceOf(
    `bars ${instrument} at ${hour}`,
    rankOfKind[factKinds.bar] * 65_536 + instrument + (hour === 16 ? 0 : symbols.length),
    facts,
    seed,
  );
}

/** Hands the facts out in chunks of one to four, the same for the same seed. */
function sourceOf(name: string, rank: number, facts: FactColumns, seed: number): FactSource {
  const random = seededRandom(seed + rank);
  let row = 0;
  return {
    name,
    rank,
    pull: () => {
      if (row === facts.count) return null;
      const to = Math.min(facts.count, row + 1 + Math.floor(random.next() * 4));
      const chunk = new FactColumns(to - row);
      chunk.appendRows(facts, row, to);
      row = to;
      return chunk;
    },
    close: () => undefined,
  };
}
