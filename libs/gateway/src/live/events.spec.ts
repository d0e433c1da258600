/**
 * Server-sent events: exactly once, live and after a break; streams end with the run and
 * respect slow clients.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engineSemantics, type JournalEvent } from '#contracts';
import {
  eventMessages,
  hash,
  runA,
  runB,
  runC,
  runSubmitted,
  scenarioSubmitted,
  submission,
} from '#read-models/sample-messages.fixture';
import { adminToken, eventually, type TestGateway } from '../server/gateway.fixture.js';
import { sampledGateway } from '../server/sampled-gateway.fixture.js';

interface Received {
  readonly id?: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** A stream as a client sees it; comments are counted. */
async function listen(
  { url }: TestGateway,
  path: string,
  headers: Record<string, string> = {},
): Promise<{
  told: Received[];
  status: number;
  comments: () => number;
  isOver: () => boolean;
  stop(): void;
}> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${url}${path}`, {
    headers: { authorization: `Bearer ${adminToken}`, ...headers },
    signal: abort.signal,
  });
  const told: Received[] = [];
  let comments = 0;
  let isOver = false;
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + Buffer.from(chunk).toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith(':')) comments += 1;
        else told.push(parsed(block));
      }
    }
    isOver = true;
  };
  read().catch(() => (isOver = true));
  const { status } = response;
  return {
    told,
    status,
    comments: () => comments,
    isOver: () => isOver,
    stop: () => abort.abort(),
  };
}

function parsed(block: string): Received {
  const fields = new Map(
    block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]),
  );
  const id = fields.get('id');
  return {
    ...(id === undefined ? {} : { id }),
    event: fields.get('event') ?? '',
    data: JSON.parse(fields.get('data') ?? '{}') as Received['data'],
  };
}

const ids = (told: readonly Received[]): number[] =>
  told.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const patience = { timeout: 120_000, interval: 10 };

describe('the events of a run', () => {
  it('are its records with their numbers, and an end', async () => {
    const gateway = await sampledGateway();
    const { told, isOver } = await listen(gateway, `/v1/runs/${runA}/events`);
    await expect.poll(isOver, patience).toBe(true);
    expect(ids(told)).toEqual([...numbers(1, 18), 18]);
    expect(told[0]?.event).toBe('RunOpened');
    expect(told.at(-1)).toMatchObject({ event: 'end', data: { status: 'finished' } });
  });

  it('continue after the last id, and stay away when there is nothing more', async () => {
    const gateway = await sampledGateway();
    const again = await listen(gateway, `/v1/runs/${runA}/events`, { 'last-event-id': '12' });
    await expect.poll(again.isOver, patience).toBe(true);
    expect(ids(again.told)).toEqual([...numbers(13, 18), 18]);
    const over = await listen(gateway, `/v1/runs/${runA}/events`, { 'last-event-id': '18' });
    expect(over.status).toBe(204);
    const byQuery = await listen(gateway, `/v1/runs/${runA}/events?after=17`);
    await expect.poll(byQuery.isOver, patience).toBe(true);
    expect(ids(byQuery.told)).toEqual([18, 18]);
  });

  it('come as they are projected, whole and once, to everybody who listens', async () => {
    const gateway = await sampledGateway();
    const first = await listen(gateway, `/v1/runs/${runB}/events`);
    const second = await listen(gateway, `/v1/runs/${runB}/events`, { 'last-event-id': '5' });
    await expect.poll(() => first.told.length, patience).toBe(9);
    const [message] = eventMessages(runB, [18]);
    await gateway.publish('portfolio.events', message as never, message as never);
    await expect.poll(() => first.isOver() && second.isOver(), patience).toBe(true);
    expect(ids(first.told)).toEqual([...numbers(1, 18), 18]);
    expect(ids(second.told)).toEqual([...numbers(6, 18), 18]);
  });

  it('are kept open by comments, and end with the service', async () => {
    const gateway = await sampledGateway({ heartbeatMs: 20 });
    const { comments, isOver } = await listen(gateway, `/v1/runs/${runB}/events`);
    await expect.poll(comments, patience).toBeGreaterThan(2);
    await gateway.close();
    await expect.poll(isOver, patience).toBe(true);
  });

  it('end when the token is revoked', async () => {
    const gateway = await sampledGateway({ heartbeatMs: 20, lookMs: 20 });
    const token = await gateway.token('reader', ['read']);
    const headers = { authorization: `Bearer ${token}` };
    const { isOver, comments } = await listen(gateway, `/v1/runs/${runB}/events`, headers);
    await expect.poll(comments, patience).toBeGreaterThan(1);
    await gateway.models.revokeToken('reader');
    await expect.poll(isOver, patience).toBe(true);
  });

  it('refuse ids that no event had', async () => {
    const gateway = await sampledGateway();
    for (const id of ['-1', 'x', '1e3', '9'.repeat(16), "1' OR 1=1"]) {
      const { status } = await listen(gateway, `/v1/runs/${runA}/events`, { 'last-event-id': id });
      expect(status).toBe(400);
    }
  });
});

/** A second submission, and where its events are. */
async function submitted(gateway: TestGateway, id: string, runs: string[]): Promise<string> {
  await gateway.publish('runs', scenarioSubmitted(id, runs));
  await eventually(
    () => gateway.models.submission(id),
    (found) => found !== undefined,
  );
  return `/v1/events?submission=${id}`;
}

describe('the events of a submission', () => {
  it('are its runs and their counts, then what moves, with an id to continue from', async () => {
    const gateway = await sampledGateway();
    const path = `/v1/events?submission=${submission}`;
    const first = await listen(gateway, path);
    await expect.poll(() => first.told.length, patience).toBe(4);
    expect(first.told.map(({ event }) => event)).toEqual(['run', 'run', 'run', 'progress']);
    const seen = first.told[3]?.id ?? '';
    const again = await listen(gateway, path, { 'last-event-id': seen });
    await gateway.publish('runs', {
      type: 'RunCancelled',
      version: 1,
      run: runB,
      reason: 'enough',
    });
    await expect.poll(again.isOver, patience).toBe(true);
    expect(again.told.map(({ event }) => event)).toEqual(['run', 'progress', 'end']);
    expect(again.told[0]?.data).toMatchObject({ run: runB, status: 'cancelled' });
    expect(again.told[1]?.data).toEqual({
      submitted: 0,
      running: 0,
      finished: 1,
      cancelled: 2,
      failed: 0,
    });
    const id = again.told[2]?.id ?? '';
    expect((await listen(gateway, path, { 'last-event-id': id })).status).toBe(204);
  });

  it('end at once when an earlier submission asked for its runs, and they are over', async () => {
    const gateway = await sampledGateway();
    const path = await submitted(gateway, hash('6'), [runC, runA]);
    const { told, isOver } = await listen(gateway, path);
    await expect.poll(isOver, patience).toBe(true);
    expect(told.map(({ event }) => event)).toEqual(['run', 'run', 'progress', 'end']);
    expect(told.slice(0, 2).map(({ data }) => data['run'])).toEqual([runA, runC]);
    expect(told[2]?.data).toMatchObject({ finished: 1, cancelled: 1, submitted: 0 });
    expect(told[3]?.data).toEqual({ runs: 2 });
    const headers = { 'last-event-id': told[3]?.id ?? '' };
    expect((await listen(gateway, path, headers)).status).toBe(204);
  });

  it('wait for runs that are not in the tables yet, and for those that are shared', async () => {
    const gateway = await sampledGateway();
    const late = hash('d');
    const path = await submitted(gateway, hash('6'), [runA, late, runB]);
    const { told, isOver } = await listen(gateway, path);
    await expect.poll(() => told.length, patience).toBe(3);
    const counts = { running: 1, finished: 1, cancelled: 0, failed: 0 };
    expect(told.at(-1)).toMatchObject({ event: 'progress', data: { ...counts, submitted: 1 } });
    const cancelled = { type: 'RunCancelled', version: 1, reason: 'enough' } as const;
    await gateway.publish('runs', { ...cancelled, run: runB });
    await expect.poll(() => told.at(-1)?.data['cancelled'], patience).toBe(1);
    expect(isOver()).toBe(false);
    await gateway.publish('runs', runSubmitted(late, 'late'), { ...cancelled, run: late });
    await expect.poll(isOver, patience).toBe(true);
    expect(told.at(-2)?.data).toMatchObject({ finished: 1, cancelled: 2, submitted: 0 });
    expect(told.at(-1)).toMatchObject({ event: 'end', data: { runs: 3 } });
  });
});

/** Asks for a stream and reads none of it. */
async function deafClient(gateway: TestGateway, path: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${adminToken}\r\n\r\n`,
  );
  return socket;
}

