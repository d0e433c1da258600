/**
 * The contract of reading: the content of each list, page by page, whole transactions only;
 * tokens and audit.
 */

import { expect } from 'vitest';
import { isFailure } from '#values';
import type { DecisionEvent } from '#contracts/streams/runs';
import { cursorPatterns, type ListName } from '../sql/cursor-patterns.js';
import type { Page, PageOf } from './page.js';
import type { ReadModels } from './read-models.js';
import type { ContractCases } from './contract-place.fixture.js';
import {
  batchOf,
  calls,
  decisionOf,
  decisions,
  eventMessages,
  events,
  hash,
  runA,
  runB,
  runC,
  runSubmitted,
  scenarioSubmitted,
  submission,
  tape,
  tasksScored,
} from '../sample-messages.fixture.js';

async function allPages<T>(read: (page: Page) => Promise<PageOf<T>>, limit: number): Promise<T[]> {
  const items: T[] = [];
  for (let page: Page = { limit }; ;) {
    const { items: found, next } = await read(page);
    items.push(...found);
    if (next === null) return items;
    page = { limit, after: next };
  }
}

/** Every paged list. */
const listsOf = (
  models: ReadModels,
): Record<ListName, (page: Page) => Promise<PageOf<object>>> => ({
  submissions: (page) => models.submissions(page),
  runs: (page) => models.runs({}, page),
  tapes: (page) => models.tapes(page),
  deadLetters: (page) => models.deadLetters(page),
  tokens: (page) => models.tokens(page),
  audit: (page) => models.audit(page),
  decisions: (page) => models.decisions(runA, page),
  calls: (page) => models.calls(runA, page),
  refusals: (page) => models.refusals(runA, page),
  orders: (page) => models.orders(runA, page),
  denials: (page) => models.denials(runA, page),
  fills: (page) => models.fills(runA, page),
  positions: (page) => models.positions(runA, page),
  equity: (page) => models.equity(runA, page),
  documents: (page) => models.documents(tape, page),
});

