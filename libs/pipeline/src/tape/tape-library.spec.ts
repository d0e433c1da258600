/** What a library holds of its tapes: those that runs need, whenever they start to need them. */

import { describe, expect, it } from 'vitest';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { outgoing, type BrokenMessage, type MessageBatch, type StoredMessage } from '#event-log';
import { TapeLibrary } from './tape-library.js';

const [opened, facts, closed] = messageExamples['market.tape'];
if (opened?.type !== 'TapeOpened' || facts?.type !== 'TapeFacts') throw new Error('no examples');
if (closed?.type !== 'TapeClosed') throw new Error('no examples');
const count = facts.facts.count;
/** The example facts of a tape, repeated `times` times; their instants do not matter here. */
const messagesOf = (tape: string, times = 1) => [
  outgoing('market.tape', { ...opened, tape, header: { ...opened.header, id: tape } }),
  ...Array.from({ length: times }, (_, index) =>
    outgoing('market.tape', { ...facts, tape, first: 1 + index * count }),
  ),
];
const endOf = (tape: string) => outgoing('market.tape', { ...closed, tape });

/** A partition, and what reads it. */
class Partition {
  private readonly stored: StoredMessage[] = [];

  constructor(private readonly partition = 0) {}

  append(messages: readonly { key: string; value: string }[]): this {
    for (const { key, value } of messages) {
      const place = { topic: 'market.tape' as const, partition: this.partition };
      const offset = this.stored.length;
      this.stored.push({ ...place, offset, key, value, headers: {}, timestampMs: 0 });
    }
    return this;
  }

  /** The messages at the offsets [from, to). */
  batch(from = 0, to = this.stored.length): MessageBatch {
    const messages = this.stored.slice(from, to);
    const { partition, stored } = this;
    return {
      topic: 'market.tape',
      partition,
      messages,
      nextOffset: Math.min(to, stored.length),
      endOffset: stored.length,
    };
  }
}

const at = (offset: number, partition = 0) => ({ topic: 'market.tape', partition, offset });
const none = { tapes: 0, facts: 0 };

