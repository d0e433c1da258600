/**
 * Goal: live tapes of a topic and of a polled list through what their senders and the clock do
 * wrong: a topic that is made again, a time 8 hours ahead, a halt that comes after its end, lists
 * that are newest first, and steps of the clock. Each trade is on the tape, counted, or in a gap
 * that the tape names, and the journals are those of a replay.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, expect, it } from 'vitest';
import { factKinds } from '#contracts';
import { scenarioSchema } from '#contracts/scenario/scenario';
import { readFrames, readRecording } from '#feeds/recording/read-recording.fixture';
import { formatCivilDate, microsPerMilli, utcDateOf } from '#values';
import { createTopic } from '../cluster/new-topic.fixture.js';
import { untilTrue } from './until.fixture.js';
import { expectReplayed } from './whole-day.fixture.js';
import { worldOf } from './world.fixture.js';

interface Sent {
  readonly k: 't';
  readonly s: 'BTC';
  readonly t: number;
  /** Each has its own price, by which it is found again. */
  readonly p: number;
  readonly q: 1;
  readonly i: string;
}

const topic = 'venue.trades';
/** Trades that the list shows. */
const listed: Sent[] = [];
const shownMax = 12;
const lists = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(listed.slice(-shownMax).reverse()));
});
afterAll(() => void lists.close());

const mapping = `mappings:
    - { kind: trade, EACHwhere: { path: k, is: t }, fields: { symbol: s, at: t, price: p, size: q, id: i } }
    - { kind: status, EACHwhere: { path: k, is: h }, fields: { symbol: s, at: t, halted: h, code: c } }`;
const descriptionOf = (name: string, feed: string): string => `name: ${name}
calendar: 24/7
currency: USD
symbols: [BTC]
bars: { from: trades, minutes: 1 }
feed:
  ${feed}
  ${mapping.replaceAll('EACH', name === 'list' ? 'each: $, ' : '')}
`;

const world = worldOf(
  'odd-feeds',
  (folder) => {
    mkdirSync(join(folder, 'frames'));
    return Promise.resolve({
      TAPEFOLD_FEEDS: join(folder, 'feeds.yaml'),
      TAPEFOLD_FRAMES: join(folder, 'frames'),
      NODE_OPTIONS: `--import=${new URL('../feeds/moved-clock.fixture.ts', import.meta.url).href}`,
      CLOCK_STEP_FLAG: join(folder, 'clock-steps'),
      CLOCK_STEP_OF: 'ingest',
    });
  },
  async ({ folder, kafka }) => {
    await new Promise<void>((ready) => lists.listen(0, '127.0.0.1', ready));
    const url = `http://127.0.0.1:${(lists.address() as AddressInfo).port}/`;
    await make(kafka.brokers);
    const feeds = {
      topic: `kind: kafka\n  brokers: ['${kafka.brokers}']\n  topic: ${topic}`,
      list: `kind: poll\n  url: ${url}\n  everyMs: 1000`,
    };
    for (const [name, feed] of Object.entries(feeds)) {
      writeFileSync(join(folder, `${name}.yaml`), descriptionOf(name, feed));
    }
    writeFileSync(join(folder, 'feeds.yaml'), 'topic: ./topic.yaml\nlist: ./list.yaml\n');
  },
);

async function make(brokers: string, again = false): Promise<void> {
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  if (again) {
    await admin.deleteTopics({ topics: [topic] });
    await untilTrue('the topic is gone', async () => !(await admin.listTopics()).includes(topic));
  }
  await createTopic(admin, { topic, numPartitions: 1 });
  await admin.disconnect();
}

const scenarioOf = (data: string) =>
  scenarioSchema.parse({
    name: `on-${data}`,
    data,
    symbols: ['BTC'],
    capital: 100_000,
    window: { from: formatCivilDate(utcDateOf(Date.now() * microsPerMilli)), to: 'open' },
    execution: { fill: 'next-trade', latencyMs: 0, feeBps: 1 },
    agents: [
      { id: 'hold', kind: 'buy-and-hold' },
      { id: 'dice', kind: 'random' },
    ],
  });

/** What became of the trades that were sent. */
async function account(recording: string, sent: readonly Sent[]) {
  const { source } = await readRecording(recording);
  const prices = new Set<number>();
  const gaps: { from: number; to: number; reason: string }[] = [];
  const halts: boolean[] = [];
  let late = 0;
  for (let chunk = source.pullStored(); chunk !== null; chunk = source.pullStored()) {
    for (let row = 0; row < chunk.count; row++) {
      const payload = chunk.payload[row];
      if (payload?.kind === 'feedGap') gaps.push(payload);
      if (payload?.kind === 'tradingStatus') halts.push(payload.halted);
      if (chunk.kind[row] === factKinds.trade) prices.add(chunk.close[row] as number);
      if (payload?.kind !== 'correction') continue;
      late += Number(payload.change === 'late');
      if (payload.trade !== null) prices.add(payload.trade.price);
    }
  }
  const { counts, items } = source.fold;
  source.close();
  const notes = [...readFrames(recording)].flatMap((frame) =>
    frame.kind === 'data' ? [] : frame.note.note,
  );
  const isNamed = ({ t }: Sent): boolean =>
    gaps.some(({ from, to }) => t * 1000 >= from && t * 1000 <= to);
  const missing = sent.filter((one) => !prices.has(one.p));
  const unaccounted = missing.filter((one) => !isNamed(one));
  return {
    counts,
    halted: items.halted,
    halts,
    late,
    gaps,
    notes,
    missing: missing.length,
    unaccounted,
  };
}

