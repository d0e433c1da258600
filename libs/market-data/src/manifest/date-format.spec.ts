/** Times with the name of their zone, as the API of Interactive Brokers and others write them. */

import { expect, it } from 'vitest';
import { dateFormat } from './date-format.js';

it.each([
  ['20220103 09:30:00 US/Eastern', '2022-01-03T09:30:00-05:00'],
  ['20220103  09:30:00  US/Eastern', '2022-01-03T09:30:00-05:00'],
  ['20220703 09:30:00 America/New_York', '2022-07-03T09:30:00-04:00'],
  ['20220103 09:30:00 America/Argentina/Buenos_Aires', '2022-01-03T09:30:00-03:00'],
  ['20220103 09:30:00 Asia/Kolkata', '2022-01-03T09:30:00+05:30'],
  ['20220103 09:30:00 Etc/GMT+5', '2022-01-03T09:30:00-05:00'],
  ['20220103 9:30 PM Asia/Tokyo', '2022-01-03T21:30:00+09:00'],
  // The clock reading exists twice, and means the second.
  ['20221106 01:30:00 US/Eastern', '2022-11-06T01:30:00-05:00'],
  ['20220103 09:30:00 UTC', '2022-01-03T09:30:00Z'],
  ['20220103-14:30:00', '2022-01-03T14:30:00Z'],
])('%s is %s', (text, iso) => {
  expect(dateFormat('YYYYMMDD')?.(text)).toBe(iso);
});

it.each([
  '20220103 09:30:00 US/Nowhere',
  '20220103 09:30:00 BST',
  '20220103 US/Eastern',
  '20220103 09:30:00-05:00 US/Eastern',
  '20220103-1430',
  'US/Eastern',
])('%s is none', (text) => {
  expect(dateFormat('YYYYMMDD')?.(text)).toBeUndefined();
});