describe('a library of tapes', () => {
  it('holds the facts of the one that a run needs, of fifty that it is shown', () => {
    const library = new TapeLibrary();
    const partition = new Partition();
    const names = Array.from({ length: 50 }, (_, number) => `tape-${number}`);
    for (const name of names) partition.append([...messagesOf(name), endOf(name)]);
    library.need('tape-17', 'run');
    const grown = library.receive(partition.batch());
    expect([...grown]).toEqual(['tape-17']);
    expect(library.facts).toBe(count);
    expect(library.get('tape-17', 'run')?.isWhole).toBe(true);
  });

  it('does not read what no run needs, broken or not', () => {
    const broken: BrokenMessage[] = [];
    const partition = new Partition().append([{ key: 'a', value: 'no JSON' }]);
    new TapeLibrary().receive(partition.batch(), (one) => broken.push(one));
    expect(broken).toEqual([]);
    const library = new TapeLibrary();
    library.need('a', 'run');
    library.receive(partition.batch(), (one) => broken.push(one));
    expect(broken).toMatchObject([{ key: 'a', offset: 0 }]);
  });

  it('rereads a skipped tape from its beginning until both readings meet', () => {
    const library = new TapeLibrary(none);
    const partition = new Partition(3).append([...messagesOf('other'), ...messagesOf('late', 3)]);
    library.receive(partition.batch());
    expect(library.beginAgain()).toEqual([]);
    library.need('late', 'run');
    expect(library.beginAgain()).toEqual([at(2, 3)]);
    library.receive(partition.batch(2, 4), undefined, true);
    expect([library.isReadingAgain, library.facts]).toEqual([true, count]);
    // A redelivered batch does not change where the two will meet.
    library.receive(partition.batch(0, 3));
    library.receive(partition.batch(2, 4), undefined, true);
    expect(library.isReadingAgain).toBe(true);
    // First deliveries are skipped meanwhile: they are read again.
    partition.append([endOf('late')]);
    expect(library.receive(partition.batch(6, 7)).size).toBe(0);
    library.receive(partition.batch(4, 6), undefined, true);
    expect([library.isReadingAgain, library.facts]).toEqual([true, 3 * count]);
    expect(library.receive(partition.batch(6, 7), undefined, true)).toEqual(new Set(['late']));
    expect(library.isReadingAgain).toBe(false);
    expect(library.get('late', 'run')?.closed).toBeDefined();
  });

  it('continues where both readings have met, with nothing left out', () => {
    const library = new TapeLibrary(none);
    const partition = new Partition().append(messagesOf('a', 4));
    library.receive(partition.batch(0, 3));
    library.need('a', 'run');
    library.beginAgain();
    // Rereading is ahead of the other reader: the result is the same.
    library.receive(partition.batch(0, 4), undefined, true);
    expect(library.isReadingAgain).toBe(false);
    expect(library.receive(partition.batch(3, 4)).size).toBe(0);
    expect(library.receive(partition.batch(4, 5))).toEqual(new Set(['a']));
    expect(library.facts).toBe(4 * count);
  });

  it('reads several again at a time, and what is needed meanwhile after them', () => {
    const library = new TapeLibrary(none);
    const one = new Partition().append([...messagesOf('a'), ...messagesOf('b')]);
    const other = new Partition(1).append(messagesOf('c'));
    library.receive(one.batch());
    library.receive(other.batch());
    library.need('b', 'run 1');
    library.need('c', 'run 2');
    expect(library.beginAgain()).toEqual([at(2), at(0, 1)]);
    library.need('a', 'run 3');
    expect(library.beginAgain()).toEqual([]);
    library.receive(one.batch(2), undefined, true);
    library.receive(other.batch(), undefined, true);
    expect(library.beginAgain()).toEqual([at(0)]);
    library.receive(one.batch(), undefined, true);
    expect(library.beginAgain()).toEqual([]);
    const lengthOf = (name: string, run: string) => library.get(name, run)?.length;
    expect(lengthOf('a', 'run 3')).toBe(count);
    expect(lengthOf('b', 'run 1')).toBe(count);
    expect(lengthOf('c', 'run 2')).toBe(count);
  });

  it('rereads a tape although a broken message under its key came first, in another partition', () => {
    const library = new TapeLibrary(none);
    const stray = new Partition(1).append([{ key: 'a', value: 'no JSON' }, ...messagesOf('b')]);
    const own = new Partition().append([...messagesOf('c'), ...messagesOf('a', 2)]);
    library.receive(stray.batch());
    library.receive(own.batch());
    library.need('a', 'run');
    expect(library.beginAgain()).toEqual([at(0, 1), at(2)]);
    library.receive(stray.batch(), undefined, true);
    expect([library.isReadingAgain, library.isCaughtUp('a')]).toEqual([true, true]);
    library.receive(own.batch(2, 4), undefined, true);
    // The partition that was read to its end has grown meanwhile.
    library.receive(stray.append([{ key: 'a', value: 'no JSON' }]).batch(3));
    library.receive(own.batch(4), undefined, true);
    expect(library.isReadingAgain).toBe(true);
    library.receive(stray.batch(3), undefined, true);
    expect([library.isReadingAgain, library.facts]).toEqual([false, 2 * count]);
    library.receive(own.append([endOf('a')]).batch(5));
    expect(library.get('a', 'run')?.closed).toBeDefined();
  });

  it('goes on with a partition when another of the same tape is stopped', () => {
    const library = new TapeLibrary(none);
    const stray = new Partition(1).append([{ key: 'a', value: 'no JSON' }]);
    const own = new Partition().append(messagesOf('a'));
    library.receive(stray.batch());
    library.receive(own.batch());
    library.need('a', 'run');
    library.beginAgain();
    library.receive(own.batch(), undefined, true);
    expect(library.isReadingAgain).toBe(true);
    library.standStill(1);
    expect([library.isReadingAgain, library.facts]).toEqual([false, count]);
  });

  it('does not wait for a stopped partition', () => {
    const library = new TapeLibrary(none);
    const one = new Partition();
    const other = new Partition(1);
    library.receive(one.append(messagesOf('a')).batch());
    library.receive(other.append(messagesOf('b')).batch());
    library.need('a', 'run 1');
    library.beginAgain();
    library.standStill(0);
    library.need('b', 'run 2');
    expect(library.beginAgain()).toEqual([at(0, 1)]);
  });
});

