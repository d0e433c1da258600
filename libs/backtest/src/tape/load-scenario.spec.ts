/**
 * Scenario files: the defaults of a short one, and one error with its line for each way in which
 * one can be wrong.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFailure } from '#values';
import { afterAll, describe, expect, it } from 'vitest';
import type { TradingScenario } from '#contracts/scenario/scenario';
import { loadScenario } from './load-scenario.js';

const folder = mkdtempSync(join(tmpdir(), 'load-scenario-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lines = [
  'name: smoke',
  'data: set',
  'window: { from: 2025-03-03, to: 2025-06-30 }',
  'symbols: [AAPL, GS]',
  'agents:',
  '  - { id: hold, kind: buy-and-hold }',
  '  - { id: cross, kind: sma-cross, fast: 5, slow: 20 }',
];

function written(text: string | Uint8Array): string {
  const file = join(folder, 'scenario.yaml');
  writeFileSync(file, text);
  return file;
}

/** The good scenario with one line replaced (from 1), or one added at the end. */
function withLine(number: number, line: string): string {
  const changed = [...lines];
  changed[number - 1] = line;
  return changed.join('\n');
}

/** The message of the error, the folder left out. */
function failureOf(text: string | Uint8Array): string {
  try {
    loadScenario(written(text));
  } catch (error) {
    expect(isFailure(error, 'InvalidInput')).toBe(true);
    return (error as Error).message.replace(`${folder}/`, '');
  }
  return 'no failure';
}

