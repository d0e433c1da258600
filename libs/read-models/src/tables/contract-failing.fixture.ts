/**
 * The contract of failure: a failed tape fails its runs, except those already over,
 * and has one end.
 */

import { expect } from 'vitest';
import type { Message } from '#contracts/streams/catalogue';
import type { ContractCases } from './contract-place.fixture.js';
import {
  batchOf,
  eventMessages,
  hash,
  runSubmitted,
  tape as wholeTape,
  version,
} from '../sample-messages.fixture.js';

const tape = 'a-tape-that-fails';
const [finished, running, cancelled, submitted] = ['1', '2', '3', '4'].map(hash) as [
  string,
  string,
  string,
  string,
];

const failure = (reason: string, of = tape, facts = 0): Message => ({
  type: 'TapeFailed',
  version,
  tape: of,
  facts,
  reason,
});
const onTape = (run: string): Message =>
  ({ ...runSubmitted(run, run.slice(0, 4)), tape }) as Message;

export const failingCases: ContractCases = {
  async 'shows runs of a tape that has failed as failed, but for those that were over'({ models }) {
    const runs = [finished, running, cancelled, submitted].map(onTape);
    const cancelling: Message = { type: 'RunCancelled', version, run: cancelled, reason: 'enough' };
    await models.project(batchOf('runs', [...runs, cancelling], 20));
    const journals = [...eventMessages(finished, [100]), ...eventMessages(running, [100], 9)];
    await models.project(batchOf('portfolio.events', journals, 50));
    const counts = { submitted: 1, running: 1, finished: 1, cancelled: 1, failed: 0 };
    expect(await models.runCounts({ tape })).toEqual(counts);

    await models.project(batchOf('market.tape', [failure('line 7')], 30));

    const shown = async (run: string): Promise<unknown> => {
      const state = await models.run(run);
      return [state?.status, state?.failure];
    };
    expect(await shown(finished)).toEqual(['finished', null]);
    expect(await shown(cancelled)).toEqual(['cancelled', null]);
    expect(await shown(running)).toEqual(['failed', 'line 7']);
    expect(await shown(submitted)).toEqual(['failed', 'line 7']);
    const { items } = await models.runs({ tape, status: 'failed' });
    expect(items.map(({ run }) => run)).toEqual([running, submitted]);
    expect(await models.runCounts({ tape })).toEqual({
      ...counts,
      submitted: 0,
      running: 0,
      failed: 2,
    });
  },

  async 'keeps the first end of a tape, and nothing that comes behind it'({ models }) {
    await models.project(batchOf('market.tape', [failure('late', wholeTape, 4)], 30));
    expect(await models.tape(wholeTape)).toMatchObject({ isClosed: true, failure: null });
    const closed: Message = { type: 'TapeClosed', version, tape, facts: 0, hash: hash('c') };
    const ends = [failure('first'), failure('second'), closed];
    await models.project(batchOf('market.tape', ends, 31));
    const state = { isClosed: false, tapeHash: null, failure: 'first', facts: 0, request: null };
    expect(await models.tape(tape)).toMatchObject(state);
    const { items } = await models.tapes();
    expect(items.map(({ tape: id, failure: why }) => [id, why])).toEqual([
      [tape, 'first'],
      [wholeTape, null],
    ]);
  },
};
