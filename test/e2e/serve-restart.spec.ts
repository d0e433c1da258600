/** Goal: a served run that is killed again and again, anywhere, ends with the journal of a run that was left alone. */

import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { file, folder, hashesOf, tapefold } from './command-line.fixture.js';
import { serve, type Served } from './served.fixture.js';

const bars = 30_000;
const killsMax = 4;

/** Minutes from a formula, as a data set in a folder. */
function waveData(directory: string): string {
  const data = join(directory, 'wave');
  mkdirSync(data);
  const lines = ['timestamp,open,high,low,close'];
  let price = 100;
  for (let bar = 1; bar <= bars; bar++) {
    const next = Math.round((100 + 20 * Math.sin(bar / 300) + 5 * Math.sin(bar / 17)) * 100) / 100;
    const time = new Date(Date.UTC(2021, 0, 1) + bar * 60_000).toISOString();
    lines.push(`${time},${price},${Math.max(price, next)},${Math.min(price, next)},${next}`);
    price = next;
  }
  file(data, 'bars.csv', `${lines.join('\n')}\n`);
  const form = 'frequency: intraday, barMinutes: 1, stamp: end, priceBasis: raw, symbol: WAVE';
  file(
    data,
    'dataset.yaml',
    `name: wave\ncalendar: 24/7\ntimeZone: UTC\ncurrency: USD\nbars: { file: bars.csv, ${form} }\nsymbols: [WAVE]\n`,
  );
  return data;
}

const waveScenario = (data: string): string => `name: wave
data: ${data}
window: { from: 2021-01-02, to: 2021-01-20 }
symbols: [WAVE]
execution: { feeBps: 2, lotSize: 1 }
agents:
  - { id: cross, kind: sma-cross, fast: 10, slow: 30 }
  - { id: coin, kind: random }
`;

const runsSchema = z.object({
  items: z.array(z.object({ status: z.string(), records: z.int() })),
});

/** Records of all runs so far, and whether all of them have ended. */
async function standOf(served: Served): Promise<{ records: number; isOver: boolean }> {
  const answer = await served.ask('/v1/runs');
  const { items } = runsSchema.parse(await answer.json());
  const records = items.reduce((sum, run) => sum + run.records, 0);
  return { records, isOver: items.length > 0 && items.every((run) => run.status === 'finished') };
}

/** Waits until there is more than before, then a random while; false where all was over before the kill. */
async function isKilledOnTheWay(served: Served, before: number): Promise<number | undefined> {
  let stand = await standOf(served);
  for (let wait = 0; wait < 2000 && stand.records <= before && !stand.isOver; wait++) {
    await sleep(10);
    stand = await standOf(served);
  }
  if (stand.isOver) return undefined;
  await sleep(randomInt(0, 60));
  expect(await served.end('SIGKILL')).toBeNull();
  return stand.records;
}

it('has the hashes of a plain run after being killed on its way', async () => {
  const directory = folder();
  const wave = waveData(directory);
  const plainFile = file(directory, 'plain.yaml', waveScenario(wave));
  const plain = await tapefold('run', plainFile, '--out', join(directory, 'plain'), '--json');
  expect(plain.code, plain.err).toBe(0);
  const scenario = file(directory, 'served.yaml', waveScenario('wave'));
  const data = join(directory, 'data');
  let served = await serve(data, '--dataset', `wave=${wave}`);
  expect((await served.cluster('submit', scenario)).code).toBe(0);
  let kills = 0;
  for (let records: number | undefined = 0; kills < killsMax; kills++) {
    records = await isKilledOnTheWay(served, records);
    if (records === undefined) break;
    // What was registered at the first start is known for ever: a run that goes on needs it.
    served = await serve(data);
  }
  expect(kills).toBeGreaterThanOrEqual(2);
  const ended = await served.cluster('submit', scenario, '--wait', '--json');
  expect(ended.code, ended.err).toBe(0);
  expect(hashesOf(ended.out)).toEqual(hashesOf(plain.out));
  expect(ended.out).toBe(plain.out);
});