describe('a scenario file', () => {
  it('may have a window of one day', () => {
    const text = withLine(3, 'window: { from: 2025-03-03, to: 2025-03-03 }');
    const { window } = loadScenario(written(text)).scenario as TradingScenario;
    expect(window).toEqual({ from: '2025-03-03', to: '2025-03-03' });
  });

  it('is read with its defaults', () => {
    const { scenario, directory } = loadScenario(written(lines.join('\n')));
    expect(directory).toBe(folder);
    expect(scenario).toEqual({
      name: 'smoke',
      data: 'set',
      window: { from: '2025-03-03', to: '2025-06-30' },
      workflow: 'trading',
      symbols: ['AAPL', 'GS'],
      portfolio: false,
      capital: 100_000,
      execution: 'realistic',
      seed: 0,
      repeats: 1,
      badRows: 'refuse',
      agents: [
        { id: 'hold', kind: 'buy-and-hold' },
        { id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 },
      ],
    });
  });

  it.each([
    { name: 'leaves its policy to the default', line: '', isDefault: true },
    { name: 'names the default policy', line: 'execution: realistic', isDefault: false },
    { name: 'has a policy of its own', line: 'execution: { feeBps: 5 }', isDefault: false },
  ])('that $name is known for it', ({ line, isDefault }) => {
    expect(loadScenario(written(withLine(8, line))).hasDefaultPolicy).toBe(isDefault);
  });

  it('of hedging is read with its defaults, and again as it was written', () => {
    const { scenario, hasDefaultPolicy } = loadScenario(written(withLine(8, 'workflow: hedging')));
    expect(scenario).toMatchObject({
      workflow: 'hedging',
      symbols: ['AAPL', 'GS'],
      portfolio: true,
      capital: 100_000,
      execution: 'pair-realistic',
    });
    expect(hasDefaultPolicy).toBe(true);
    expect(loadScenario(written(JSON.stringify(scenario))).scenario).toEqual(scenario);
  });

  it.each([
    ['a pool of one', 4, 'symbols: [AAPL]', 'line 4: symbols:'],
    ['runs of one symbol', 8, 'portfolio: false', 'line 8: portfolio:'],
    ['decisions at bars', 8, 'decide: bar', 'line 8: decide:'],
  ])('of hedging with %s is refused', (_, number, line, says) => {
    expect(failureOf(`${withLine(number, line)}\nworkflow: hedging`)).toContain(says);
  });

  it('may be JSON, and end its lines as it likes', () => {
    const { scenario } = loadScenario(written(lines.join('\r\n')));
    const again = loadScenario(written(JSON.stringify(scenario, null, 2)));
    expect(again.scenario).toEqual(scenario);
  });

  it.each([
    {
      name: 'an unknown key',
      text: withLine(8, 'colour: red'),
      says: 'line 8: unknown key "colour"',
    },
    {
      name: 'an unknown key of an agent',
      text: withLine(6, '  - { id: hold, kind: buy-and-hold, fast: 5 }'),
      says: 'line 6: unknown key "fast" in agents.0',
    },
    { name: 'a wrong type', text: withLine(8, 'capital: much'), says: 'line 8: capital:' },
    { name: 'a number below its range', text: withLine(8, 'capital: 0'), says: 'line 8: capital:' },
    { name: 'NaN', text: withLine(8, 'capital: .nan'), says: 'line 8: capital:' },
    {
      name: 'a wrong date',
      text: withLine(3, 'window: { from: 3.3.25, to: 2025-06-30 }'),
      says: 'line 3: window.from: expected YYYY-MM-DD',
    },
    { name: 'no symbols', text: withLine(4, 'symbols: []'), says: 'line 4: symbols:' },
    {
      name: 'a hostile agent id',
      text: withLine(6, '  - { id: ../up, kind: random }'),
      says: 'line 6: agents.0.id:',
    },
    {
      name: 'an unknown kind of agent',
      text: withLine(7, '  - { id: a, kind: oracle }'),
      says: 'line 7: agents.1.kind:',
    },
    {
      name: 'an agent without its terms',
      text: withLine(7, '  - { id: a, kind: sma-cross, fast: 5 }'),
      says: 'line 7: agents.1.slow:',
    },
    {
      name: 'a policy with a wrong term',
      text: withLine(8, 'execution: { fill: yesterday }'),
      says: 'line 8: execution.fill:',
    },
    { name: 'a key twice', text: withLine(8, 'name: again'), says: 'line 8: duplicate key "name"' },
    { name: 'broken YAML', text: withLine(4, 'symbols: [AAPL, GS'), says: 'scenario.yaml line ' },
    { name: 'a list', text: '- name: smoke\n', says: 'scenario.yaml line 1:' },
    { name: 'a missing key', text: lines.slice(1).join('\n'), says: 'scenario.yaml line 1: name:' },
    {
      name: 'an empty file',
      text: '',
      says: 'scenario.yaml: the file is empty; expected a scenario',
    },
    {
      name: 'binary content',
      text: new Uint8Array([0, 255, 254, 1]),
      says: 'scenario.yaml line 1:',
    },
  ])('is refused with $name', ({ text, says }) => {
    const message = failureOf(text);
    expect(message).toContain(says);
    expect(message).not.toMatch(/\n/);
  });

  it.each([
    {
      name: 'a rule where the workflow has none',
      text: withLine(6, '  - { id: hold, kind: rule, rule: mine }'),
      says:
        'agents.hold.rule: the workflow has no such rule; expected an agent of another kind; ' +
        'found mine',
    },
    {
      name: 'a window that ends before it starts',
      text: withLine(3, 'window: { from: 2025-06-30, to: 2025-03-03 }'),
      says:
        'window: the window ends before it starts; expected from at or before to; found ' +
        '2025-06-30 to 2025-03-03',
    },
    {
      name: 'a day that does not exist',
      text: withLine(3, 'window: { from: 2025-02-30, to: 2025-06-30 }'),
      says: 'window.from: not a date; expected YYYY-MM-DD; found "2025-02-30"',
    },
    {
      name: 'a symbol twice',
      text: withLine(4, 'symbols: [AAPL, AAPL]'),
      says: 'symbols: named twice; found "AAPL"',
    },
    {
      name: 'an agent twice',
      text: withLine(7, '  - { id: hold, kind: random }'),
      says: 'agents, id: named twice; found "hold"',
    },
    {
      name: 'agents whose ids differ in case alone',
      text: withLine(7, '  - { id: HOLD, kind: random }'),
      says: 'agents, id: ids that differ only in case; found "hold and HOLD"',
    },
    {
      name: 'an unknown baseline',
      text: withLine(8, 'baseline: nobody'),
      says: 'baseline: no such agent; found "nobody"',
    },
  ])('is refused with $name', ({ text, says }) => {
    expect(failureOf(text)).toBe(`scenario.yaml: ${says}`);
  });

  it('is not the description of a feed, which another command takes', () => {
    const feed = 'name: coins\ncalendar: 24/7\nfeed: { kind: coinbase }\n';
    expect(failureOf(feed)).toContain('this describes a feed, which `tapefold record` records');
    // Setting both in a scenario is a mistake.
    expect(failureOf(`${lines.join('\n')}\nfeed: {}\n`)).toContain('unknown key "feed"');
  });

  it('is refused when it is not there, or too large', () => {
    const missing = join(folder, 'none.yaml');
    expect(() => loadScenario(missing)).toThrow(`${missing}: no such scenario file`);
    expect(() => loadScenario(folder)).toThrow(/cannot be read/);
    const large = `#${' '.repeat(8 * 1024 * 1024)}`;
    expect(failureOf(large)).toMatch(
      /^scenario.yaml: the file is too large; expected at most 8388608/,
    );
  });
});
