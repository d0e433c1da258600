/**
 * Scenarios of weekly reports: errors in their window and symbols are named as the user wrote them.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { scenarioSchema } from '#contracts/scenario/scenario';
import { loadScenario } from './load-scenario.js';

const reports = { window: { from: '2026-01-02', to: '2026-03-31' }, symbols: ['MSFT', 'TSLA'] };
const scenario = {
  name: 'quarter',
  data: 'my-data',
  workflow: 'insights',
  ...reports,
  agents: [{ id: 'r', kind: 'rule', rule: 'reporter' }],
};

function load(changes: object) {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'scenario.json');
  writeFileSync(path, JSON.stringify({ ...scenario, ...changes }, null, 2));
  return loadScenario(path).scenario;
}

it('makes terms of window and symbols, and reads them again', () => {
  const { window: _, symbols: __, ...rest } = scenario;
  const loaded = load({});
  expect(loaded).toMatchObject({ ...rest, terms: { reports } });
  expect(loaded).not.toHaveProperty('window');
  expect(loaded).not.toHaveProperty('symbols');
  const again = { window: undefined, symbols: undefined, terms: { reports } };
  expect(load(again)).toEqual(loaded);
});

it.each([
  ['no window', { window: undefined }, / line 1: window: expected object; found nothing/],
  [
    'no end',
    { window: { from: '2026-01-02' } },
    / line 5: window\.to: expected string; found nothing/,
  ],
  [
    'an invalid end',
    { window: { from: '2026-01-02', to: 'later' } },
    /: window\.to: expected YYYY-MM-DD or open; found "later"/,
  ],
  ['an invalid day', { window: { from: '2026-02-30', to: 'open' } }, /: window\.from.*2026-02-30/],
  [
    'an end before the start',
    { window: { from: '2026-04-02', to: '2026-04-01' } },
    /: window: .*found 2026-04-02 to 2026-04-01/,
  ],
  ['no symbols', { symbols: undefined }, /: symbols: expected array; found nothing/],
  ['a symbol twice', { symbols: ['MSFT', 'MSFT'] }, /: symbols.*"MSFT"/],
  ['an unknown policy', { terms: { policy: 'mine' } }, /: terms\.policy/],
  [
    'reports of an agent that are others',
    {
      agents: [
        {
          id: 'r',
          kind: 'rule',
          rule: 'reporter',
          terms: { reports: { ...reports, symbols: ['MSFT'] } },
        },
      ],
    },
    /: agents\.r\.terms\.reports: .*expected .*TSLA.*; found .*\["MSFT"\]/,
  ],
  ['both', { terms: { reports } }, /window/],
])('names the place of the error: %s', (_, changes, message) => {
  expect(() => load(changes)).toThrow(message);
  expect(() => load(changes)).not.toThrow(/terms\.reports\.window/);
});

it('takes the reports of an agent that are those of the scenario', () => {
  const agent = { id: 'r', kind: 'rule', rule: 'reporter', terms: { reports } };
  expect(load({ agents: [agent] }).agents).toEqual([expect.objectContaining(agent)]);
});

it('is in the published schema as it is written, and a window is of no other tasks', () => {
  expect(scenarioSchema.safeParse(scenario).success).toBe(true);
  const published = JSON.stringify(z.toJSONSchema(scenarioSchema, { io: 'input' }));
  expect(published).toContain('Of weekly reports alone');
  const tasks = { workflow: 'retrieval', symbols: undefined, agents: [{ id: 'a', kind: 'mcp' }] };
  expect(() => load(tasks)).toThrow(/window/);
});
