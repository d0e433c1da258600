/**
 * Where a successor resumes: no message of unfinished work is skipped, and little else
 * is read again.
 */

import { describe, expect, it } from 'vitest';
import { PartitionProgress } from './partition-progress.js';

const topics = ['runs', 'agent.decisions'] as const;

function progressOf(unread: Partial<Record<(typeof topics)[number], number>> = {}) {
  const ends = Object.entries(unread) as [(typeof topics)[number], number][];
  return new PartitionProgress(topics, 'runs', new Map(ends));
}

function offsets(progress: PartitionProgress): Record<string, number> {
  return Object.fromEntries(progress.restartAt(0).map(({ topic, offset }) => [topic, offset]));
}

describe('a successor', () => {
  it('starts at the end if no run is unfinished', () => {
    const progress = progressOf();
    progress.note('runs', 'a', 3);
    progress.note('agent.decisions', 'a', 50);
    progress.end('a');
    expect(offsets(progress)).toEqual({ runs: 4, 'agent.decisions': 51 });
  });

  it('reads from the first message of the first unfinished work', () => {
    const progress = progressOf();
    progress.note('runs', 'a', 3);
    progress.note('runs', 'b', 5);
    progress.note('agent.decisions', 'b', 40);
    progress.note('agent.decisions', 'a', 50);
    progress.note('agent.decisions', 'b', 60);
    progress.end('b');
    // b has ended, but its plan would be read again, so everything of it would be.
    expect(offsets(progress)).toEqual({ runs: 3, 'agent.decisions': 40 });
    progress.end('a');
    expect(offsets(progress)).toEqual({ runs: 6, 'agent.decisions': 61 });
  });

  it('does not wait for what began and ended before the partition was opened', () => {
    const progress = progressOf({ runs: 5, 'agent.decisions': 70 });
    progress.note('agent.decisions', 'old', 60);
    expect(progress.isOfThePast('old')).toBe(false);
    progress.note('runs', 'a', 4);
    expect(progress.isOfThePast('old')).toBe(true);
    progress.end('old');
    expect(offsets(progress)).toEqual({ runs: 4, 'agent.decisions': 61 });
  });

  it('waits for the plan of work that began after the partition was opened', () => {
    const progress = progressOf({ runs: 5, 'agent.decisions': 70 });
    progress.note('runs', 'a', 4);
    progress.note('agent.decisions', 'new', 70);
    expect(progress.isOfThePast('new')).toBe(false);
    progress.end('a');
    expect(offsets(progress)).toEqual({ runs: 5, 'agent.decisions': 70 });
  });

  it('reads the end of work again whose beginning it will read again', () => {
    const progress = progressOf({ runs: 8, 'agent.decisions': 61 });
    progress.note('agent.decisions', 'b', 60);
    progress.end('b');
    progress.note('runs', 'a', 3);
    // Where b began is not known yet: it may be after a.
    expect(offsets(progress)).toEqual({ runs: 3, 'agent.decisions': 60 });
    progress.note('runs', 'b', 5);
    expect(offsets(progress)).toEqual({ runs: 3, 'agent.decisions': 60 });
    progress.note('runs', 'c', 7);
    progress.end('c');
    progress.end('a');
    expect(offsets(progress)).toEqual({ runs: 8, 'agent.decisions': 61 });
  });

  it('does not read the end of work again whose beginning is before everything that it reads', () => {
    const progress = progressOf({ runs: 8, 'agent.decisions': 61 });
    progress.note('agent.decisions', 'b', 60);
    progress.end('b');
    progress.note('runs', 'a', 7);
    expect(offsets(progress)).toEqual({ runs: 7, 'agent.decisions': 61 });
  });

  it('does not wait for unreadable messages', () => {
    const progress = progressOf();
    progress.note('runs', 'stranger', 3);
    progress.noteBroken('stranger');
    progress.note('runs', 'a', 4);
    progress.note('agent.decisions', 'a', 10);
    progress.note('agent.decisions', 'a', 11);
    progress.noteBroken('a');
    expect(offsets(progress)).toEqual({ runs: 4, 'agent.decisions': 10 });
    progress.end('a');
    expect(offsets(progress)).toEqual({ runs: 5, 'agent.decisions': 12 });
  });

  it('reads ended work again before which something is unfinished, though a part of it was broken', () => {
    const progress = progressOf();
    progress.note('runs', 'a', 3);
    progress.note('runs', 'b', 4);
    progress.note('agent.decisions', 'b', 7);
    progress.end('b');
    progress.noteBroken('b');
    progress.noteBroken('b');
    expect(offsets(progress)).toEqual({ runs: 3, 'agent.decisions': 7 });
  });
});
