/** The moments of a run by the names that users know. */

import { describe, expect, it } from 'vitest';
import { calendarOf } from '#market-data';
import { resolvePolicy } from '#portfolio';
import { parseInstant } from '#values';
import type { TaskPlan, TradingPlan } from '#workflows';
import { momentNameOf } from './moment-name.js';

const trades: TradingPlan = {
  id: 'run',
  label: 'run',
  workflow: 'trading',
  agent: { id: 'hold', kind: 'buy-and-hold' },
  symbols: ['AAPL'],
  portfolio: false,
  repeat: 0,
  baseSeed: 0,
  seed: 0,
  capital: 1000,
  policy: resolvePolicy('close'),
  currency: 'USD',
  decide: 'session-close',
  file: null,
  firstSession: 0,
  lastSession: 0,
  sessionsPerYear: 252,
  data: null,
};
const answers: TaskPlan = {
  id: 'run',
  label: 'run',
  workflow: 'questions',
  agent: { id: 'a', kind: 'external' },
  repeat: 0,
  baseSeed: 0,
  seed: 0,
  data: null,
  file: null,
  terms: {},
  tasksAtOnce: 1,
};

describe('a moment', () => {
  it.each([
    ['a session of New York', trades, 'XNYS', '2022-01-03T21:00:00Z', '2022-01-03'],
    ['a day that ends at midnight', trades, '24/7', '2022-01-02T00:00:00Z', '2022-01-01'],
    [
      'a bar',
      { ...trades, decide: 'bar' } as const,
      'XNYS',
      '2022-01-03T15:31:00Z',
      '2022-01-03T15:31:00Z',
    ],
    ['a task', answers, '24/7', '2022-01-03T09:00:00Z', '2022-01-03T09:00:00Z'],
  ] as const)('of %s', (_, plan, calendar, time, name) => {
    expect(momentNameOf(plan, calendarOf(calendar))(parseInstant(time) as number)).toBe(name);
  });
});
