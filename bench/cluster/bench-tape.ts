/** Tapes and runs of the bench as messages, made by the very processors that the services run. */

import { sha256Hex, utcDateOf, microsPerDay } from '#values';
import { engineSemantics, type FactSource } from '#contracts';
import type { AgentConfig, DecideAt } from '#contracts/scenario/scenario';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { TapeRequested } from '#contracts/streams/market';
import type { TopicName } from '#contracts/streams/topics';
import {
  outgoing,
  type BrokenMessage,
  type MessageBatch,
  type OutgoingMessage,
  type Processor,
} from '#event-log';
import { AdapterProcessor, ClockProcessor, IngestProcessor, TapeLibrary } from '#pipeline';
import { resolvePolicy } from '#portfolio';
import { seededBarSource, seededHeader, seriesStart, sessionSource } from '../seeded-bars.ts';

export const barsADay = 1440;
const seed = 42;

export interface BenchTape {
  readonly id: string;
  readonly request: OutgoingMessage;
  readonly raw: readonly OutgoingMessage[];
  readonly released: readonly OutgoingMessage[];
  readonly days: number;
  /** Bars and session boundaries. */
  readonly facts: number;
}

/** One symbol's seeded one-minute bars around the clock. */
export async function benchTape(id: string, bars: number): Promise<BenchTape> {
  const days = Math.ceil(bars / barsADay);
  const request = requestOf(id, 1, days);
  const sources: FactSource[] = [
    sessionSource(days),
    seededBarSource({ seed, rows: bars, instrument: 0 }),
  ];
  const ingest = new IngestProcessor(() => Promise.resolve(sources), fail);
  const asked = outgoing('tapes', request);
  const raw = await publishedBy(ingest, [asked], (all) => endsOf(all, 'RawEnded') === 2);
  const clock = new ClockProcessor(noWall, fail);
  const isWhole = (all: readonly OutgoingMessage[]): boolean => endsOf(all, 'TapeClosed') === 1;
  const released = await publishedBy(clock, [asked, ...raw], isWhole);
  return { id, request: asked, raw, released, days, facts: bars + 2 * days };
}

/** The same tape under another name. */
export function renamed(tape: BenchTape, id: string): BenchTape {
  const rename = ({ topic, value }: OutgoingMessage): OutgoingMessage => ({
    topic,
    key: id,
    value: value.replaceAll(JSON.stringify(tape.id), JSON.stringify(id)),
  });
  const { request, raw, released } = tape;
  return {
    ...tape,
    id,
    request: rename(request),
    raw: raw.map(rename),
    released: released.map(rename),
  };
}

export function requestOf(id: string, symbols: number, days: number): TapeRequested {
  const { instruments, ...header } = seededHeader(symbols);
  return {
    type: 'TapeRequested',
    version: 1,
    tape: id,
    header: { ...header, id, instruments: [...instruments] },
    dataset: 'seeded',
    dataHash: sha256Hex('seeded'),
    until: utcDateOf(seriesStart + days * microsPerDay),
    badRows: 'refuse',
    speed: 'max',
  };
}

export interface BenchRuns {
  /** Tells these runs from others. */
  readonly name: string;
  readonly count: number;
  readonly decide: DecideAt;
  readonly agentOf: (number: number) => AgentConfig;
}

/** Runs on the one symbol of a tape. */
export function runsOn(
  tape: Pick<BenchTape, 'id' | 'days'>,
  { name, count, decide, agentOf }: BenchRuns,
): RunSubmitted[] {
  return Array.from({ length: count }, (_, number) => ({
    type: 'RunSubmitted',
    version: 1,
    run: sha256Hex(`${name} ${number}`),
    label: `${name}-${number}`,
    submission: sha256Hex(name),
    tape: tape.id,
    semantics: engineSemantics,
    plan: {
      workflow: 'trading',
      agent: agentOf(number),
      directory: '',
      symbols: ['S0'],
      portfolio: false,
      repeat: 0,
      baseSeed: 0,
      seed: number,
      policy: resolvePolicy({ name: 'whole-units', lotSize: 1 }),
      capital: 100_000,
      currency: 'USD',
      decide,
      firstSession: utcDateOf(seriesStart),
      lastSession: utcDateOf(seriesStart + tape.days * microsPerDay),
      sessionsPerYear: 365,
      data: null,
      file: null,
    },
  }));
}

export const buyAndHold = (): AgentConfig => ({ id: 'hold', kind: 'buy-and-hold' });

/** Crossovers of many lengths, so that not all decide alike. */
export const crossovers = (number: number): AgentConfig => ({
  id: 'cross',
  kind: 'sma-cross',
  fast: 5 + (number % 10),
  slow: 20 + (number % 31),
});

/** The agent adapter's output for runs on a whole tape. */
export async function decisionsFor(
  tape: Pick<BenchTape, 'id' | 'released'>,
  runs: readonly RunSubmitted[],
): Promise<readonly OutgoingMessage[]> {
  const tapes = new TapeLibrary();
  tapes.need(tape.id, 'bench');
  const adapter = new AdapterProcessor({ tapes });
  adapter.onBroken = refuse;
  adapter.open(0, 0, new Map());
  await adapter.tapeBatch(batchOf('market.tape', tape.released));
  const messages: OutgoingMessage[] = [];
  for (const run of runs) {
    const batch = batchOf('runs', [outgoing('runs', run)]);
    messages.push(...(await adapter.receive(batch)));
  }
  return messages;
}

const noWall = {
  nowMs: (): number => 0,
  sleep: (): Promise<void> => Promise.reject(new Error('a clock at full speed never sleeps')),
};

/** For processors of the bench: everything that they are given can be read. */
export function refuse({ topic, reason }: BrokenMessage): never {
  throw new Error(`the bench made a message for ${topic} that cannot be read: ${reason}`);
}

function fail(what: string, error: unknown): void {
  throw new Error(`${what}: ${String(error)}`, { cause: error });
}

const endsOf = (messages: readonly OutgoingMessage[], type: string): number =>
  messages.filter(({ value }) => value.startsWith(`{"type":"${type}"`)).length;

/** Collects what a processor publishes for the messages, until it has published everything. */
async function publishedBy(
  processor: Processor,
  inputs: readonly OutgoingMessage[],
  isAll: (said: readonly OutgoingMessage[]) => boolean,
): Promise<readonly OutgoingMessage[]> {
  processor.onBroken = refuse;
  const published: OutgoingMessage[] = [];
  const complete = Promise.withResolvers<void>();
  processor.publish = async (messages) => {
    published.push(...messages);
    if (isAll(published)) complete.resolve();
  };
  processor.open(0, 0, new Map());
  for (const topic of processor.inputs) {
    const messages = inputs.filter((message) => message.topic === topic);
    if (messages.length > 0) await processor.receive(batchOf(topic, messages));
  }
  await complete.promise;
  return published;
}

export function batchOf(topic: TopicName, messages: readonly OutgoingMessage[]): MessageBatch {
  const stored = messages.map(({ key, value, headers = {} }, offset) => ({
    topic,
    key,
    value,
    offset,
    partition: 0,
    headers,
    timestampMs: 0,
  }));
  return {
    topic,
    partition: 0,
    messages: stored,
    nextOffset: stored.length,
    endOffset: stored.length,
  };
}
