/**
 * A gateway over a real Postgres answers 503 during every kind of outage, and never 500; read
 * models and recordings go on after it.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEmbeddedLog, type MessageLog } from '#event-log';
import { gatewayLimits, startGateway } from '#gateway';
import { hashOfToken } from '#gateway/auth/access-tokens';
import { scopes } from '#gateway/auth/principal';
import { claimedCall, recordedCall } from '#llm/calls/recorded-call.fixture';
import { PostgresRecordingStore } from '#llm/postgres/postgres-recording';
import type { ReadModels } from '#read-models';
import { openPostgresReadModels } from '#read-models/postgres/open-postgres-read-models';
import { migrateRecordings, openSchema } from '#read-models/postgres/postgres-schemas';
import { runA, sampleBatches } from '#read-models/sample-messages.fixture';
import { openServiceLog } from '#service-host';
import { duringOutage } from '#store';
import { startPostgres, type RunningPostgres } from '../../scripts/cluster/postgres.ts';
import { temporaryFolder } from './temporary-folder.fixture.js';

const token = 'token-of-the-outage-tests';
const limits = gatewayLimits({
  TAPEFOLD_GATEWAY_LIMITS:
    '{"perAddress":1000000,"perToken":1000000,"submissionsPerToken":1000000}',
});
const paths = [
  '/v1/runs',
  `/v1/runs/${runA}`,
  `/v1/runs/${runA}/journal`,
  '/v1/tapes',
  '/v1/audit',
];

let postgres: RunningPostgres;
let models: ReadModels;
let log: MessageLog;
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeAll(async () => {
  postgres = await startPostgres({ dataDir: temporaryFolder('database-outage') });
  models = await openPostgresReadModels({ url: postgres.url });
  for (const batch of sampleBatches()) await models.project(batch);
  const expires = null;
  await models.addToken({
    name: 'reader',
    hash: hashOfToken(token),
    scopes,
    expires,
  });
  log = await openEmbeddedLog();
  gateway = await startGateway({
    log,
    models,
    limits,
    partitions: 1,
    host: '127.0.0.1',
    port: 0,
    adminTokenHash: null,
    datasets: new Map(),
    logger: openServiceLog({ service: 'gateway', level: 'fatal' }),
    onFatal: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await log.close();
  await models.close();
  await postgres.stop();
});

/** Status, code and `Retry-After` of an answer. */
async function answer(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${gateway.url}${path}`, { headers });
  const { code = '' } = (await response.json()) as { code?: string };
  return [response.status, code, response.headers.get('retry-after') ?? ''].join(' ').trim();
}

describe('a gateway without its database', () => {
  it.each<[string, () => Promise<void>]>([
    ['is killed', () => postgres.kill()],
    ['is shut down', () => postgres.stop()],
  ])('answers 503 while the server %s and starts again, and goes on after it', async (_, end) => {
    const answers = new Set<string>();
    let isOver = false;
    const asking = paths.map(async (path) => {
      while (!isOver) answers.add(await answer(path));
    });
    await end();
    await expect.poll(() => [...answers]).toContain('503 Unavailable 5');
    await postgres.restart();
    await expect.poll(() => answer('/v1/runs')).toBe('200');
    await sleep(200);
    isOver = true;
    await Promise.all(asking);
    expect([...answers].toSorted()).toEqual(['200', '503 Unavailable 5']);
  });
});

it('read models are Unavailable meanwhile, and have nothing twice afterwards', async () => {
  const openIn = async (schema: string): Promise<ReadModels> => {
    const opened = await openPostgresReadModels({ url: postgres.url, schema });
    onTestFinished(() => opened.close());
    return opened;
  };
  const disturbed = await openIn('disturbed');
  const batches = sampleBatches([2]);
  for (const batch of batches.slice(0, 4)) await disturbed.project(batch);
  await postgres.kill();
  const events = batches[4] as (typeof batches)[number];
  await expect(disturbed.project(events)).rejects.toMatchObject({ code: 'Unavailable' });
  await expect(disturbed.run(runA)).rejects.toMatchObject({ code: 'Unavailable' });
  await postgres.restart();
  for (const batch of batches) await disturbed.project(batch);
  const undisturbed = await openIn('undisturbed');
  for (const batch of sampleBatches()) await undisturbed.project(batch);
  const comparisons = await disturbed.compare(undisturbed);
  expect(comparisons.filter(({ difference }) => difference !== null)).toEqual([]);
});

it('recordings go on with the calls that were under way', async () => {
  const schema = await migrateRecordings(postgres.url, 'recordings');
  const held = Promise.withResolvers<void>();
  const store = new PostgresRecordingStore({
    url: postgres.url,
    schema,
    holdRetryMs: 20,
    onHold: (isHeld) => isHeld && held.resolve(),
  });
  onTestFinished(() => store.close());
  await held.promise;
  await store.claim(claimedCall({ ordinal: 1 }));
  await postgres.kill();
  const finishing = store.finish(recordedCall({ ordinal: 1 }));
  const claiming = store.claim(claimedCall({ ordinal: 2 }));
  await postgres.restart();
  await finishing;
  expect(await claiming).toEqual({ kind: 'claimed', tries: [] });
  expect(await store.claim(claimedCall({ ordinal: 1 }))).toMatchObject({ kind: 'recorded' });
});

it('a statement that a shutdown ends is Unavailable, through TypeORM too', async () => {
  const source = await openSchema(postgres.url, 'tapefold', 'projections', 1);
  const sleeping = duringOutage(() => source.query('SELECT pg_sleep(60)'));
  const failed = sleeping.catch((error: unknown) => error);
  await sleep(300);
  await postgres.stop();
  expect(await failed).toMatchObject({
    code: 'Unavailable',
    found: 'terminating connection due to administrator command',
    cause: { name: 'QueryFailedError', code: '57P01' },
  });
  await postgres.restart();
  await expect(duringOutage(() => source.query('SELECT * FROM nowhere'))).rejects.toMatchObject({
    code: '42P01',
  });
  await source.destroy();
});