describe('a client that does not read', () => {
  it('is cut off, and can continue where it was', async () => {
    const gateway = await sampledGateway({ slowMs: 1_000, streamsPerToken: 1 });
    const run = hash('1');
    const large: JournalEvent[] = numbers(1, 300).map((asOf) => ({
      type: 'DecisionInvalid',
      asOf,
      time: asOf,
      reason: 'x'.repeat(100_000),
    }));
    await gateway.publish('runs', { ...(await submittedLike(gateway)), run });
    for (let first = 1; first <= large.length; first += 5) {
      const events = large.slice(first - 1, first + 4);
      await gateway.publish('portfolio.events', {
        type: 'Events',
        version: 1,
        run,
        first,
        events,
        hash: null,
      });
    }
    await eventually(
      () => gateway.models.run(run),
      (state) => state?.records === large.length,
    );

    const deaf = await deafClient(gateway, `/v1/runs/${run}/events`);
    const place = async (): Promise<number> =>
      (await gateway.ask(`/v1/runs/${runA}/events`)).status;
    await expect.poll(place, patience).toBe(429);
    // The only slot for a stream is free again once it has been cut off.
    await expect.poll(place, patience).toBe(200);

    deaf.destroy();
    const { told } = await listen(gateway, `/v1/runs/${run}/events`, { 'last-event-id': '290' });
    await expect.poll(() => told.length, patience).toBe(10);
    expect(ids(told)).toEqual(numbers(291, 300));
  });
});

async function submittedLike({ models }: TestGateway) {
  const state = await models.run(runA);
  if (state === undefined) throw new Error('the sample has changed');
  const { label, plan, tape } = state;
  const of = { label, submission, tape, semantics: engineSemantics, plan };
  return { type: 'RunSubmitted', version: 1, ...of } as const;
}

describe('many streams', () => {
  it('find a place up to the limit of their token, and free it when they go', async () => {
    const gateway = await sampledGateway({ streamsPerToken: 3, streams: 5 });
    const path = `/v1/runs/${runB}/events`;
    const open = await Promise.all([1, 2, 3].map(() => listen(gateway, path)));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await listen(gateway, path)).status).toBe(429);
    const token = await gateway.token('reader', ['read']);
    const headers = { authorization: `Bearer ${token}` };
    expect((await listen(gateway, path, headers)).status).toBe(200);
    expect((await listen(gateway, path, headers)).status).toBe(200);
    expect((await listen(gateway, path, headers)).status).toBe(429);
    open[0]?.stop();
    await expect.poll(async () => (await listen(gateway, path)).status, patience).toBe(200);
    expect((await gateway.ask('/health/live')).status).toBe(200);
  });
});
