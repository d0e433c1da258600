/** Which runs make a result: those that finished, once the others are over. */

import { describe, expect, it } from 'vitest';
import { endedRuns, requireOwnRuns } from './download-result.js';
import { fakeGateway } from './fake-gateway.fixture.js';
import type { Run } from './gateway-answers.js';
import { clusterRun, submission } from './run.fixture.js';

describe('endedRuns', () => {
  const finished = clusterRun('1', 'hold-WAVE', { status: 'finished', isScored: true });
  const cancelled = clusterRun('2', 'coin-WAVE', { status: 'cancelled', cancelReason: 'a test' });
  const failed = clusterRun('3', 'cross-WAVE', { status: 'failed', failure: 'no disk' });
  const ended = async (items: readonly Run[]): ReturnType<typeof endedRuns> => {
    const { client } = await fakeGateway(() => [200, { items, next: null }]);
    return endedRuns(client, { submission, runs: items.map(({ run }) => run) });
  };

  it('gives what finished, and names what did not with its reason', async () => {
    const missing = { agent: 'hold', symbol: 'WAVE', repeat: 0 };
    expect(await ended([failed, finished, cancelled])).toEqual({
      runs: [finished],
      missing: [
        { run: 'cross-WAVE', ...missing, status: 'failed', reason: 'no disk' },
        { run: 'coin-WAVE', ...missing, status: 'cancelled', reason: 'a test' },
      ],
    });
    expect(await ended([finished])).toEqual({ runs: [finished], missing: [] });
  });

  it('is a conflict if no run finished, and not available yet while one is still running', async () => {
    await expect(ended([cancelled, failed])).rejects.toMatchObject({
      code: 'Conflict',
      message: expect.stringMatching(/no run finished; .* found 1 cancelled, 1 failed$/),
    });
    for (const run of [clusterRun('4', 'w'), { ...finished, isScored: false }]) {
      await expect(ended([cancelled, run])).rejects.toMatchObject({ code: 'Unavailable' });
    }
  });
});

describe('requireOwnRuns', () => {
  const runs = [
    { label: 'hold-WAVE', journalHash: 'a1' },
    { label: 'coin-WAVE', journalHash: 'b2' },
  ];
  const refused = (...found: { run: string; journalHash: string }[]) => {
    try {
      requireOwnRuns({ runs: found }, runs, 'result.json');
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('refuses a received result of other runs than those whose journals were checked', () => {
    const hold = { run: 'hold-WAVE', journalHash: 'a1' };
    const coin = { run: 'coin-WAVE', journalHash: 'b2' };
    expect(refused(coin, hold)).toBeNull();
    expect(refused(hold)).toBe('CorruptJournal');
    expect(refused(hold, { ...coin, journalHash: 'c3' })).toBe('CorruptJournal');
    expect(refused(hold, coin, { ...coin, run: 'more-WAVE' })).toBe('CorruptJournal');
  });
});
