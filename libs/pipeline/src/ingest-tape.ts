/** One tape at ingest: its sources read in about the order of their facts, and written on from where they stood. */

import type { FactColumns, FactSource } from '#contracts';
import { wireFacts } from '#contracts/streams/wire-facts';
import type { OutgoingMessage } from '#event-log';
import { factMessages } from './fact-messages.js';
import { outgoing } from './outgoing.js';

/** Facts of a message. */
const messageFacts = 1024;

interface Reading {
  readonly source: FactSource;
  chunk: FactColumns | null;
  /** Facts of the chunks before this one. */
  before: number;
}

export interface IngestOptions {
  readonly tape: string;
  readonly sources: readonly FactSource[];
  /** Facts of each source, by its name, that were written before. */
  readonly written: ReadonlyMap<string, number>;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Writes the facts of all sources. The next chunk is always of the source that is furthest behind, so that a clock
 * which merges them holds little of each. Written is what was not written before: sources repeat themselves.
 */
export async function ingestTape(options: IngestOptions): Promise<void> {
  const { tape, sources, publish, signal } = options;
  try {
    await publish([outgoing('market.raw', openedMessage(tape, sources))]);
    const readings: Reading[] = [];
    for (const source of sources) {
      readings.push({ source, chunk: await source.pull(), before: 0 });
    }
    for (let next = furthestBehind(readings); next !== undefined; next = furthestBehind(readings)) {
      if (signal.aborted) return;
      await publish(await takeChunk(next, options));
    }
    await publish(readings.map((reading) => outgoing('market.raw', endedMessage(tape, reading))));
  } finally {
    for (const source of sources) source.close();
  }
}

function furthestBehind(readings: readonly Reading[]): Reading | undefined {
  let found: Reading | undefined;
  for (const reading of readings) {
    if (reading.chunk === null) continue;
    const best = found?.chunk ?? null;
    if (best === null || timeOf(reading.chunk) < timeOf(best)) found = reading;
  }
  return found;
}

function timeOf(chunk: FactColumns): number {
  return chunk.knowledgeTime[0] as number;
}

async function takeChunk(
  reading: Reading,
  { tape, written }: IngestOptions,
): Promise<OutgoingMessage[]> {
  const { source, chunk, before } = reading;
  if (chunk === null) return [];
  const start = Math.max(0, (written.get(source.name) ?? 0) - before);
  const messages = factMessages({ from: start, to: chunk.count }, messageFacts, (from, to) =>
    outgoing('market.raw', {
      type: 'RawFacts',
      version: 1,
      tape,
      source: source.name,
      rank: source.rank,
      live: source.live ?? false,
      first: before + from + 1,
      facts: wireFacts(chunk, from, to),
    }),
  );
  reading.before = before + chunk.count;
  reading.chunk = await source.pull();
  return messages;
}

function openedMessage(tape: string, sources: readonly FactSource[]) {
  const list = sources.map(({ name, rank, live }) => ({ source: name, rank, live: live ?? false }));
  return { type: 'RawOpened' as const, version: 1 as const, tape, sources: list };
}

function endedMessage(tape: string, { source, before }: Reading) {
  return {
    type: 'RawEnded' as const,
    version: 1 as const,
    tape,
    source: source.name,
    rank: source.rank,
    live: source.live ?? false,
    facts: before,
  };
}
