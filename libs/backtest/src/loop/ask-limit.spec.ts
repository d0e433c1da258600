/** Asks wait for their turn, and give up their place once they are abandoned. */

import { describe, expect, it } from 'vitest';
import { AskLimit } from './ask-limit.js';

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((settle) => void setImmediate(settle));

/** Asks that settle on command, and the names of those that were started. */
function heldAsks() {
  const started: string[] = [];
  const held = new Map<string, PromiseWithResolvers<string>>();
  const ask = (name: string) => () => {
    started.push(name);
    const promise = Promise.withResolvers<string>();
    held.set(name, promise);
    return promise.promise;
  };
  return { started, ask, held };
}

describe('a limit of asks', () => {
  it('starts as many as may be under way, and the next when one has settled, in order', async () => {
    const limit = new AskLimit(2);
    const { started, ask, held } = heldAsks();
    const asked = ['a', 'b', 'c', 'd'].map((name) => limit.run(ask(name), never));
    await turn();
    expect([started, limit.load]).toEqual([['a', 'b'], { underWay: 2, waiting: 2 }]);
    held.get('b')?.resolve('B');
    expect(await asked[1]).toBe('B');
    await turn();
    expect(started).toEqual(['a', 'b', 'c']);
    held.get('a')?.reject(new Error('no'));
    await expect(asked[0]).rejects.toThrow('no');
    await turn();
    expect([started, limit.load]).toEqual([['a', 'b', 'c', 'd'], { underWay: 2, waiting: 0 }]);
  });

  it('frees the slot of an ask that no caller waits for any more', async () => {
    const limit = new AskLimit(1);
    const { started, ask } = heldAsks();
    const first = new AbortController();
    const second = new AbortController();
    void limit.run(ask('a'), first.signal);
    void limit.run(ask('b'), second.signal);
    void limit.run(ask('c'), never);
    await turn();
    second.abort();
    first.abort();
    await turn();
    expect([started, limit.load]).toEqual([['a', 'c'], { underWay: 1, waiting: 0 }]);
  });

  it('starts none of many that are given up at once', async () => {
    const limit = new AskLimit(1);
    const { started, ask } = heldAsks();
    const all = ['a', 'b', 'c'].map((name) => {
      const controller = new AbortController();
      void limit.run(ask(name), controller.signal);
      return controller;
    });
    await turn();
    for (const controller of all) controller.abort();
    await turn();
    expect([started, limit.load]).toEqual([['a'], { underWay: 0, waiting: 0 }]);
  });

  it('counts one that was under way before', async () => {
    const limit = new AskLimit(1);
    const { started, ask, held } = heldAsks();
    const before = Promise.withResolvers<string>();
    void limit.hold(before.promise, never);
    void limit.run(ask('a'), never);
    await turn();
    expect(started).toEqual([]);
    before.resolve('done');
    await turn();
    expect([started, held.size]).toEqual([['a'], 1]);
  });

  it('has room for at least one', () => {
    expect(() => new AskLimit(0)).toThrow(expect.objectContaining({ code: 'Invariant' }));
  });
});