/** Sends trades, five a second, on the topic and in the list; and anything else on the topic. */
async function sender(brokers: string) {
  const producer = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  const send = (...values: readonly object[]) =>
    producer.send({ topic, messages: values.map((value) => ({ value: JSON.stringify(value) })) });
  const sent: Sent[] = [];
  /** A trade every 200 ms, on the topic and in the list. */
  const trade = async (seconds: number): Promise<void> => {
    for (let left = seconds * 5; left > 0; left--) {
      const number = sent.length;
      const one = { k: 't', s: 'BTC', t: Date.now(), p: 100 + number / 1000, q: 1 } as const;
      sent.push({ ...one, i: `a${number}` });
      listed.push(sent.at(-1)!);
      await send(sent.at(-1)!);
      await sleep(200);
    }
  };
  return { sent, send, trade, stop: () => producer.disconnect() };
}

/**
 * All that goes wrong, one thing behind the other; what became of the trades, and that runs replay.
 */
async function oddDay() {
  const { brokers } = world.kafka;
  const scenarios = ['topic', 'list'].map(scenarioOf);
  const submitted = [await world.submit(scenarios[0]!), await world.submit(scenarios[1]!)];
  const tapes = submitted.map(({ tape }) => tape);
  const { sent, send, trade, stop } = await sender(brokers);
  const steps = join(world.folder, 'clock-steps');
  await untilTrue('ingest reads both feeds', async () => {
    await trade(1);
    return (await world.metric('ingest', 'tapefold_feed_connected')) === 2;
  });
  await trade(15);
  const now = Date.now();
  await send({ k: 't', s: 'BTC', t: now + 8 * 3_600_000, p: 500, q: 1, i: 'ahead' });
  await send({ k: 'h', s: 'BTC', t: now - 1000, h: false, c: 'T' });
  await send({ k: 'h', s: 'BTC', t: now - 9000, h: true, c: 'H' });
  await trade(20);
  await make(brokers, true);
  await trade(20);
  writeFileSync(steps, '');
  await trade(10);
  rmSync(steps);
  await trade(40);
  await untilTrue('what was sent has come', async () => {
    const waiting = await world.metric('ingest', 'tapefold_feed_waiting');
    return waiting === 0;
  });
  await sleep(3000);
  for (const tape of tapes) {
    const headers = { 'content-type': 'application/json' };
    const end = { method: 'POST', headers, body: '{}' };
    expect((await world.fetch('gateway', `/v1/tapes/${tape}/end`, end)).status).toBe(202);
  }
  await stop();
  await untilTrue('all runs are scored', () => submitted.every((one) => world.isScored(one)));
  for (const [at, scenario] of scenarios.entries()) {
    const recording = join(world.folder, 'frames', tapes[at]!);
    await expectReplayed(world, { scenario, submitted: submitted[at], recording });
  }
  const [ofTopic, ofList] = await Promise.all(
    tapes.map((tape) => account(join(world.folder, 'frames', tape), sent)),
  );
  return { ofTopic: ofTopic!, ofList: ofList!, sent: sent.length };
}

it('lose nothing without naming it, and replay to the same journals', async () => {
  const seen = await world.told(oddDay);
  const { ofTopic, ofList, sent } = seen;
  const told = [ofTopic, ofList].map(({ counts, unaccounted, ...rest }) => {
    const { items, duplicates, unreadable } = counts;
    return { ...rest, items, duplicates, unreadable, unaccounted: unaccounted.length };
  });
  process.stdout.write(`odd feeds, of ${sent} trades: ${JSON.stringify(told)}\n`);
  for (const { unaccounted, halted, notes } of [ofTopic, ofList]) {
    expect(unaccounted).toEqual([]);
    expect(halted).toEqual([]);
    expect(notes).toContain('clockStep');
  }
  // Only the time that is ahead; the halt that came after its end does not count.
  expect(ofTopic.counts.unreadable).toBe(1);
  expect(ofTopic.halts).toEqual([false]);
  expect(ofTopic.gaps.map(({ reason }) => reason)).toEqual([expect.stringContaining('made again')]);
  // Lists overlap and are newest first, which does not make anything late.
  expect(ofList.counts.duplicates).toBeGreaterThan(sent);
  expect(ofList).toMatchObject({ missing: 0, late: 0 });
  // The client library falls silent when the clock is set back: the recorder starts over,
  // and reports it.
  const isOfRestart = ({ reason }: { readonly reason: string }): boolean =>
    reason === 'the feed has no history to ask for it';
  expect(ofList.gaps.filter((gap) => !isOfRestart(gap))).toEqual([]);
});
