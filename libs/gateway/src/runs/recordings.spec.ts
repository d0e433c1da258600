/** Attempts and model calls over HTTP: as recorded, whole and page by page. */

import { describe, expect, it } from 'vitest';
import { endedAsk, openedAsk, recordedCall } from '#llm/calls/recorded-call.fixture';
import type { RecordedAsk, RecordedCall, RecordingReader } from '#llm';
import { runA } from '#read-models/sample-messages.fixture';
import { testGateway, type TestGateway } from '../server/gateway.fixture.js';
import { asksPage, modelCallsPage } from './recordings.controller.js';

const run = runA;
const asks: readonly RecordedAsk[] = [
  { opened: openedAsk({ run, asOf: 9 }), ended: endedAsk({ run, asOf: 9, class: 'refused' }) },
  {
    opened: openedAsk({ run, asOf: 9, attempt: 2 }),
    ended: endedAsk({ run, asOf: 9, attempt: 2 }),
  },
  { opened: openedAsk({ run, asOf: 12 }), ended: null },
];
const callAt = (asOf: number, attempt: number, lane: string, ordinal: number): RecordedCall =>
  recordedCall({ run, asOf, attempt, lane, ordinal });
const calls: readonly RecordedCall[] = [
  ...[callAt(9, 1, 'main', 1), callAt(9, 1, 'main', 2), callAt(9, 1, 'main', 10)],
  ...[callAt(9, 2, 'a:b', 1), callAt(9, 2, 'main', 1), callAt(12, 1, 'main', 1)],
];
const reader: RecordingReader = {
  asksOf: (of) => Promise.resolve(of === run ? asks : []),
  callsOf: (of, asOf) =>
    Promise.resolve(calls.filter((call) => call.run === of && call.asOf === (asOf ?? call.asOf))),
};

async function oneByOne({ ask }: TestGateway, path: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor = ''; ;) {
    const { status, body } = await ask(`${path}?limit=1${cursor}`);
    expect(status).toBe(200);
    items.push(...(body['items'] as unknown[]));
    if (body['next'] === null) return items;
    cursor = `&cursor=${encodeURIComponent(String(body['next']))}`;
  }
}

describe('a recording', () => {
  it('is returned as it was recorded, whole and one by one', async () => {
    const gateway = await testGateway({}, { recordings: reader });
    for (const [list, all] of [
      ['asks', asks],
      ['model-calls', calls],
    ] as const) {
      const path = `/v1/runs/${run}/${list}`;
      expect((await gateway.ask(path)).body).toEqual({ items: all, next: null });
      expect(await oneByOne(gateway, path)).toEqual(all);
    }
  });

  it('is no list of a run that there is not, nor for those without a token', async () => {
    const { ask } = await testGateway({}, { recordings: reader });
    const path = `/v1/runs/${'0'.repeat(64)}/model-calls`;
    expect((await ask(path)).status).toBe(404);
    expect((await ask(`/v1/runs/${run}/model-calls`, { token: null })).status).toBe(401);
  });

  it('refuses the cursors of another list', async () => {
    const { ask } = await testGateway({}, { recordings: reader });
    for (const cursor of ['asks:1', 'model-calls:1:1:1:main', 'asks:1:x', 'decisions:1']) {
      const { status } = await ask(`/v1/runs/${run}/asks?cursor=${cursor}`);
      expect(status, cursor).toBe(400);
    }
  });

  it('ends a page after long calls, and has at least one', async () => {
    const long = recordedCall({ run, asOf: 9, request: 'x'.repeat(5_000_000) });
    const next = recordedCall({ run, asOf: 9, ordinal: 2 });
    const one: RecordingReader = { ...reader, callsOf: () => Promise.resolve([long, next]) };
    const page = await modelCallsPage(one, run, { limit: 100 });
    expect(page).toEqual({ items: [long], next: 'model-calls:9:1:1:main' });
    const { items, next: further } = await asksPage(one, run, { after: 'asks:9:1' });
    expect([items, further]).toEqual([asks.slice(1), null]);
  });
});
