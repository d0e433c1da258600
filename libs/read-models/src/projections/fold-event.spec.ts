/** Events as rows: an order filled in parts waits until its last part, and counts all of them. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { events, runA } from '../sample-messages.fixture.js';
import { projections } from '../tables/tables.js';
import { foldEvent } from './fold-event.js';
import { RowChanges } from './row-changes.js';

const accepted = events.find(({ type }) => type === 'OrderAccepted') as JournalEvent;
const whole = events.find(({ type }) => type === 'OrderFilled') as JournalEvent;

describe('an order that is filled in parts', () => {
  it('waits until its last part, and its position grows with each', () => {
    const rows = new RowChanges();
    const part = { ...whole, type: 'OrderPartlyFilled' } as JournalEvent;
    const seen = [accepted, part, part, whole].map((event, at) => {
      foldEvent(runA, at + 1, event, rows);
      const order = rows.get(projections.orders, runA, 1);
      const held = rows.get(projections.positions, runA, 'AAPL')?.shares;
      return [order?.status, order?.fills, order?.endRecord, held];
    });
    expect(seen).toEqual([
      ['waiting', 0, null, undefined],
      ['waiting', 1, null, 10],
      ['waiting', 2, null, 20],
      ['filled', 3, 4, 30],
    ]);
  });
});
