/**
 * `tapefold serve` follows a feed, through a SIGKILL and starts without options, to the journals of
 * its recording.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { file, folder, hashesOf, tapefold } from '../e2e/command-line.fixture.js';
import { GrowingFeed } from '../e2e/growing-feed.fixture.js';
import { serve, type Served } from '../e2e/served.fixture.js';

const submittedSchema = z.object({
  submission: z.string(),
  tape: z.string(),
  runs: z.array(z.string()),
});
const tapeSchema = z.object({ facts: z.int() });
const feedsSchema = z.object({ items: z.array(z.object({ feed: z.string() })) });

const post = (served: Served, path: string, body: object): Promise<Response> =>
  served.ask(path, { method: 'POST', body: JSON.stringify(body) });

async function reaches(served: Served, tape: string, facts: number): Promise<void> {
  const found = async (): Promise<number> => {
    const answer = await served.ask(`/v1/tapes/${encodeURIComponent(tape)}`);
    return answer.ok ? tapeSchema.parse(await answer.json()).facts : 0;
  };
  await expect.poll(found, { timeout: 60_000 }).toBeGreaterThanOrEqual(facts);
}

it('records a feed, continues after a SIGKILL, ends on request, and replays to the same journals', async () => {
  const directory = folder();
  const feed = new GrowingFeed(join(directory, 'feed'));
  const data = join(directory, 'data');
  const scenario = feed.scenario('served-live');
  let served = await serve(data, '--feeds', feed.register);
  expect(served.said()).toContain('feeds      coins');
  feed.append(0, 20);
  const answer = await post(served, '/v1/submissions', scenario);
  expect(answer.status).toBe(201);
  const { submission, tape, runs } = submittedSchema.parse(await answer.json());
  await reaches(served, tape, 40);
  expect(await served.end('SIGKILL')).toBeNull();
  feed.append(20, 40);
  // What was registered at the first start stays known: a tape being recorded needs it.
  served = await serve(data);
  const { items } = feedsSchema.parse(await (await served.ask('/v1/feeds')).json());
  expect(items.map(({ feed: name }) => name)).toEqual(['coins']);
  await reaches(served, tape, 80);
  expect(await served.end('SIGTERM')).toBe(0);
  feed.append(40, 60);
  served = await serve(data);
  await reaches(served, tape, 120);
  expect((await post(served, `/v1/tapes/${encodeURIComponent(tape)}/end`, {})).status).toBe(202);
  expect((await served.cluster('watch', submission)).code).toBe(0);
  const scored = await served.cluster('results', submission, '--json');
  expect(scored.code, scored.err).toBe(0);

  const recording = join(data, 'frames', tape);
  const recorded = JSON.stringify({ ...scenario, data: recording });
  const replayed = await tapefold(
    'run',
    file(directory, 'recorded.yaml', recorded),
    '--end',
    '--out',
    join(directory, 'replayed'),
    '--json',
  );
  expect(replayed.code, replayed.err).toBe(0);
  expect(hashesOf(scored.out)).toEqual(hashesOf(replayed.out));
  const fetched = join(directory, 'fetched');
  const fetch = (...args: string[]) =>
    served.cluster('results', submission, '--out', fetched, ...args);
  const other = await fetch('--data', 'synthetic-market');
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('InvalidInput')]);
  const results = await fetch('--data', recording);
  expect(results.code, results.err).toBe(0);
  const resultIn = (place: string) => readFileSync(join(directory, place, 'result.json'), 'utf8');
  expect(resultIn('fetched')).toBe(resultIn('replayed'));
  expect(await tapefold('verify', fetched)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^verified: 4 runs, result.json and report.html$/m),
  });
  // Two agents by two coins, and the tape.
  expect(runs).toHaveLength(4);
  expect(Object.keys(hashesOf(scored.out))).toHaveLength(5);
});
