/**
 * One tape at ingest: reads its sources in roughly the order of their facts, and resumes
 * where it stopped.
 */

import type { FactColumns, FactSource } from '#contracts';
import { wireFacts } from '#contracts/streams/wire-facts';
import { outgoing, type OutgoingMessage } from '#event-log';
import type { TapeRequested } from '#contracts/streams/market';
import { factBytes, inPieces } from '../messages/pieces.js';
import { invariant } from '#values';
import type { SourceFailure } from '../messages/tape-failure.js';

/** A source as ingest sees it: a feed's source can be ended, which ends the tape made of it. */
export interface IngestSource extends FactSource {
  /**
   * Ends a recording for good: delivers what it holds, and nothing follows. Only on a live source.
   */
  end?(): Promise<void>;
}

/**
 * Opens the sources of a tape, each from its start. `written`: its facts already on `market.raw`.
 */
export type OpenSources = (
  request: TapeRequested,
  written: number,
) => Promise<readonly IngestSource[]>;

/** Facts per message. */
const most = 1024;

interface Reading {
  readonly source: IngestSource;
  chunk: FactColumns | null;
  /** Facts of earlier chunks. */
  before: number;
}

interface IngestOptions {
  readonly tape: string;
  readonly open: () => Promise<readonly IngestSource[]>;
  /** Facts written of each source, by name; updated as more are written. */
  readonly written: Map<string, number>;
  readonly publish: (messages: readonly OutgoingMessage[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/** An error of a source, as opposed to one of publishing its facts. */
class SourceError extends Error {
  constructor(readonly failure: SourceFailure) {
    super('a source has failed', { cause: failure.error });
  }
}

/**
 * Writes the facts of all sources. The next chunk always comes from the source furthest behind, so
 * that a clock that merges them buffers little of each. Sources repeat themselves: facts written
 * before are skipped. Returns the failure of a source, if any; throws what `publish` throws.
 */
export async function ingestTape(options: IngestOptions): Promise<SourceFailure | undefined> {
  try {
    await writeTape(options);
    return undefined;
  } catch (error) {
    if (error instanceof SourceError) return error.failure;
    throw error;
  }
}

async function writeTape(options: IngestOptions): Promise<void> {
  const { open, signal } = options;
  const sources = await ofSource(null, open);
  const closeAll = (): void => {
    for (const source of sources) source.close();
  };
  // A feed may be silent for hours, while another worker is to resume its recording.
  const isLive = sources.some(({ live }) => live === true);
  if (isLive) signal.addEventListener('abort', closeAll, { once: true });
  try {
    if (!signal.aborted) await writeSources(sources, options);
  } finally {
    signal.removeEventListener('abort', closeAll);
    closeAll();
  }
}

async function writeSources(
  sources: readonly IngestSource[],
  options: IngestOptions,
): Promise<void> {
  const { tape, publish, signal, written } = options;
  await publish([outgoing('market.raw', openedMessage(tape, sources))]);
  const readings = sources.map((source): Reading => ({ source, chunk: null, before: 0 }));
  for (const reading of readings) await pull(reading);
  for (let next = furthestBehind(readings); next !== undefined; next = furthestBehind(readings)) {
    if (signal.aborted) return;
    const reading = next;
    const { name } = reading.source;
    const messages = await ofSource(name, () => chunkMessages(reading, options));
    if (messages.length > 0) await publish(messages);
    reading.before += reading.chunk?.count ?? 0;
    written.set(name, Math.max(written.get(name) ?? 0, reading.before));
    await pull(reading);
  }
  // A source that was closed meanwhile may look like one that has ended.
  if (signal.aborted) return;
  await publish(readings.map((reading) => outgoing('market.raw', endedMessage(tape, reading))));
}

/** Runs work on a source. Wraps its errors in `SourceError`. */
async function ofSource<T>(source: string | null, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SourceError({ source, error });
  }
}

async function pull(reading: Reading): Promise<void> {
  const { source } = reading;
  reading.chunk = await ofSource(source.name, () => source.pull());
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
  const from = Math.max(0, (written.get(source.name) ?? 0) - before);
  if (chunk === null || from >= chunk.count) return [];
  const nameOf = (row: number): string => `${source.name}: fact ${before + row + 1}`;
  const live = source.live ?? false;
  return inPieces({ from, to: chunk.count, most, bytes: factBytes, nameOf }, (first, to) =>
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

/** Whether the row before `to` and the one at it share an instant. */
const isCutAt = ({ knowledgeTime, count }: FactColumns, to: number): boolean =>
  to < count && knowledgeTime[to] === knowledgeTime[to - 1];

function openedMessage(tape: string, sources: readonly IngestSource[]) {
  // Readers know a source by its name alone: of two with one name, each would hide
  // facts of the other.
  const isDistinct = new Set(sources.map(({ name }) => name)).size === sources.length;
  invariant(isDistinct, 'the sources of a tape have distinct names');
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
