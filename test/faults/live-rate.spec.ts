/**
 * Goal: 2,000 facts a second come whole through all services and a real Kafka, and do not
 * stay in memory.
 */

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { scenarioSchema } from '#contracts/scenario/scenario';
import { parseMessage } from '#contracts/streams/catalogue';
import { formatCivilDate, microsPerMilli, utcDateOf } from '#values';
import { journalHashes } from './scenarios.fixture.js';
import { untilTrue } from './until.fixture.js';
import { worldOf } from './world.fixture.js';

const factsASecond = 2_000;
const seconds = 30;
const symbols = 200;
/** The symbols with a bar in each round of all symbols; the others trade. */
const barred = ['S0', 'S1'];
const pauseMs = 10;
const whole = factsASecond * seconds;

let feedFile = '';
const world = worldOf('live-rate', (folder) => {
  feedFile = join(folder, 'rate.jsonl');
  mkdirSync(join(folder, 'frames'));
  const description = `name: rate
calendar: 24/7
currency: USD
symbols: [${Array.from({ length: symbols }, (_, at) => `S${at}`).join(', ')}]
feed:
  kind: file
  path: rate.jsonl
  everyMs: 20
  mappings:
    - kind: trade
      where: { path: k, is: trade }
      fields: { symbol: s, at: t, price: p, size: '=1', id: id }
    - kind: bar
      where: { path: k, is: bar }
      fields: { symbol: s, start: t, minutes: '=1', open: p, high: p, low: p, close: p, volume: '=1' }
`;
  writeFileSync(join(folder, 'rate.yaml'), description);
  writeFileSync(join(folder, 'feeds.yaml'), 'rate: ./rate.yaml\n');
  return Promise.resolve({
    TAPEFOLD_FEEDS: join(folder, 'feeds.yaml'),
    TAPEFOLD_FRAMES: join(folder, 'frames'),
  });
});

const scenario = scenarioSchema.parse({
  name: 'live-rate',
  data: 'rate',
  window: { from: formatCivilDate(utcDateOf(Date.now() * microsPerMilli)), to: 'open' },
  symbols: [barred[0]],
  execution: 'close',
  capital: 1_000_000,
  agents: [{ id: 'dice', kind: 'random' }],
});

/** Appends all lines at their pace, and more at once where it was held up. */
async function sendAll(): Promise<void> {
  const startMs = Date.now();
  const firstMinute = Math.floor(startMs / 60_000) * 60_000 - (whole / symbols) * 60_000;
  const from = performance.now();
  for (let sent = 0; sent < whole; await sleep(pauseMs)) {
    const due = Math.min(whole, ((performance.now() - from) / 1_000) * factsASecond);
    const lines: string[] = [];
    for (; sent < due; sent++) {
      const round = Math.floor(sent / symbols);
      const s = `S${sent % symbols}`;
      const p = 100 + Math.sin(round / 3 + (sent % symbols));
      const isBar = barred.includes(s);
      const t = isBar ? firstMinute + round * 60_000 : Date.now();
      lines.push(JSON.stringify({ k: isBar ? 'bar' : 'trade', s, t, p, id: `${round}` }));
    }
    if (lines.length > 0) appendFileSync(feedFile, `${lines.join('\n')}\n`);
  }
}

/**
 * Milliseconds from the arrival of a frame at ingest to the message with the first event of the
 * journal about it.
 */
async function latencies(run: string): Promise<number[]> {
  const at = new Map<number, number>();
  const closed = Promise.withResolvers<void>();
  const tail = await world.log.tail({
    topics: ['portfolio.events'],
    from: 'start',
    onBatch: ({ messages }) => {
      for (const { key, value, timestampMs } of messages) {
        const message = parseMessage('portfolio.events', value);
        if (key !== run || message.type !== 'Events') continue;
        for (const { type, time } of message.events) {
          if (type === 'RunClosed') closed.resolve();
          else if (type !== 'RunOpened' && !at.has(time)) at.set(time, timestampMs);
        }
      }
    },
  });
  await closed.promise.finally(() => tail.stop());
  return [...at].map(([time, ms]) => ms - time / microsPerMilli).sort((a, b) => a - b);
}

it('loses nothing of 2,000 facts a second for half a minute', async () => {
  await world.told(async () => {
    const submitted = await world.submit(scenario);
    const { tape, runs } = submitted;
    await sendAll();
    await untilTrue(
      'all facts are on the tape',
      () => world.view.reached('market.tape', tape) >= whole,
    );
    const status = (name: string): Promise<number> =>
      world.metric('ingest', `tapefold_feed_${name}_total`);
    const dropped = await Promise.all(['duplicates', 'unreadable', 'gaps_lost'].map(status));
    expect(dropped).toEqual([0, 0, 0]);
    for (const service of ['agent-adapter', 'portfolio']) {
      await untilTrue(`the ${service} has released what its run has passed`, async () => {
        return (await world.metric(service, 'tapefold_tape_facts')) < whole / 10;
      });
    }
    await world.fetch('gateway', `/v1/tapes/${tape}/end`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    await untilTrue('the run is scored', () => world.isScored(submitted));
    const data = join(world.folder, 'frames', tape);
    const expected = await journalHashes({ ...scenario, data }, world.folder, { end: true });
    const hashes = runs.map((run) => world.view.run(run).journalHash);
    expect(hashes).toEqual(Object.values(expected));
    expect(world.view.gaps).toEqual([]);
    const taken = await latencies(runs[0] ?? '');
    const atShare = (share: number): string =>
      (taken[Math.ceil(share * taken.length) - 1] ?? NaN).toFixed(0);
    console.log(
      `${factsASecond} facts a second for ${seconds} s through Kafka: fact to journal p50 ` +
        `${atShare(0.5)} ms, p99 ${atShare(0.99)} ms, of ${taken.length} instants`,
    );
    expect(taken.length).toBeGreaterThan(100);
  });
});
