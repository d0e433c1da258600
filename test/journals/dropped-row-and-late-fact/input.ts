/** A row that was dropped on request, and a feed that delivers one item behind the tape. */

import type { FactPayload } from '#contracts';
import type { GoldenInput } from '../golden-input.js';

const item = (id: string): FactPayload => ({
  kind: 'news',
  id,
  symbols: ['AAA'],
  publishedAt: 0,
  title: `Item ${id}`,
  summary: '',
  source: 'wire',
  url: '',
  body: null,
});

export const input: GoldenInput = {
  symbols: ['AAA'],
  capital: 1000,
  execution: 'close',
  agent: { id: 'hold', kind: 'buy-and-hold' },
  sessions: [
    { date: '2025-03-03', bars: { AAA: [99, 101, 98, 100] } },
    { date: '2025-03-04', bars: {} },
    { date: '2025-03-05', bars: { AAA: [101, 103, 100, 102] } },
  ],
  facts: [
    {
      at: '2025-03-04T21:00:00Z',
      fact: {
        kind: 'rowDropped',
        file: 'prices/AAA.csv',
        line: 3,
        reason: 'high is below low',
      },
    },
  ],
  feed: [
    { at: '2025-03-03T15:00:00Z', fact: item('first') },
    { at: '2025-03-04T16:00:00Z', fact: item('second') },
    { at: '2025-03-03T16:00:00Z', fact: item('behind the tape') },
    { at: '2025-03-05T15:00:00Z', fact: item('last') },
  ],
};
