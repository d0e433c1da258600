/**
 * Requirements on the topic layout: which topics are co-partitioned, and which retain
 * messages permanently.
 */

import { describe, expect, it } from 'vitest';
import { messageSchemas } from './catalogue.js';
import { topicNames, topics } from './topics.js';

describe('topics', () => {
  it('are each described under their own name, and have messages', () => {
    expect(Object.keys(topics)).toEqual([...topicNames]);
    for (const name of topicNames) {
      expect(topics[name].doc).toMatch(/^[A-Z].*\.$/);
      expect(Object.keys(messageSchemas[name]).length).toBeGreaterThan(0);
    }
  });

  it('by run have the run as key, and lie alongside each other', () => {
    const byRun = topicNames.filter((name) => topics[name].partitioned === 'by run');
    expect(byRun).toEqual(['runs', 'agent.calls', 'agent.decisions', 'portfolio.events', 'scores']);
    expect(byRun.map((name) => topics[name].key)).toEqual(Array(5).fill('run'));
  });

  it('by tape have the tape as key', () => {
    const byTape = topicNames.filter((name) => topics[name].partitioned === 'by tape');
    expect(byTape).toEqual(['tapes', 'clock.commands', 'market.raw', 'market.tape']);
    expect(byTape.map((name) => topics[name].key)).toEqual(Array(4).fill('tape'));
  });

  it('of streams are never compacted: every message of theirs counts', () => {
    const compacted = topicNames.filter((name) => topics[name].compacted);
    expect(compacted).toEqual(['tapes']);
  });
});