export const readingCases: ContractCases = {
  async 'returns each run, its status and the reason'({ models }) {
    expect(await models.run(runA)).toMatchObject({
      label: 'first',
      submission,
      tape,
      status: 'finished',
      records: events.length,
      asOf: 10,
      time: 10_000,
      decisions: 5,
      watermark: 9,
      journalHash: hash('e'),
      tapeHash: hash('d'),
      isScored: true,
      tapeFacts: 4,
      isTapeClosed: true,
      failure: null,
      isTapePaused: true,
    });
    expect((await models.run(runA))?.plan.agent.id).toBe('outside');
    const label = "second'; DROP TABLE runs; --";
    const second = { label, status: 'running', records: 9, journalHash: null, isScored: false };
    expect(await models.run(runB)).toMatchObject(second);
    const cancelled = { status: 'cancelled', cancelReason: 'not wanted', records: 0 };
    expect(await models.run(runC)).toMatchObject({ label: 'third \ufffd \ufffd', ...cancelled });
    expect(await models.run(hash('9'))).toBeUndefined();
  },

  async 'lists runs by submission, tape and status, and counts them'({ models }) {
    const ids = async (filter: object): Promise<string[]> =>
      (await models.runs(filter)).items.map(({ run }) => run);
    expect(await ids({})).toEqual([runA, runB, runC]);
    expect(await ids({ submission })).toEqual([runA, runB, runC]);
    expect(await ids({ submission, status: 'running' })).toEqual([runB]);
    expect(await ids({ tape: 'another' })).toEqual([]);
    expect(await ids({ submission: "' OR 1=1 --" })).toEqual([]);
    await expect(ids({ status: 'lost' })).rejects.toMatchObject({ code: 'InvalidInput' });
    const counts = { submitted: 0, running: 1, finished: 1, cancelled: 1, failed: 0 };
    expect(await models.runCounts({ submission })).toEqual(counts);
  },

  async 'lists and counts runs that another submission asked for first, as far as they are known'({
    models,
  }) {
    const second = hash('6');
    const unknown = hash('7');
    const ids = async (filter: object): Promise<string[]> =>
      (await allPages((page) => models.runs(filter, page), 1)).map(({ run }) => run);
    await models.project(batchOf('runs', [scenarioSubmitted(second, [unknown, runC, runA])], 10));
    expect(await ids({ submission: second })).toEqual([runA, runC]);
    expect(await ids({ submission: second, status: 'finished' })).toEqual([runA]);
    expect((await models.run(runA))?.submission).toBe(submission);
    const counts = { submitted: 1, running: 0, finished: 1, cancelled: 1, failed: 0 };
    expect(await models.runCounts({ submission: second })).toEqual(counts);
    await models.project(batchOf('runs', [runSubmitted(unknown, 'known now')], 11));
    expect(await ids({ submission: second })).toEqual([unknown, runA, runC]);
    expect(await models.runCounts({ submission: second })).toEqual(counts);
    expect(await models.runCounts({ submission })).toEqual({ ...counts, submitted: 0, running: 1 });
  },

  async 'gives the submission with its runs in their order'({ models }) {
    const found = await models.submission(submission);
    expect(found).toMatchObject({ tape, runs: [runA, runB, runC] });
    expect(found?.scenario.name).toBe('outside');
    expect(found?.data).toEqual([{ symbol: 'AAPL', sessions: 1, withBars: 1, warnings: [] }]);
    expect((await models.submissions()).items).toEqual([found]);
  },

  async 'gives decisions, also those that were none'({ models }) {
    const { items } = await models.decisions(runA);
    expect(items.map(({ number, asOf }) => [number, asOf])).toEqual(
      decisions.map(({ asOf }, index) => [index + 1, asOf]),
    );
    expect(items[0]?.decision).toEqual(
      decisions[0]?.type === 'DecisionMade' ? decisions[0].decision : 0,
    );
    const none = { type: 'DecisionInvalid', decision: null, reason: 'no such action\u0000' };
    expect(items[2]).toMatchObject(none);
  },

  async 'gives tool calls, those alone of answers that the journal has'({ models }) {
    const { items } = await models.calls(runA);
    const shown = [calls[0], { ...calls[1], tool: 'no such tool \ufffd' }, calls[2]];
    expect(items).toEqual(
      shown.map((call) => ({ run: runA, asOf: 9, digest: hash('1'), ...call })),
    );
    expect((await models.calls(runB)).items).toEqual([]);
    const rest = eventMessages(runB, [100]);
    await models.project(batchOf('portfolio.events', rest, 100));
    expect((await models.calls(runB)).items).toHaveLength(3);
  },

  async 'gives decisions with the calls and disputes that stand before them'({ models }) {
    const place = { asOf: 20, time: 20_000 };
    const called = { type: 'ToolsCalled', ...place, calls: 4, digest: hash('3') } as const;
    const dispute = { symbol: 'AAPL', said: 172.1, price: 171.85 };
    const pair = { left: 'AAPL', right: 'MSFT', action: 'LONG_SHORT' } as const;
    const sent: DecisionEvent[] = [
      called,
      { type: 'PriceDisputed', ...place, ...dispute },
      { type: 'PairDecided', ...place, ...pair, rationale: null },
      { ...called, asOf: 21, time: 21_000, calls: 1 },
      { type: 'DecisionMissing', asOf: 21, time: 21_000, class: 'refused' },
      decisionOf(22),
    ];
    const message = { type: 'Decisions', version: 1, run: runC, first: 1, watermark: 22 } as const;
    await models.project(batchOf('agent.decisions', [{ ...message, decisions: sent }], 100));
    expect(await models.run(runC)).toMatchObject({ decisions: 3, watermark: 22 });
    const { items } = await models.decisions(runC);
    const none = { calls: 0, callsDigest: null, disputed: [] };
    expect(items).toMatchObject([
      { number: 1, asOf: 20, decision: { kind: 'pair', ...pair }, calls: 4, disputed: [dispute] },
      { ...none, number: 2, type: 'DecisionMissing', calls: 1, callsDigest: hash('3') },
      { ...none, number: 3, asOf: 22, class: null },
    ]);
    expect(items[1]?.class).toBe('refused');
    for (const limit of [1, 2]) {
      expect(await allPages((page) => models.decisions(runC, page), limit)).toEqual(items);
    }
  },

  async 'gives orders with their end, denials, fills and the positions that follow'({ models }) {
    const { items: orders } = await models.orders(runA);
    expect(
      orders.map(({ number, status, reason, fills, endRecord }) => [
        number,
        status,
        reason,
        fills,
        endRecord,
      ]),
    ).toEqual([
      [1, 'filled', null, 1, 6],
      [2, 'cancelled', 'expired', 0, 7],
      [3, 'denied', 'not enough cash', 0, 11],
      [4, 'filled', null, 1, 14],
      [5, 'waiting', null, 0, null],
    ]);
    const size = { kind: 'shares', shares: 10 };
    expect(orders[0]).toMatchObject({ size, limitPrice: 100.5, stopPrice: null, record: 3 });
    const { items: denials } = await models.denials(runA);
    expect(denials.map(({ record, orderNumber, symbol }) => [record, orderNumber, symbol])).toEqual(
      [
        [11, 3, 'MSFT'],
        [12, null, 'ZZZ'],
      ],
    );
    const { items: fills } = await models.fills(runA);
    expect(fills.map(({ record, shares, price }) => [record, shares, price])).toEqual([
      [6, 10, 100.25],
      [14, -5, 100.25],
    ]);
    const { items: positions } = await models.positions(runA);
    expect(positions).toEqual([{ run: runA, symbol: 'AAPL', shares: 15, record: 14, asOf: 8 }]);
  },

  async 'gives equity mark by mark, and the figures'({ models }) {
    const { items } = await models.equity(runA);
    expect(items.map(({ session, equity }) => [session, equity])).toEqual([
      [17_583, 100_000],
      [17_586, 100_100.125],
      [17_589, 100_200],
    ]);
    expect(items[0]?.stale).toEqual(['MSFT']);
    const score = await models.score(runA);
    expect(score).toMatchObject({
      journalHash: hash('e'),
      records: events.length,
      workflow: 'trading',
      solutions: null,
      drawdown: { depth: 0, from: null, to: null, recovered: null },
    });
    expect(score?.metrics.find(({ name }) => name === 'sharpe')).toEqual({
      name: 'sharpe',
      value: null,
      undefinedBecause: 'fewer than two returns',
      interval: null,
    });
    expect(score?.metrics.find(({ name }) => name === 'turnover')?.value).toBe(1);
    expect(score?.metrics.find(({ name }) => name === 'cumulativeReturn')).toMatchObject({
      value: 0.08,
      interval: { low: -0.03, high: 0.2, level: 0.95 },
    });
    expect(await models.score(runB)).toBeUndefined();
  },

  async 'gives the figures of a run of tasks as its workflow names them'({ models }) {
    const first = tasksScored(runB);
    // The second figures change nothing.
    const second = { ...first, solutions: null, figures: { accuracy: { value: 1 } } };
    await models.project(batchOf('scores', [first, second], 10));
    expect(await models.run(runB)).toMatchObject({ status: 'running', isScored: true });
    const { type: _, version: __, figures: ___, ...rest } = first;
    const late = {
      name: 'late',
      value: null,
      undefinedBecause: 'no answer came late \ufffd',
      interval: null,
    };
    const accuracy = { name: 'accuracy', value: 0.75, undefinedBecause: null, interval: null };
    expect(await models.score(runB)).toEqual({
      ...rest,
      drawdown: null,
      metrics: [accuracy, late],
    });
  },

  async 'gives journals from any record on'({ models }) {
    const page = await models.journal(runA, 6, 5);
    expect(page.records.map(({ record }) => record)).toEqual([6, 7, 8, 9, 10]);
    expect(page.records.map(({ event }) => event)).toEqual(events.slice(5, 10));
    expect(page).toMatchObject({ next: 11, journalHash: hash('e') });
    const rest = await models.journal(runA, 11);
    expect(rest.records.map(({ event }) => event)).toEqual(events.slice(10));
    expect(rest.next).toBeNull();
    expect(await models.journal(runA, 99)).toMatchObject({ records: [], next: null });
    expect(await models.journal(hash('9'))).toEqual({
      records: [],
      next: null,
      journalHash: null,
    });
    await expect(models.journal(runA, 0)).rejects.toMatchObject({ code: 'InvalidInput' });
  },

  async 'gives tapes as asked for and as far as they are, and dead letters'({ models }) {
    const { items, next } = await models.tapes();
    expect(next).toBeNull();
    const request = { dataset: 'aapl-daily', dataHash: hash('d'), speed: 'max' };
    const progress = { facts: 4, isClosed: true, tapeHash: hash('c'), failure: null };
    expect(items).toMatchObject([{ tape, ...progress, request, isPaused: true, speed: 60 }]);
    expect(items[0]?.header?.calendar).toBe('XNYS');
    expect(await models.tape(tape)).toEqual(items[0]);
    expect(await models.tape('none')).toBeUndefined();
    const [document] = (await models.documents(tape)).items;
    expect(document).toEqual({ tape, hash: hash('7'), chars: 12, firstSeq: 4 });
    const { items: letters } = await models.deadLetters();
    expect(letters).toMatchObject([{ topic: 'agent.decisions', partition: 4, offset: 1207 }]);
  },

  async 'cuts every list into pages that together are the list'({ models }) {
    for (const read of Object.values(listsOf(models))) {
      const { items } = await read({});
      expect(await allPages(read, 1)).toEqual(items);
      expect(await allPages(read, 2)).toEqual(items);
    }
  },

  async 'gives cursors that are as the pattern of their list says, and takes every such text'({
    models,
  }) {
    const texts = {
      numbers: '0:0:0',
      letters: "' OR 1=1",
      colons: 'a:b:c',
      other: '\u{1f4c8}\n%00',
    };
    for (const [name, read] of Object.entries(listsOf(models))) {
      const pattern = cursorPatterns[name as ListName];
      const { next } = await read({ limit: 1 });
      if (next !== null) expect(next, name).toMatch(pattern);
      const [prefix = ''] = pattern.source.slice(1).split(':', 1);
      const tried = ['0', '8999999999999999', ...Object.values(texts)].map((t) => `${prefix}:${t}`);
      for (const after of tried) {
        if (pattern.test(after)) expect(await read({ after }), after).toHaveProperty('items');
        else await expect(read({ after }), after).rejects.toMatchObject({ code: 'InvalidInput' });
      }
    }
  },

  async 'misses nothing that is added while pages are read'({ models }) {
    const first = await models.equity(runB, { limit: 1 });
    const [, rest] = eventMessages(runB, [9, 100]);
    const offset = (await models.checkpoints()).find(({ topic }) => topic === 'portfolio.events');
    await models.project(batchOf('portfolio.events', [rest as never], offset?.offset));
    const second = await models.equity(runB, { after: first.next as string });
    expect(second.items.map(({ record }) => record)).toEqual([9, 15]);
  },

  async 'refuses what is no page of the list'({ models }) {
    const pages = {
      'a foreign cursor': { after: 'x' },
      'a cursor of another list': { after: 'fills:3' },
      'a cursor of another kind': { after: 'equity:three' },
      'a cursor with one part too many': { after: 'equity:3:3' },
      'a number that no double holds': { after: 'equity:9007199254740993' },
      'SQL in a cursor': { after: 'equity:3 OR 1=1' },
      'an empty page': { limit: 0 },
      'a page too long': { limit: 1001 },
      'half a page': { limit: 1.5 },
    };
    for (const [what, page] of Object.entries(pages)) {
      const reading = models.equity(runA, page);
      await expect(reading, what).rejects.toMatchObject({ code: 'InvalidInput' });
    }
  },

  async 'shows whole transactions only'({ models }) {
    const batch = batchOf('portfolio.events', eventMessages(runC, [1]), 100);
    const projecting = models.project(batch);
    const seen = new Set<number>();
    let isDone = false;
    void projecting.then(() => (isDone = true));
    while (!isDone) {
      seen.add((await models.equity(runC)).items.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
    seen.add((await models.equity(runC)).items.length);
    expect([...seen].sort()).toEqual(seen.has(0) ? [0, 3] : [3]);
  },

  async 'keeps tokens by their hash until they are revoked'({ models }) {
    const token = { name: 'admin', hash: hash('f'), scopes: ['read', 'control'], expires: 17 };
    await models.addToken(token);
    await models.addToken({ ...token, name: 'other', hash: hash('1'), expires: null });
    expect(await models.tokenByHash(hash('f'))).toEqual(token);
    expect(await models.tokenByHash(hash('2'))).toBeUndefined();
    for (const taken of [
      { ...token, hash: hash('3') },
      { ...token, name: 'third' },
    ]) {
      const refused = await models.addToken(taken).catch((error: unknown) => error);
      expect(isFailure(refused, 'Conflict')).toBe(true);
    }
    expect((await models.tokens()).items.map(({ name }) => name)).toEqual(['admin', 'other']);
    expect(await models.revokeToken('admin')).toBe(true);
    expect(await models.revokeToken('admin')).toBe(false);
    expect(await models.tokenByHash(hash('f'))).toBeUndefined();
  },

  async 'keeps what was done, in order'({ models }) {
    const entry = { at: 5, who: 'admin', what: 'cancel', outcome: 'done', detail: { run: runA } };
    await models.appendAudit(entry);
    await models.appendAudit({ ...entry, at: 3, what: 'submit' });
    await models.appendAudit(entry);
    const items = await allPages((page) => models.audit(page), 1);
    expect(items.map(({ at, what }) => [at, what])).toEqual([
      [3, 'submit'],
      [5, 'cancel'],
      [5, 'cancel'],
    ]);
    expect(items[2]).toMatchObject(entry);
  },

  async 'says what to run for runs that were submitted only'({ models }) {
    const offset = 50;
    await models.project(batchOf('runs', [runSubmitted(hash('0'), 'new')], offset));
    expect(await models.run(hash('0'))).toMatchObject({ status: 'submitted', tapeFacts: 4 });
  },
};
