/**
 * A failed tape, over HTTP: its runs have failed, and a new submission starts over under other ids.
 */

import { describe, expect, it } from 'vitest';
import type { TapeFailed } from '#contracts/streams/market';
import { eventually, scenario, testGateway, type TestGateway } from '../server/gateway.fixture.js';

const reason = 'dataset apple: the data set has changed while it was read';
const failed = (tape: string): TapeFailed => ({
  type: 'TapeFailed',
  version: 1,
  tape,
  facts: 0,
  reason,
});

interface Submitted {
  readonly submission: string;
  readonly tape: string;
  readonly runs: readonly string[];
  readonly created: boolean;
}

async function submit(gateway: TestGateway): Promise<Submitted & { status: number }> {
  const { status, body } = await gateway.post('/v1/submissions', scenario);
  return { ...(body as unknown as Submitted), status };
}

/** Submits, and makes the tape fail. */
async function failing(gateway: TestGateway): Promise<Submitted> {
  const submitted = await submit(gateway);
  await gateway.publish('market.tape', failed(submitted.tape));
  const [run = ''] = submitted.runs;
  await eventually(
    () => gateway.models.run(run),
    (state) => state?.status === 'failed',
  );
  return submitted;
}

describe('a tape that cannot continue', () => {
  it('is reported with its reason, by the tape and by each of its runs', async () => {
    const gateway = await testGateway();
    const { submission, tape, runs } = await failing(gateway);
    const { body: list } = await gateway.ask('/v1/tapes');
    expect(list['items']).toMatchObject([{ tape, failure: reason, isClosed: false }]);
    const { body: told } = await gateway.ask(`/v1/runs?submission=${submission}&status=failed`);
    expect(told['items']).toHaveLength(runs.length);
    expect(told['items']).toMatchObject(runs.map(() => ({ failure: reason, journalHash: null })));
  });

  it('ends the streams of its runs, and of its submission', async () => {
    const gateway = await testGateway();
    const { submission, runs } = await failing(gateway);
    // A stream that did not end would keep its answer waiting.
    const run = await gateway.ask(`/v1/runs/${runs[0] ?? ''}/events`);
    expect(run.body['text']).toContain('event: end\n');
    expect(run.body['text']).toContain(
      `"status":"failed","journalHash":null,"failure":"${reason}"`,
    );
    const whole = await gateway.ask(`/v1/events?submission=${submission}`);
    expect(whole.body['text']).toContain('"failed":2');
    expect(whole.body['text']).toContain('event: end\n');
  });

  it('leaves nothing to cancel', async () => {
    const gateway = await testGateway();
    const { runs } = await failing(gateway);
    const { status, body } = await gateway.post(`/v1/runs/${runs[0] ?? ''}/cancel`, {});
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'Conflict', found: 'failed' });
  });

  it('is started again by a new submission, on a new tape with new runs', async () => {
    const gateway = await testGateway();
    const first = await failing(gateway);
    const second = await submit(gateway);
    expect(second).toMatchObject({ status: 201, created: true, tape: `${first.tape}.2` });
    expect(second.submission).not.toBe(first.submission);
    expect(second.runs.filter((run) => first.runs.includes(run))).toEqual([]);
    const found = await gateway.models.submission(second.submission);
    expect(found).toMatchObject({ tape: second.tape, runs: second.runs });
    const run = await gateway.models.run(second.runs[0] ?? '');
    expect(run).toMatchObject({ status: 'submitted', failure: null, tape: second.tape });
    const tape = await gateway.models.tape(second.tape);
    expect(tape).toMatchObject({ header: { id: second.tape }, failure: null });
    expect(await submit(gateway)).toMatchObject({ status: 200, created: false, tape: second.tape });

    await gateway.publish('market.tape', failed(second.tape));
    await eventually(
      () => gateway.models.tape(second.tape),
      (state) => state?.failure === reason,
    );
    const third = await submit(gateway);
    expect(third.tape).toBe(`${first.tape}.3`);
  });
});
