/** Events with which shares change hands: the last fill of an order, and the parts before it. */

import type { JournalEvent } from './journal-events.js';

export type FillEvent = Extract<JournalEvent, { type: 'OrderFilled' | 'OrderPartlyFilled' }>;

export const isFill = (event: JournalEvent): event is FillEvent =>
  event.type === 'OrderFilled' || event.type === 'OrderPartlyFilled';
