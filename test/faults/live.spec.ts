/** Goal: a live day of a faulty feed, through deaths and a full disk, has the journals that its recording gives. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { factKinds } from '#contracts';
import { scenarioSchema } from '#contracts/scenario';
import { readRecording } from '#market-data/feeds/recording/read-recording';
import { formatCivilDate, microsPerMilli, utcDateOf } from '#values';
import { tablesEqualRebuilt } from './judgement.fixture.js';
import { journalHashes } from './scenarios.fixture.js';
import { ServedDay } from './served-day.fixture.js';
import { untilTrue } from './until.fixture.js';
import { worldOf } from './world.fixture.js';

const day = new ServedDay();
const world = worldOf('live', day.prepare);
const minuteMs = 60_000;
const dayStartMs = Date.UTC(2022, 0, 1);

const scenario = scenarioSchema.parse({
  name: 'live',
  data: 'served',
  window: { from: formatCivilDate(utcDateOf(Date.now() * microsPerMilli)), to: 'open' },
  symbols: ['MIN'],
  execution: 'close',
  capital: 1_000_000,
  agents: [
    { id: 'hold', kind: 'buy-and-hold' },
    { id: 'dice', kind: 'random' },
    { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
  ],
});

/** Minutes of the day of which the recording says nothing: no bar, no correction, and no gap that is named. */
async function unexplained(folder: string): Promise<number[]> {
  const { source } = await readRecording(folder);
  const said = new Set<number>();
  const lost: { from: number; to: number }[] = [];
  for (let facts = await source.pull(); facts !== null; facts = await source.pull()) {
    for (let row = 0; row < facts.count; row++) {
      const kind = facts.kind[row];
      const endMs = (facts.eventTime[row] as number) / microsPerMilli;
      if (kind === factKinds.bar || kind === factKinds.correction) said.add(endMs - minuteMs);
      const payload = facts.payload[row];
      if (payload?.kind !== 'feedGap') continue;
      lost.push({ from: payload.from / microsPerMilli, to: payload.to / microsPerMilli });
    }
  }
  source.close();
  const dropped = day.droppedStarts();
  return Array.from({ length: 1440 }, (_, minute) => dayStartMs + minute * minuteMs).filter(
    (start) =>
      !said.has(start) &&
      !dropped.has(start) &&
      !lost.some(({ from, to }) => from <= start + minuteMs && start <= to),
  );
}

it('SIGKILLs, a feed that fails in all its ways, and a full disk change no journal of a live tape', async () => {
  await world.told(async () => {
    const submitted = await world.submit(scenario);
    const { tape } = submitted;
    const reaches = (facts: number): Promise<void> =>
      untilTrue(
        `the tape has ${facts} facts`,
        () => world.view.reached('market.tape', tape) >= facts,
      );
    const dies = async (name: string): Promise<void> => {
      const victim = world.service(name);
      await victim.kill();
      await world.revive(victim);
    };
    day.serve('day-0', world.seed);
    await reaches(100 + world.random.below(100));
    await dies('ingest');
    await reaches(350 + world.random.below(100));
    await Promise.all(['agent-adapter', 'portfolio'].map(dies));
    await reaches(550 + world.random.below(100));
    writeFileSync(day.fullDisk, '');
    await untilTrue(
      'ingest hears nothing',
      async () => (await world.metric('ingest', 'tapefold_feed_connected')) === 0,
    );
    rmSync(day.fullDisk);
    await reaches(750 + world.random.below(100));
    await Promise.all(['ingest', 'clock', 'portfolio'].map(dies));
    await untilTrue('the feed has ended', () => day.isOver);
    await untilTrue('all gaps are mended, and all frames are facts', async () => {
      const of = (name: string): Promise<number> => world.metric('ingest', `tapefold_feed_${name}`);
      const left = await Promise.all(['gaps_open', 'waiting'].map(of));
      return (await of('connected')) === 1 && left.every((count) => count === 0);
    });
    const reconnects = await world.metric('ingest', 'tapefold_feed_reconnects_total');
    const ended = await world.fetch('gateway', `/v1/tapes/${tape}/end`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(ended.status).toBe(202);
    await untilTrue('all runs are scored', () => world.isScored(submitted));

    const folder = join(day.frames, tape);
    const expected = await journalHashes({ ...scenario, data: folder }, world.folder, {
      end: true,
    });
    const runs = submitted.runs.map((run) => world.view.run(run));
    expect(Object.fromEntries(runs.map((run) => [run.label, run.journalHash]))).toEqual(expected);
    expect(runs.map(({ scores }) => scores.length)).toEqual([1, 1, 1]);
    expect(await unexplained(folder)).toEqual([]);
    for (const fault of ['doubled', 'reordered', 'corrected']) {
      expect(day.count({ fault }), fault).toBeGreaterThan(0);
    }
    expect(day.count({ why: 'dropped' })).toBeGreaterThan(0);
    for (const event of ['restarted', 'disconnected'])
      expect(day.count({ event })).toBeGreaterThan(0);
    // Two deaths of ingest, a full disk, a restart of the server, and its disconnections.
    expect(reconnects).toBeGreaterThanOrEqual(4);
    expect(world.view.gaps).toEqual([]);
    expect(world.view.deadLetters).toEqual([]);
    await tablesEqualRebuilt(world);
  });
});
