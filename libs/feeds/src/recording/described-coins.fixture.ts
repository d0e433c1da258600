/** A description for tests: two coins around the clock, plus what a test overrides. */

import { feedDescriptionSchema, type FeedDescription } from '../port/feed-description.js';

export const describedCoins = (members: object = {}): FeedDescription =>
  feedDescriptionSchema.parse({
    name: 'coins',
    calendar: '24/7',
    currency: 'USD',
    symbols: ['AAA', 'BBB'],
    feed: { kind: 'coinbase' },
    ...members,
  });
