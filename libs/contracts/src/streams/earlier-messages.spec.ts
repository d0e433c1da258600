/** Messages of earlier versions are read as those of today. */

import { describe, expect, it } from 'vitest';
import { parseMessage } from './catalogue.js';
import { isUpcast } from './earlier-messages.js';
import { requireHints } from './hints.js';

const run = 'a'.repeat(64);
const journalHash = 'b'.repeat(64);
const coverage = { due: 1, answered: 1, missing: 0, invalid: 0, late: 0, failed: 0, forced: 0 };
const interval = { low: -0.03, high: 0.2, level: 0.95 };

const traded = {
  type: 'RunScored',
  version: 1,
  run,
  journalHash,
  records: 6,
  metrics: { cumulativeReturn: 0.08, sharpe: null, sortino: null, trades: 1 },
  undefinedBecause: { sharpe: 'fewer than two returns' },
  drawdown: { depth: 0.1, from: '2025-01-02', to: '2025-01-03', recovered: null },
  intervals: { cumulativeReturn: interval, sharpe: null, maxDrawdown: null },
  coverage,
};

const ofTasks = {
  type: 'TasksScored',
  version: 1,
  run,
  workflow: 'auditing',
  journalHash,
  records: 42,
  solutions: 'e'.repeat(64),
  figures: { accuracy: 0.925, late: null },
  undefinedBecause: { late: 'no answer came late' },
  coverage,
};

const parsed = (message: object) => parseMessage('scores', JSON.stringify(message), run);

describe('a message of an earlier version', () => {
  it('that scored trading has values, reasons and intervals together', () => {
    expect(parsed(traded)).toEqual({
      type: 'RunScored',
      version: 2,
      run,
      journalHash,
      records: 6,
      figures: {
        cumulativeReturn: { value: 0.08, interval },
        sharpe: { value: null, reason: 'fewer than two returns' },
        sortino: { value: null, reason: 'no reason was recorded' },
        trades: { value: 1 },
      },
      drawdown: traded.drawdown,
      coverage,
    });
    expect(parsed({ ...traded, drawdown: null })).not.toHaveProperty('drawdown');
  });

  it('that scored tasks is a score like any other, also by its header', () => {
    const message = parsed(ofTasks);
    expect(message).toEqual({
      type: 'RunScored',
      version: 2,
      run,
      workflow: 'auditing',
      journalHash,
      records: 42,
      solutions: ofTasks.solutions,
      figures: {
        accuracy: { value: 0.925 },
        late: { value: null, reason: 'no answer came late' },
      },
      coverage,
    });
    expect(() => requireHints('scores', message, { type: 'TasksScored' })).not.toThrow();
    expect(() => requireHints('scores', message, { type: 'RunClosed' })).toThrow(/header type/);
  });

  it.each([
    ['without its own form', { ...traded, metrics: 3 }, /RunScored/],
    ['of a version that never was', { ...traded, version: 0 }, /RunScored: version/],
    ['with another key', { ...ofTasks, run: 'c'.repeat(64) }, /under a key/],
    ['of an unknown type', { ...ofTasks, type: 'TasksJudged' }, /unknown type/],
  ])('%s is refused', (_, message, pattern) => {
    expect(() => parsed(message)).toThrow(pattern);
  });

  it('is known to the check of what was published', () => {
    expect(isUpcast('scores', 'TasksScored', 1)).toBe(true);
    expect(isUpcast('scores', 'TasksScored', 2)).toBe(false);
    expect(isUpcast('runs', 'RunSubmitted', 1)).toBe(false);
    expect(isUpcast('scores', 'constructor', 1)).toBe(false);
  });
});
