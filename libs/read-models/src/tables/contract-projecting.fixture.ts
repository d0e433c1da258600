/**
 * The contract of projecting: the rows of messages; redelivery and broken messages change nothing.
 */

import { expect } from 'vitest';
import type { DecisionEvent } from '#contracts';
import type { Message } from '#contracts/streams/catalogue';
import type { BrokenMessage } from '#event-log';
import type { ContractCases } from './contract-place.fixture.js';
import type { DecisionRow } from '../entities/decision-rows.js';
import type { PageOf } from './page.js';
import type { ReadModels } from './read-models.js';
import {
  batchOf,
  decisionOf,
  eventMessages,
  events,
  hash,
  markTaken,
  runA,
  runB,
  runC,
  runSubmitted,
  sampleBatches,
  scenarioSubmitted,
  submission,
  version,
} from '../sample-messages.fixture.js';
import { projections, type ProjectedTable } from './tables.js';

const nothing = { kind: 'target' as const, positions: [] };
const stretch = (since: number, asOf: number, count: number): DecisionEvent => ({
  type: 'DecisionsUnchanged',
  asOf,
  time: asOf * 1000,
  decision: nothing,
  count,
  since,
});

const waitAt = (watermark: number) => ({
  reason: 'agent' as const,
  since: 1_000_000,
  detail: 'agent a was asked',
  watermark,
});

async function rowsOf(models: ReadModels, table: ProjectedTable): Promise<object[]> {
  const rows: object[] = [];
  for await (const portion of models.rowsOf(table)) rows.push(...portion);
  return rows;
}

