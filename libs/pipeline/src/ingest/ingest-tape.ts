/** One tape at ingest: its sources read in about the order of their facts, and written on from where they stood. */

import type { FactColumns, FactSource } from '#contracts';
import { wireFacts } from '#contracts/streams/wire-facts';
import type { OutgoingMessage } from '#event-log';
import type { TapeRequested } from '#contracts/streams/market';
import { factMessages } from './fact-messages.js';
import { outgoing } from '../messages/outgoing.js';
import type { SourceFailure } from '../messages/tape-failure.js';

/** A source as ingest has it: one of a feed can be ended, and so is the tape that is made of it. */
export interface IngestSource extends FactSource {
  /** Ends a recording for good: what it holds is delivered, and nothing follows. Only of a live source. */
  end?(): Promise<void>;
}

/** Opens the sources of a tape, each from its start. `written`: facts of it that are on `market.raw` already. */
export type OpenSources = (
  request: TapeRequested,
  written: number,
) => Promise<readonly IngestSource[]>;

/** Facts of a message. */
const messageFacts = 1024;

interface Reading {
  readonly source: IngestSource;
  chunk: FactColumns | null;
  /** Facts of the chunks before this one. */
  before: number;
}

export interface IngestOptions {
  readonly tape: string;
  readonly open: () => Promise<readonly IngestSource[]>;
  /** Facts of each source, by its name, that were written; goes on as they are. */
  readonly written: Map<string, number>;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Writes the facts of all sources. The next chunk is always of the source that is furthest behind, so that a clock
 * which merges them holds little of each. Written is what was not written before: sources repeat themselves. What went
 * wrong with a source, if anything did; throws what `publish` throws.
 */
export async function ingestTape(options: IngestOptions): Promise<SourceFailure | undefined> {
  const opened = await attempted(null, options.open);
  if ('failure' in opened) return opened.failure;
  const closeAll = (): void => {
    for (const source of opened.value) source.close();
  };
  // A feed may be silent for hours, while somebody else is to go on with its recording.
  const isLive = opened.value.some(({ live }) => live === true);
  if (isLive) options.signal.addEventListener('abort', closeAll, { once: true });
  try {
    return options.signal.aborted ? undefined : await writeSources(opened.value, options);
  } finally {
    options.signal.removeEventListener('abort', closeAll);
    closeAll();
  }
}

async function writeSources(
  sources: readonly IngestSource[],
  options: IngestOptions,
): Promise<SourceFailure | undefined> {
  const { tape, publish, signal, written } = options;
  await publish([outgoing('market.raw', openedMessage(tape, sources))]);
  const readings = sources.map((source): Reading => ({ source, chunk: null, before: 0 }));
  for (const reading of readings) {
    const failure = await pull(reading);
    if (failure !== undefined) return failure;
  }
  for (let next = furthestBehind(readings); next !== undefined; next = furthestBehind(readings)) {
    if (signal.aborted) return undefined;
    const reading = next;
    const made = await attempted(reading.source.name, () => chunkMessages(reading, options));
    if ('failure' in made) return made.failure;
    if (made.value.length > 0) await publish(made.value);
    reading.before += reading.chunk?.count ?? 0;
    const { name } = reading.source;
    written.set(name, Math.max(written.get(name) ?? 0, reading.before));
    const failure = await pull(reading);
    if (failure !== undefined) return failure;
  }
  // A source that was closed meanwhile may look like one that has ended.
  if (signal.aborted) return undefined;
  await publish(readings.map((reading) => outgoing('market.raw', endedMessage(tape, reading))));
  return undefined;
}

/** What comes of work on a source, or what went wrong with it. */
async function attempted<T>(
  source: string | null,
  work: () => T | Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: SourceFailure }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { failure: { source, error } };
  }
}

async function pull(reading: Reading): Promise<SourceFailure | undefined> {
  const { source } = reading;
  const pulled = await attempted(source.name, () => source.pull());
  if ('failure' in pulled) return pulled.failure;
  reading.chunk = pulled.value;
  return undefined;
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

function chunkMessages(
  { source, chunk, before }: Reading,
  { tape, written }: IngestOptions,
): OutgoingMessage[] {
  if (chunk === null) return [];
  const from = Math.max(0, (written.get(source.name) ?? 0) - before);
  const nameOf = (row: number): string => `${source.name}: fact ${before + row + 1}`;
  const live = source.live ?? false;
  return factMessages({ from, to: chunk.count, nameOf }, messageFacts, (first, to) =>
    outgoing('market.raw', {
      type: 'RawFacts',
      version: 1,
      tape,
      source: source.name,
      rank: source.rank,
      live,
      first: before + first + 1,
      ...(live && isCutAt(chunk, to) ? { goesOn: true as const } : {}),
      facts: wireFacts(chunk, first, to),
    }),
  );
}

/** Whether the row before `to` and the one at it are of one instant. */
const isCutAt = ({ knowledgeTime, count }: FactColumns, to: number): boolean =>
  to < count && knowledgeTime[to] === knowledgeTime[to - 1];

function openedMessage(tape: string, sources: readonly IngestSource[]) {
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
