/**
 * Reading over HTTP: every list by its schema and page by page; a clear message when
 * there is nothing.
 */

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  hash,
  runA,
  runB,
  runC,
  runOfTasks,
  scenarioSubmitted,
  submission,
  tape,
} from '#read-models/sample-messages.fixture';
import { eventually, type TestGateway } from '../server/gateway.fixture.js';
import { callRowSchema } from '#read-models/entities/call-rows';
import { auditRowSchema } from '#read-models/entities/control-rows';
import { decisionRowSchema } from '#read-models/entities/decision-rows';
import * as journal from '#read-models/entities/journal-rows';
import { submissionRowSchema } from '#read-models/entities/run-rows';
import { scoreSchema } from '#read-models/entities/score-rows';
import { deadLetterRowSchema, documentRowSchema } from '#read-models/entities/tape-rows';
import { journalPageSchema, tapeSchema } from '#read-models/tables/shown';
import { pageSchema } from '../resources/fields.js';
import { shownRunSchema as runSchema } from '../resources/run-resources.js';
import { sampledGateway } from '../server/sampled-gateway.fixture.js';

const lists: readonly [string, z.ZodType, number][] = [
  ['/v1/submissions', submissionRowSchema, 1],
  ['/v1/runs', runSchema, 3],
  [`/v1/runs?submission=${submission}`, runSchema, 3],
  [`/v1/runs?status=finished&tape=${tape}`, runSchema, 1],
  [`/v1/runs/${runA}/decisions`, decisionRowSchema, 5],
  [`/v1/runs/${runA}/calls`, callRowSchema, 3],
  [`/v1/runs/${runA}/orders`, journal.orderSchema, 5],
  [`/v1/runs/${runA}/denials`, journal.denialRowSchema, 2],
  [`/v1/runs/${runA}/fills`, journal.fillRowSchema, 2],
  [`/v1/runs/${runA}/positions`, journal.positionRowSchema, 1],
  [`/v1/runs/${runA}/equity`, journal.equityRowSchema, 3],
  ['/v1/tapes', tapeSchema, 1],
  [`/v1/tapes/${tape}/documents`, documentRowSchema, 0],
  ['/v1/dead-letters', deadLetterRowSchema, 1],
];

async function allItems({ ask }: TestGateway, path: string, limit: number): Promise<unknown[]> {
  const items: unknown[] = [];
  const joint = path.includes('?') ? '&' : '?';
  for (let cursor = ''; ;) {
    const { body } = await ask(`${path}${joint}limit=${limit}${cursor}`);
    const page = body['items'] as unknown[];
    expect(page.length).toBeLessThanOrEqual(limit);
    items.push(...page);
    if (body['next'] === null) return items;
    cursor = `&cursor=${String(body['next'])}`;
  }
}

describe('lists', () => {
  it('are as their schemas say, and the same whole and one by one', async () => {
    const gateway = await sampledGateway();
    for (const [path, item, least] of lists) {
      const { status, body } = await gateway.ask(path);
      expect(status, path).toBe(200);
      const parsed = pageSchema(item).safeParse(body);
      expect(parsed.error?.issues ?? [], path).toEqual([]);
      const items = body['items'] as unknown[];
      expect(items.length, path).toBeGreaterThanOrEqual(least);
      expect(await allItems(gateway, path, 1), path).toEqual(items);
    }
  });

  it('of a submission have the runs that an earlier one asked for first', async () => {
    const gateway = await sampledGateway();
    await gateway.publish('runs', scenarioSubmitted(hash('6'), [runC, runA]));
    const { body } = await eventually(
      () => gateway.ask(`/v1/runs?submission=${hash('6')}`),
      (answer) => (answer.body['items'] as unknown[]).length > 0,
    );
    const runs = pageSchema(runSchema).parse(body).items;
    expect(runs.map(({ run }) => run)).toEqual([runA, runC]);
    expect(runs[0]).toMatchObject({ submission, status: 'finished' });
  });

  it('of a run that there is not are no lists', async () => {
    const { ask } = await sampledGateway();
    const rows = [
      'decisions',
      'calls',
      'orders',
      'denials',
      'fills',
      'positions',
      'equity',
      'refusals',
    ];
    for (const name of ['', ...rows.map((row) => `/${row}`), '/journal', '/metrics', '/events']) {
      const { status, body } = await ask(`/v1/runs/${hash('9')}${name}`);
      expect(status, name).toBe(404);
      expect(body['code'], name).toBe('NotFound');
    }
    expect((await ask('/v1/tapes/no-such-tape')).status).toBe(404);
    expect((await ask(`/v1/submissions/${hash('9')}`)).status).toBe(404);
    expect((await ask(`/v1/events?submission=${hash('9')}`)).status).toBe(404);
  });

  it('of a run without such rows are empty', async () => {
    const { ask } = await sampledGateway();
    const { status, body } = await ask(`/v1/runs/${runC}/fills`);
    expect(status).toBe(200);
    expect(body).toEqual({ items: [], next: null });
  });
});

