/** What there is no result to download of is said before anything is asked for. */

import { describe, expect, it } from 'vitest';
import { taskScenarioSchema, tradingScenarioSchema } from '#contracts/scenario';
import { requireDownloadable } from './download-result.js';

const agents = [{ id: 'one', kind: 'external' }];

describe('requireDownloadable', () => {
  it('refuses tasks, and names the workflow', () => {
    const scenario = taskScenarioSchema.parse({
      ...{ name: 'adding', data: 'sums' },
      workflow: 'sums',
      agents,
    });
    expect(() => requireDownloadable(scenario)).toThrow(
      expect.objectContaining({
        code: 'InvalidInput',
        message: expect.stringMatching(/not downloaded by this version.*"sums"/),
      }),
    );
  });

  it('lets a scenario pass that trades', () => {
    const window = { from: '2017-01-03', to: '2017-03-31' };
    const scenario = tradingScenarioSchema.parse({
      ...{ name: 'hold', data: 'aapl', window, symbols: ['AAPL'], agents },
    });
    expect(() => requireDownloadable(scenario)).not.toThrow();
  });
});
