/** Work over a window has a market; other work has none. */

import { expect, it } from 'vitest';
import { marketOf } from './index.js';

it('has a market where it trades', () => {
  expect(marketOf({ workflow: 'trading' }).submitsAll).not.toBe(
    marketOf({ workflow: 'hedging' }).submitsAll,
  );
  expect(() => marketOf({ workflow: 'retrieval' as 'trading' })).toThrow(
    'work over a window trades',
  );
});