describe('a tape that no run needs any more', () => {
  it('is released with its last run, and read again for the next one', () => {
    const library = new TapeLibrary(none);
    const partition = new Partition().append(messagesOf('a'));
    library.need('a', 'run 1');
    library.need('a', 'run 2');
    library.receive(partition.batch());
    library.release('a', 'run 1');
    library.release('a', 'run 1');
    expect(library.facts).toBe(count);
    library.release('a', 'run 2');
    expect([library.facts, library.get('a', 'run 2')]).toEqual([0, undefined]);
    library.need('a', 'run 3');
    expect(library.beginAgain()).toEqual([at(0)]);
    library.receive(partition.batch(), undefined, true);
    expect(library.facts).toBe(count);
  });

  it('is not read to its end', () => {
    const library = new TapeLibrary();
    const partition = new Partition().append(messagesOf('a', 2));
    library.receive(partition.batch());
    library.need('a', 'run');
    library.beginAgain();
    library.receive(partition.batch(0, 2), undefined, true);
    library.release('a', 'run');
    expect([library.isReadingAgain, library.facts]).toEqual([false, 0]);
    // Needed again at once: reads from the beginning, whatever is still on its way.
    library.need('a', 'run');
    library.receive(partition.batch(2), undefined, true);
    expect(library.facts).toBe(0);
    expect(library.beginAgain()).toEqual([at(0)]);
  });

  it.each([
    ['as many as are kept in spare', { tapes: 2, facts: 1_000 }, ['b', 'c']],
    ['as many facts', { tapes: 4, facts: count }, ['c']],
  ])('stays for a while, %s, and grows', (_, spares, kept) => {
    const library = new TapeLibrary(spares);
    const partition = new Partition();
    for (const name of ['a', 'b', 'c']) {
      library.need(name, 'run');
      library.receive(partition.append(messagesOf(name)).batch());
      library.release(name, 'run');
    }
    expect(library.facts).toBe(kept.length * count);
    for (const name of ['a', 'b', 'c']) library.need(name, 'next');
    const isKept = (name: string): boolean => library.get(name, 'next') !== undefined;
    expect(['a', 'b', 'c'].filter(isKept)).toEqual(kept);
    library.receive(partition.append([endOf('c')]).batch());
    expect(library.get('c', 'next')?.isWhole).toBe(true);
  });
});

describe('a live tape', () => {
  const live = { history: 2, keepsFacts: false };
  /** A run that has read everything so far. */
  const passes = (library: TapeLibrary, run: string, pieces: number): void => {
    const tape = library.get('a', run);
    const cursor = { asOf: tape?.length ?? 0, visible: new Uint32Array(1) };
    tape?.readers.stand(run, { walk: { piece: pieces }, cursor });
  };

  it('keeps what the slowest of its runs has not passed, and its length', () => {
    const library = new TapeLibrary(none);
    const partition = new Partition().append(messagesOf('a', 4));
    library.need('a', 'quick', live);
    library.need('a', 'slow', live);
    library.receive(partition.batch(0, 3));
    passes(library, 'quick', 2);
    passes(library, 'slow', 1);
    library.receive(partition.batch(3, 4));
    expect(library.facts).toBe(2 * count);
    library.release('a', 'slow');
    library.receive(partition.batch(4, 5));
    expect([library.facts, library.get('a', 'quick')?.length]).toEqual([2 * count, 4 * count]);
  });

  it('keeps everything for a run that has not begun, or has an end', () => {
    for (const lookBack of [live, undefined]) {
      const library = new TapeLibrary(none);
      const partition = new Partition().append(messagesOf('a', 3));
      library.need('a', 'quick', live);
      library.need('a', 'other', lookBack);
      library.receive(partition.batch(0, 3));
      passes(library, 'quick', 2);
      if (lookBack === undefined) passes(library, 'other', 2);
      library.receive(partition.batch(3, 4));
      expect(library.facts).toBe(3 * count);
      // All facts are still here: one more run can begin on it.
      library.need('a', 'third', { history: null, keepsFacts: false });
      expect(library.beginAgain()).toEqual([]);
    }
  });

  it('is read again from its start for a run that comes later, and the others continue', () => {
    const library = new TapeLibrary();
    const partition = new Partition().append(messagesOf('a', 3));
    library.need('a', 'first', live);
    library.receive(partition.batch(0, 3));
    passes(library, 'first', 2);
    library.receive(partition.batch(3, 4));
    library.need('a', 'late', live);
    expect([library.get('a', 'late'), library.beginAgain()]).toEqual([undefined, [at(0)]]);
    library.receive(partition.batch(0, 2), undefined, true);
    const lengthOf = (run: string) => library.get('a', run)?.length;
    expect([lengthOf('first'), lengthOf('late')]).toEqual([3 * count, count]);
    library.receive(partition.batch(2), undefined, true);
    library.receive(partition.append([endOf('a')]).batch(4));
    expect(library.get('a', 'first')?.closed).toBeDefined();
    expect([lengthOf('late'), library.get('a', 'late')?.closed]).toEqual([
      3 * count,
      library.get('a', 'first')?.closed,
    ]);
    // A trimmed copy serves no other run; an untrimmed one may.
    library.release('a', 'first');
    expect(library.facts).toBe(3 * count);
    library.release('a', 'late');
    library.need('a', 'next', live);
    expect(library.get('a', 'next')).toBeDefined();
  });
});
