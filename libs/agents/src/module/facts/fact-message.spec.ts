/** A message holds the released rows and not one byte of those after them. */

import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { factKinds, FactColumns, noInstrument } from '#contracts';
import { documentsOf, factMessage, factsOf } from './fact-message.js';

function batch(): FactColumns {
  const facts = new FactColumns(8);
  for (const close of [10, 11, 12]) {
    const row = facts.count++;
    facts.kind[row] = factKinds.bar;
    facts.knowledgeTime[row] = close * 1000;
    facts.close[row] = close;
  }
  facts.pushFact({
    kind: factKinds.sessionOpen,
    instrument: noInstrument,
    knowledgeTime: 13_000,
    eventTime: 13_000,
    payload: { kind: 'sessionOpen', session: 20_000 },
  });
  return facts;
}

describe('a message of facts', () => {
  it('gives the same rows again', () => {
    const read = factsOf(factMessage(batch(), 1, 4));
    expect([...read.close.slice(0, 3)]).toEqual([11, 12, NaN]);
    expect([...read.knowledgeTime]).toEqual([11_000, 12_000, 13_000]);
    expect(read.payload[2]).toEqual({ kind: 'sessionOpen', session: 20_000 });
    expect([read.count, read.capacity]).toEqual([3, 3]);
  });

  it('carries no byte of a later row', () => {
    const canary = 987_654.25;
    const facts = batch();
    facts.close[2] = canary;
    const bytes = Buffer.from(new Float64Array([canary]).buffer);
    expect(serialize(factMessage(facts, 0, 2)).includes(bytes)).toBe(false);
    expect(serialize(factMessage(facts, 0, 3)).includes(bytes)).toBe(true);
  });

  it('of columns with other lengths is refused', () => {
    expect(() => factsOf({ ...factMessage(batch()), count: 2 })).toThrow(/columns of a message/);
  });
});

describe('documents that a fact refers to', () => {
  it('are the body of a news item and the sections of a filing', () => {
    const document = (sha256: string) => ({ sha256, chars: 1 });
    const filing = {
      kind: 'filing',
      symbol: 'A',
      form: '10-K',
      filedDate: 1,
      acceptedAt: null,
    } as const;
    const sections = ['a', 'b'].map((name) => ({ name, document: document(name) }));
    expect(documentsOf({ ...filing, periodEnd: null, accession: null, sections })).toEqual([
      'a',
      'b',
    ]);
    const news = (body: { sha256: string; chars: number } | null) =>
      documentsOf({
        kind: 'news',
        id: '',
        symbols: [],
        publishedAt: 1,
        title: '',
        summary: '',
        source: '',
        url: '',
        body,
      });
    expect(news(document('c'))).toEqual(['c']);
    expect(news(null)).toEqual([]);
    expect(documentsOf({ kind: 'sessionOpen', session: 1 })).toEqual([]);
  });

  it('are none of a task: its inputs go with the question', () => {
    const inputs = [{ name: 'filing', document: { sha256: 'd', chars: 1 } }];
    expect(documentsOf({ kind: 'task', id: 't', instruction: 'Do it.', inputs })).toEqual([]);
  });
});
