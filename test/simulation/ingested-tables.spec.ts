/**
 * Ingest and clock put every row of an environment file on the tape, beyond one chunk
 * of the database.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { factKinds, type TapeHeader } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { TapeRequested } from '#contracts/streams/market';
import { factsOf } from '#contracts/streams/wire-facts';
import { tapeCalendarOf } from '#contracts/facts/calendar-name';
import { outgoing, type OutgoingMessage, type Processor } from '#event-log';
import { openDataset, type Dataset } from '#market-data';
import { ClockProcessor, IngestProcessor } from '#pipeline';
import { registeredSources } from '#pipeline/ingest/registered-sources';
import { Tape, type WallClock } from '#tape';
import { requireCivilDate } from '#values';
import {
  eightSymbols,
  environmentSessions,
  writeEnvironment,
  type RowOrder,
} from '../e2e/environment-file.fixture.js';
import { SimulatedTopics } from './simulated-topics.js';

const sessions = 332;
/** Each of the tables prices, news and filings has so many. */
const rows = 2656;
const noWall: WallClock = { nowMs: () => 0, sleep: () => Promise.resolve() };

function headerOf({ calendar, ...dataset }: Dataset): TapeHeader {
  return {
    id: 'whole',
    dataset: 'environment',
    instruments: eightSymbols.map((symbol) => ({ symbol, currency: 'USD' })),
    ...tapeCalendarOf(calendar.name),
    sessionsPerYear: dataset.sessionsPerYear,
    priceBasis: dataset.priceBasis,
    tradePrice: dataset.tradePrice,
    barFrequency: dataset.barFrequency,
    synthetic: false,
    dateRule: dataset.dateRule,
  };
}

/** What asks for the tape, and the hash of the tape that one process reads of the same file. */
async function planned(path: string): Promise<{ request: TapeRequested; hash: string }> {
  const dataset = await openDataset(path);
  try {
    const header = headerOf(dataset);
    const [last = ''] = environmentSessions(sessions).slice(-1);
    const until = requireCivilDate(last, 'the last session');
    const wanted = { symbols: eightSymbols, until, badRows: 'refuse' } as const;
    const tape = new Tape(header, await dataset.openSources(wanted));
    while ((await tape.next()) !== null);
    const request: TapeRequested = {
      type: 'TapeRequested',
      version: 1,
      tape: header.id,
      dataset: 'environment',
      header: { ...header, instruments: [...header.instruments] },
      dataHash: await dataset.contentHash(),
      until,
      badRows: 'refuse',
      speed: 'max',
    };
    return { request, hash: tape.hash() };
  } finally {
    await dataset.close();
  }
}

/** Everything that ingest and clock say of a tape, to its end. */
async function toldOf(path: string, request: TapeRequested) {
  const topics = new SimulatedTopics(1);
  const failures: unknown[] = [];
  const fail = (_: string, error: unknown): void => void failures.push(error);
  const services: readonly Processor[] = [
    new IngestProcessor(registeredSources(new Map([['environment', path]])), fail),
    new ClockProcessor(noWall, fail),
  ];
  const inputs = services.flatMap((service) => {
    service.publish = async (said: readonly OutgoingMessage[]) => {
      for (const message of said) topics.append(message);
    };
    service.open(0, 0, new Map());
    const others = service.inputs.filter((topic) => topic !== service.output);
    return others.map((topic) => ({ service, topic, read: 0 }));
  });
  topics.append(outgoing('tapes', request));
  const told = () =>
    topics.all('market.tape').map(({ value }) => parseMessage('market.tape', value));
  const isOver = (): boolean => {
    const [last] = topics.all('market.tape').slice(-1);
    return last !== undefined && !/^{"type":"Tape(Opened|Facts)"/.test(last.value);
  };
  while (!isOver() && failures.length === 0) {
    for (const input of inputs) {
      const batch = topics.read(input.topic, 0, input.read, 100);
      input.read = batch.nextOffset;
      if (batch.messages.length > 0) await input.service.receive(batch);
    }
    await setImmediate();
  }
  return { told: told(), failures };
}

it.each<RowOrder>(['by date', 'shuffled'])(
  'has all of 2,656 prices, news and filings, and the hash of one process, rows %s',
  async (order) => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-ingested-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'env.duckdb');
    expect(await writeEnvironment(path, { sessions, order })).toBe(rows);
    const { request, hash } = await planned(path);

    const { told, failures } = await toldOf(path, request);

    expect(failures).toEqual([]);
    const found = new Map<number, number>();
    for (const message of told) {
      if (message.type !== 'TapeFacts') continue;
      const { kind, count } = factsOf(message.facts, 'test');
      for (const one of kind.subarray(0, count)) found.set(one, (found.get(one) ?? 0) + 1);
    }
    expect(Object.fromEntries(found)).toEqual({
      [factKinds.bar]: rows,
      [factKinds.news]: rows,
      [factKinds.filing]: rows,
      [factKinds.sessionOpen]: sessions,
      [factKinds.sessionClose]: sessions,
    });
    const facts = 3 * rows + 2 * sessions;
    expect(told.at(-1)).toMatchObject({ type: 'TapeClosed', facts, hash });
  },
);