describe('a run', () => {
  it('returns its progress, its figures and its journal from any record on', async () => {
    const { ask } = await sampledGateway();
    const { body: run } = await ask(`/v1/runs/${runA}`);
    expect(runSchema.parse(run)).toMatchObject({ status: 'finished', records: 18 });
    const { body: score } = await ask(`/v1/runs/${runA}/metrics`);
    expect(scoreSchema.parse(score).journalHash).toBe(hash('e'));
    const { body } = await ask(`/v1/runs/${runA}/journal?from=6&limit=5`);
    const page = journalPageSchema.parse(body);
    expect(page.records.map(({ record }) => record)).toEqual([6, 7, 8, 9, 10]);
    expect(page.next).toBe(11);
  });

  it('of tasks returns its figures under the workflow’s names', async () => {
    const { ask } = await sampledGateway();
    const { body } = await ask(`/v1/runs/${runOfTasks}/metrics`);
    const score = scoreSchema.parse(body);
    expect(score).toMatchObject({ workflow: 'auditing', solutions: hash('7'), records: 12 });
    expect(score.metrics.map(({ name, value }) => [name, value])).toEqual([
      ['accuracy', 0.75],
      ['late', null],
    ]);
  });

  it('that has not finished has no figures yet', async () => {
    const { ask } = await sampledGateway();
    const { status, body } = await ask(`/v1/runs/${runB}/metrics`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ where: runB, found: 'running' });
    expect(body['expected']).toContain(`/v1/runs/${runB}/events`);
    const unknown = await ask(`/v1/runs/${'9'.repeat(64)}/metrics`);
    expect(unknown.body['message']).toBe('no such run');
  });

  it('is cancelled once, and not when it is over', async () => {
    const { post, ask } = await sampledGateway();
    const cancelled = await post(`/v1/runs/${runB}/cancel`, { reason: 'enough' });
    expect(cancelled.status).toBe(202);
    const { body } = await eventually(
      () => ask(`/v1/runs/${runB}`),
      (answer) => answer.body['status'] === 'cancelled',
    );
    expect(body['cancelReason']).toBe('enough');
    const again = await post(`/v1/runs/${runB}/cancel`, {});
    expect(again.body).toEqual({ run: runB, reason: 'enough' });
    const over = await post(`/v1/runs/${runA}/cancel`, {});
    expect(over.status).toBe(409);
    expect(over.body).toMatchObject({ code: 'Conflict', found: 'finished' });
  });
});

describe('a tape', () => {
  it('has a clock that is turned by commands, each once', async () => {
    const gateway = await sampledGateway();
    const turns = [{ kind: 'pause' }, { kind: 'step', instants: 3 }, { kind: 'speed', speed: 60 }];
    const ids = [];
    for (const turn of turns) {
      const { status, body } = await gateway.post(`/v1/tapes/${tape}/clock`, turn);
      expect(status).toBe(202);
      ids.push(body['command']);
    }
    expect(new Set(ids).size).toBe(3);
    const ends = await gateway.log.endOffsets('clock.commands');
    expect(ends.reduce((sum, end) => sum + end, 0)).toBeGreaterThanOrEqual(3);
    await gateway.post(`/v1/tapes/${tape}/clock`, { kind: 'resume' });
    const { body: turned } = await eventually(
      () => gateway.ask(`/v1/tapes/${tape}`),
      (answer) => answer.body['isPaused'] === false,
    );
    expect(turned).toMatchObject({ isPaused: false, speed: 60 });
    expect((await gateway.post('/v1/tapes/none/clock', { kind: 'pause' })).status).toBe(404);
    const wrong = await gateway.post(`/v1/tapes/${tape}/clock`, { kind: 'step', instants: 0 });
    expect(wrong.status).toBe(400);
    expect(wrong.body['where']).toBe('body.instants');
  });
});

describe('the audit log', () => {
  it('has who did what and how it ended', async () => {
    const { post, ask, token } = await sampledGateway();
    const operator = await token('operator', ['read', 'control']);
    await post(`/v1/runs/${runB}/cancel`, { reason: 'enough' }, operator);
    await post(`/v1/runs/${runA}/cancel`, {}, operator);
    await post('/v1/submissions', {}, operator);
    const { body } = await ask('/v1/audit');
    const entries = pageSchema(auditRowSchema).parse(body).items;
    expect(entries.map(({ who, what, outcome }) => [who, what, outcome])).toEqual([
      ['operator', `POST /v1/runs/${runB}/cancel`, 'done'],
      ['operator', `POST /v1/runs/${runA}/cancel`, 'refused: Conflict'],
      ['operator', 'POST /v1/submissions', 'refused: scope'],
    ]);
    expect(entries[0]?.detail).toEqual({ run: runB });
  });
});
