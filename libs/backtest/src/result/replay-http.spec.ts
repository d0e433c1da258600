/**
 * A result of an `http` agent is replayed from the recording; only `askAgain` posts to the agent.
 */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { agentConfigSchema } from '#contracts/scenario/scenario';
import { ModelGateway } from '#llm/gateway/model-gateway';
import { modelsOf } from '#llm/provider/models';
import { GrowingData, runOver } from '../run-folder/growing-data.fixture.js';
import { replayResult } from '../again/replay-result.js';
import { recordingFor } from './result-recording.js';
import type { OpenModels } from './run-models.js';

const models = modelsOf({ providers: {} }, { directory: '.', env: {} });
const recording: OpenModels = ({ store }) => new ModelGateway({ mode: 'record', models, store });

let posts = 0;
/** After so many answers it closes. */
let answersMax = Infinity;
let data: GrowingData;
let server: Server;
let out: string;

/** Alternates, and is unreachable after `server.close`. */
beforeEach(async () => {
  data = new GrowingData(8);
  out = join(data.directory, 'out');
  posts = 0;
  answersMax = Infinity;
  const open: (() => void)[] = [];
  server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      posts++;
      const { session } = JSON.parse(body) as { session: string };
      const action = Number(session.at(-1)) % 2 === 0 ? 'BUY' : 'SELL';
      open.push(() => outgoing.end(JSON.stringify({ kind: 'action', action })));
      // It closes while both runs wait for answers: a post in flight would be reset,
      // and not refused.
      if (posts === answersMax - 1) return;
      if (posts === answersMax) server.close();
      for (const answer of open.splice(0)) answer();
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const agent = agentConfigSchema.parse({ id: 'far', kind: 'http', url });
  await runOver(data, 'out', { agents: [agent], to: '2026-03-11', openModels: recording });
});

const replay = (askAgain: boolean, again: string) =>
  replayResult(out, {
    out: join(data.directory, again),
    codeVersion: 'test',
    jobs: 1,
    askAgain,
    openModels: ({ store, runs }) =>
      new ModelGateway({ mode: 'replay', models, store, source: recordingFor(runs, out) }),
  });

it('needs no agent, and compares every file', async () => {
  const asked = posts;
  server.close();
  const outcome = await replay(false, 'offline');
  expect(outcome).toMatchObject({ kind: 'replayed', runs: 2, differences: [] });
  expect(posts).toBe(asked);
  await expect(replay(true, 'away')).rejects.toMatchObject({
    code: 'Unavailable',
    message: expect.stringMatching(/the agent gave no answer.*ECONNREFUSED/),
  });
});

it('posts to the agent again when it is asked to', async () => {
  const asked = posts;
  posts = 0;
  expect(await replay(true, 'again')).toMatchObject({ kind: 'replayed', differences: [] });
  expect(posts).toBe(asked);
});

it('ends a run when the agent is unreachable, and the same command resumes it later', async () => {
  const { port } = server.address() as AddressInfo;
  const far = agentConfigSchema.parse({
    id: 'far',
    kind: 'http',
    url: `http://127.0.0.1:${port}/`,
  });
  const run = (stopsWhenAway: boolean, where: string) =>
    runOver(data, where, {
      agents: [far],
      to: '2026-03-11',
      openModels: ({ store }) => new ModelGateway({ mode: 'record', models, store, stopsWhenAway }),
    });
  answersMax = posts + 3;
  await expect(run(true, 'late')).rejects.toMatchObject({
    code: 'Unavailable',
    message: expect.stringMatching(/the agent gave no answer.*ECONNREFUSED/),
  });
  const { result: failed } = await run(false, 'failed');
  expect(failed.runs[0]?.coverage).toMatchObject({ failed: 6 });
  answersMax = Infinity;
  await new Promise<void>((listening) => void server.listen(port, '127.0.0.1', listening));
  const { result, resumed } = await run(true, 'late');
  expect(resumed).toHaveLength(2);
  for (const label of ['far-AA', 'far-BB']) {
    const [late, whole] = ['late', 'out'].map((where) =>
      readFileSync(join(data.directory, where, 'runs', label, 'journal.bin')),
    );
    expect(late).toEqual(whole);
  }
  expect(result.runs[0]?.coverage).toMatchObject({ failed: 0 });
});

it('finds a journal that was cut', async () => {
  writeFileSync(join(out, 'runs', 'far-AA', 'journal.bin'), '');
  appendFileSync(join(out, 'runs', 'far-AA', 'journal.bin'), 'nothing');
  await expect(replay(false, 'cut')).rejects.toMatchObject({ code: 'CorruptJournal' });
});