export const projectingCases: ContractCases = {
  async 'makes tables that are just as the entities say'({ place }) {
    expect(await place.schemaDifferences()).toEqual([]);
  },

  async 'refuses a database that another version migrated'({ place, models }) {
    await models.close();
    await place.makeForeign();
    await expect(place.open()).rejects.toMatchObject({
      code: 'InvalidInput',
      message: expect.stringMatching(
        /^the database was migrated by another version; expected an empty database; .*; found the table \S+$/,
      ),
    });
  },

  async 'keeps what a run waits for until a later watermark, in whatever order it came'({
    models,
  }) {
    const message = (watermark: number, noted?: number): Message => ({
      type: 'Decisions',
      version: 1,
      run: runC,
      first: 1,
      decisions: [],
      watermark,
      ...(noted === undefined ? {} : { wait: waitAt(noted) }),
    });
    let offset = 0;
    const waitAfter = async (...messages: Message[]): Promise<unknown> => {
      await models.project(batchOf('agent.decisions', messages, offset));
      offset += messages.length;
      return (await models.run(runC))?.wait;
    };
    await models.project(batchOf('runs', [runSubmitted(runC, 'third')]));
    expect(await waitAfter(message(100))).toBeNull();
    expect(await waitAfter(message(0, 100))).toEqual(waitAt(100));
    expect(await waitAfter(message(100))).toEqual(waitAt(100));
    expect(await waitAfter(message(101))).toBeNull();
    expect(await waitAfter(message(0, 100))).toBeNull();
    expect(await waitAfter(message(0, 105), message(105))).toEqual(waitAt(105));
    expect(await waitAfter(message(0, 104))).toEqual(waitAt(105));
    expect(await waitAfter(message(106))).toBeNull();
  },

  async 'gives a stretch as one decision with as many numbers, in whatever parts it came'({
    models,
    another,
  }) {
    const message = (first: number, watermark: number, ...sent: DecisionEvent[]): Message => ({
      type: 'Decisions',
      version: 1,
      run: runA,
      first,
      decisions: sent,
      watermark,
    });
    const whole = message(1, 25, decisionOf(2), stretch(3, 20, 6), decisionOf(22));
    await models.project(batchOf('agent.decisions', [whole]));
    const shown = ({ items }: PageOf<DecisionRow>): unknown[] =>
      items.map(({ number, count, since, asOf }) => [number, count, since, asOf]);
    const stored = await models.decisions(runA);
    expect(shown(stored)).toEqual([
      [1, 1, 2, 2],
      [2, 6, 3, 20],
      [8, 1, 22, 22],
    ]);
    expect(stored.items[1]).toMatchObject({ type: 'DecisionsUnchanged', decision: nothing });
    for (const limit of [1, 2, 3]) {
      const pages: unknown[] = [];
      for (let after: string | null = null; ;) {
        const page = await models.decisions(runA, { limit, ...(after && { after }) });
        pages.push(...shown(page));
        after = page.next;
        if (after === null) break;
      }
      expect(pages).toEqual(shown(stored));
    }

    const other = await (await another()).open();
    const parts = [
      message(1, 9, decisionOf(2), stretch(3, 9, 2)),
      // Another worker's version of the same decisions: the first two of the stretch are
      // there already.
      message(2, 20, stretch(3, 20, 6)),
      message(7, 25, stretch(19, 20, 1), decisionOf(22)),
    ];
    for (const [index, part] of parts.entries()) {
      await other.project(batchOf('agent.decisions', [part], index));
    }
    expect(shown(await other.decisions(runA))).toEqual([
      [1, 1, 2, 2],
      [2, 2, 3, 9],
      [4, 4, 10, 20],
      [8, 1, 22, 22],
    ]);
    const tables = ['decision_parts', 'decision_progress'];
    const compared = (await models.compare(other)).filter(({ table }) => tables.includes(table));
    expect(compared.map(({ difference, rows }) => [difference, rows])).toEqual([
      [null, 8],
      [null, 1],
    ]);
  },

  async 'keeps the runs of a submission that it read first'({ models }) {
    const first = scenarioSubmitted(submission, [runA, runB]);
    await models.project(batchOf('runs', [first, scenarioSubmitted(submission, [runC])]));
    await models.project(batchOf('runs', [scenarioSubmitted(submission, [runC])], 2));
    const runs = await rowsOf(models, projections.submissionRuns);
    expect(runs).toMatchObject([{ run: runA }, { run: runB }]);
  },

  async 'remembers how far it is, in the rows’ own transaction'({ models }) {
    expect(await models.checkpoints()).toEqual([]);
    await models.project(batchOf('runs', [runSubmitted(runA, 'first')], 41));
    expect(await models.checkpoints()).toEqual([{ topic: 'runs', partition: 0, offset: 42 }]);
  },

  async 'skips what it has, delivered again, overlapping, or after a restart'({ models, another }) {
    for (const batch of sampleBatches()) await models.project(batch);
    const other = await another();
    const restarted = await other.open();
    for (const batch of sampleBatches([3, 2])) {
      for (const [index, message] of batch.messages.entries()) {
        const from = Math.max(0, index - 2);
        const messages = batch.messages.slice(from, index + 1);
        await restarted.project({ ...batch, messages, nextOffset: index + 1 });
        expect(message.offset).toBe(index);
      }
    }
    await restarted.close();
    const again = await other.open();
    for (const batch of sampleBatches([3, 2])) await again.project(batch);
    const comparisons = await again.compare(models);
    expect(comparisons.filter(({ difference }) => difference !== null)).toEqual([]);
    expect(comparisons.every(({ rows, otherRows }) => rows === otherRows)).toBe(true);
    expect(comparisons.filter(({ rows }) => rows === 0)).toEqual([]);
  },

  async 'skips records that a run has already, and keeps those behind them'({ models }) {
    const [whole] = eventMessages(runB, [100], 9);
    const [, second] = eventMessages(runB, [4, 100], 12);
    await models.project(batchOf('portfolio.events', [whole as never, second as never]));
    const { records, next } = await models.journal(runB);
    expect(records.map(({ event }) => event)).toEqual(events.slice(0, 12));
    expect(next).toBeNull();
    expect((await models.fills(runB)).items).toHaveLength(1);
  },

  async 'never goes back: not its checkpoint, not a watermark, and reports nothing again'({
    models,
  }) {
    const message = (first: number, asOf: number): string =>
      JSON.stringify({
        type: 'Decisions',
        version: 1,
        run: runA,
        first,
        watermark: asOf,
        decisions: [decisionOf(asOf)],
      });
    const batch = batchOf('agent.decisions', [message(1, 3), '{', message(2, 7), message(1, 3)]);
    const broken: BrokenMessage[] = [];
    const report = async (found: readonly BrokenMessage[]): Promise<void> => {
      broken.push(...found);
    };
    await models.project(batch, report);
    const messages = batch.messages.slice(0, 2);
    const nextOffset = messages.at(-1)!.offset + 1;
    await models.project({ ...batch, messages, nextOffset }, report);
    expect(await models.checkpoints()).toMatchObject([{ offset: 4 }]);
    expect(broken).toHaveLength(1);
    await models.project(batchOf('runs', [runSubmitted(runA, 'first')]));
    expect(await models.run(runA)).toMatchObject({ decisions: 2, watermark: 7 });
  },

  async 'stops where records are missing, and says which of which run'({ models }) {
    const [first, , third] = eventMessages(runB, [4]);
    const batch = batchOf('portfolio.events', [first as never, third as never]);
    await expect(models.project(batch)).rejects.toMatchObject({
      code: 'Invariant',
      where: `records of run ${runB}`,
      expected: 'number 5 or one before it',
      found: '9: 5 to 8 are missing',
    });
    expect(await models.checkpoints()).toEqual([]);
    expect((await models.journal(runB)).records).toEqual([]);
  },

  async 'stops where decisions are missing'({ models }) {
    const message = { type: 'Decisions', version: 1, run: runA, first: 3 } as const;
    const decisions = { ...message, decisions: [decisionOf(3)], watermark: 3 };
    await expect(
      models.project(batchOf('agent.decisions', [decisions as never])),
    ).rejects.toMatchObject({ code: 'Invariant', where: `decisions of run ${runA}` });
  },

  async 'marks such a run as failed instead, if configured, and continues with the others'({
    place,
    models,
  }) {
    await models.close();
    const lenient = await place.open({ onGap: 'fail' });
    const [first, , third, fourth] = eventMessages(runB, [4]);
    const [whole] = eventMessages(runA, [100]);
    await lenient.project(batchOf('runs', [runSubmitted(runA, 'a'), runSubmitted(runB, 'b')]));
    const messages = [first, third, fourth, whole] as never[];
    await lenient.project(batchOf('portfolio.events', messages));
    const failure = `records of run ${runB}: 5 to 8 are missing`;
    expect(await lenient.run(runB)).toMatchObject({ status: 'failed', failure, records: 4 });
    expect(await lenient.run(runA)).toMatchObject({ status: 'finished', failure: null });
  },

  async 'reports broken messages, continues after them, and stores nothing of them'({ models }) {
    const broken: BrokenMessage[] = [];
    const report = async (found: readonly BrokenMessage[]): Promise<void> => {
      broken.push(...found);
    };
    const hostile = [
      '{',
      JSON.stringify({ type: 'Nonsense', version }),
      JSON.stringify({
        type: 'AnswerRefused',
        version,
        run: 'x'.repeat(600),
        agent: '',
        asOf: 1,
      }),
      JSON.stringify({
        type: 'AnswerRefused',
        version,
        run: 'x\u0000',
        agent: '',
        asOf: 1,
        reason: '',
      }),
      JSON.stringify({
        type: 'AnswerRefused',
        version,
        run: 'y'.repeat(600),
        agent: '',
        asOf: 1,
        reason: '',
      }),
    ];
    const fine = { type: 'AnswerRefused', version, run: runC, agent: 'z', asOf: 1 } as const;
    const batch = batchOf('agent.decisions', [...hostile, { ...fine, reason: 'a\u0000b' }]);
    await models.project(batch, report);
    expect(broken.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4]);
    expect(broken[4]?.reason).toContain('refusals.run');
    const [refusal] = (await models.refusals(runC)).items;
    expect(refusal).toMatchObject({ agent: 'z', reason: 'a\ufffdb' });
    expect(await models.checkpoints()).toMatchObject([{ offset: 6 }]);
  },

  async 'stops at a broken message without a handler'({ models }) {
    const batch = batchOf('runs', [runSubmitted(runA, 'first'), '{']);
    await expect(models.project(batch)).rejects.toMatchObject({ code: 'InvalidInput' });
    expect(await models.run(runA)).toBeUndefined();
    expect(await models.checkpoints()).toEqual([]);
  },

  async 'undoes the transaction when the report of a broken message fails'({ models }) {
    const batch = batchOf('runs', [runSubmitted(runA, 'first'), '{']);
    const report = (): Promise<void> => Promise.reject(new Error('no dead letters today'));
    await expect(models.project(batch, report)).rejects.toThrow('no dead letters today');
    expect(await models.run(runA)).toBeUndefined();
  },

  async 'projects many partitions at once'({ models }) {
    const marks = (run: string): never =>
      ({
        type: 'Events',
        version: 1,
        run,
        first: 1,
        hash: null,
        events: Array.from({ length: 1500 }, (_, index) => markTaken(index, index)),
      }) as never;
    const batches = ['1', '2', '3', '4'].map((digit, partition) => {
      const batch = batchOf('portfolio.events', [marks(hash(digit))]);
      const messages = batch.messages.map((message) => ({ ...message, partition }));
      return { ...batch, partition, messages };
    });
    await Promise.all(batches.map((batch) => models.project(batch)));
    expect(await models.checkpoints()).toHaveLength(4);
    expect((await models.equity(hash('4'), { limit: 1000 })).items).toHaveLength(1000);
  },
};
