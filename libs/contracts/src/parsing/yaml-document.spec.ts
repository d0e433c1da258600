/** Every error of a file names its line, and hostile files end in an error. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tradingScenarioSchema } from '../scenario/scenario.js';
import { parseYaml } from './yaml-document.js';

const scenario = `name: smoke
data: ../data
window: { from: 2025-03-03, to: 2025-06-30 }
symbols: [AAPL]
agents:
  - { id: hold, kind: buy-and-hold }
  - id: cross
    kind: sma-cross
    fast: 5
    slow: 20
`;

const failureOf = (text: string, schema: z.ZodType = tradingScenarioSchema): unknown => {
  try {
    return parseYaml(text, 's.yaml', schema);
  } catch (error) {
    return error;
  }
};

describe('a YAML document', () => {
  it('is read with the defaults of its schema, JSON the same', () => {
    const read = parseYaml(scenario, 's.yaml', tradingScenarioSchema);
    const defaults = { capital: 100_000, execution: 'realistic', repeats: 1 };
    expect(read).toMatchObject({ name: 'smoke', ...defaults });
    expect(read.agents[1]).toEqual({ id: 'cross', kind: 'sma-cross', fast: 5, slow: 20 });
    expect(parseYaml(JSON.stringify(read), 's.json', tradingScenarioSchema)).toEqual(read);
  });

  it.each([
    ['an unknown key', `${scenario}capitl: 3\n`, 'line 11: unknown key "capitl"'],
    [
      'an unknown key inside',
      `${scenario}    slwo: 3\n`,
      'line 11: unknown key "slwo" in agents.1',
    ],
    [
      'a misspelled key that has to be there',
      scenario.replace('symbols:', 'symbls:'),
      'line 4: unknown key "symbls"',
    ],
    [
      'the same inside',
      scenario.replace('fast: 5', 'fats: 5'),
      'line 9: unknown key "fats" in agents.1',
    ],
    ['a key that is a number', `${scenario}1: 2\n`, 'line 11: unknown key "1"'],
    ['a wrong type', scenario.replace('fast: 5', 'fast: five'), 'line 9: agents.1.fast: '],
    [
      'a wrong word',
      scenario.replace('sma-cross', 'sma'),
      'line 8: agents.1.kind: expected one of buy-and-hold, sma-cross, ',
    ],
    ['a missing key', scenario.replace('    fast: 5\n', ''), 'line 7: agents.1.fast: '],
    [
      'a wrong date',
      scenario.replace('2025-03-03', '3.3.2025'),
      'line 3: window.from: expected YYYY',
    ],
    [
      'a key __proto__',
      `${scenario}x: { __proto__: 1 }\n`,
      'line 11: no key can be named __proto__',
    ],
    ['a double key', `${scenario}name: again\n`, 'line 11: duplicate key "name"'],
    [
      'a double key inside',
      scenario.replace('slow: 20', 'fast: 6'),
      'line 10: duplicate key "fast"',
    ],
    ['a double key in two spellings', `${scenario}"name": x\n`, 'line 11: duplicate key "name"'],
    ['a list as a key', `${scenario}? [a]\n: 1\n`, 'line 1: a key must be a single value'],
    ['a word in a union', `${scenario}execution: { fill: never }\n`, 'line 11: execution.fill: '],
    [
      'a number deep in a union',
      `${scenario}execution:\n  fill: next-open\n  size: { fraction: 3 }\n`,
      'line 13: execution.size.fraction: ',
    ],
    [
      'an unknown key in a union',
      `${scenario}execution:\n  siez: 3\n`,
      'line 12: unknown key "siez" in execution',
    ],
    [
      'a word that is not in the list',
      `${scenario}decide: hourly\n`,
      'line 11: decide: expected one of session-close, bar; found "hourly"',
    ],
    ['a wrong type of a union', `${scenario}execution: 5\n`, 'line 11: execution: '],
    ['a value behind an alias', `${scenario}seed: &s x\nrepeats: *s\n`, 'line 11: seed: '],
    ['broken syntax', `${scenario}seed: [1\nx: 2\n`, 'line 12: '],
    ['a second document', `${scenario}---\na: 1\n`, 'line 11: '],
    ['an alias of nothing', `${scenario}seed: *nowhere\n`, 'line 11: no anchor "nowhere"'],
    ['an alias before its anchor', 'a: *x\nb: &x 1\n', 'line 1: no anchor "x"'],
    ['an alias in itself', 'a: 1\nb: &x { c: *x }\n', 'line 2: alias "x" contains itself'],
  ])('with %s fails at its line', (_, text, message) => {
    expect(failureOf(text)).toMatchObject({
      code: 'InvalidInput',
      message: expect.stringContaining(`s.yaml ${message}`) as unknown,
    });
  });

  it.each([
    ['no text', ''],
    ['a comment alone', '# nothing\n'],
    ['a single word', 'scenario'],
    ['NUL bytes', '\u0000\u0000'],
  ])('of %s is refused, naming the file', (_, text) => {
    expect(failureOf(text)).toMatchObject({
      code: 'InvalidInput',
      message: expect.stringMatching(/^s\.yaml/) as unknown,
    });
  });

  it('that grows through its aliases is refused', () => {
    const nine = (name: string): string => `[${Array.from({ length: 9 }, () => name).join(', ')}]`;
    const bomb =
      `a: &a ${nine('x')}\nb: &b ${nine('*a')}\nc: &c ` + `${nine('*b')}\nd: &d ${nine('*c')}\n`;
    expect(failureOf(`${bomb}e: ${nine('*d')}\n`, z.unknown())).toMatchObject({
      code: 'InvalidInput',
      message: expect.stringContaining('aliases') as unknown,
    });
    expect(parseYaml('a: &a [1]\nb: *a\n', 's.yaml', z.unknown())).toEqual({ a: [1], b: [1] });
  });

  it('with a secret where its place belongs is refused without repeating it', () => {
    const place = z.strictObject({ env: z.string() });
    const schema = z.strictObject({ feed: z.strictObject({ secret: place }) });
    const failure = failureOf('feed: { secret: hunter2 }\n', schema) as Error;
    expect(failure.message).toBe('s.yaml line 1: feed.secret: expected object; found a text');
  });

  it('that is nested beyond reason is refused', () => {
    const text = '['.repeat(50_000);
    expect(failureOf(text, z.unknown())).toMatchObject({ code: 'InvalidInput' });
  });

  it('with many keys is read in linear time', () => {
    // Comparing all pairs of keys took 40 seconds for these.
    const text = Array.from({ length: 20_000 }, (_, number) => `k${number}: 1\n`).join('');
    const read = parseYaml(text, 's.yaml', z.record(z.string(), z.number()));
    expect(Object.keys(read)).toHaveLength(20_000);
  });

  it('of any text gives a value or one line of error', () => {
    const pieces = fc.constantFrom(
      'a',
      'b: ',
      '- ',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '&x ',
      '*x',
      '"',
      "'",
      ': ',
      ', ',
      '|',
      '>',
      '!!',
      '#',
      '? ',
      '---',
      '<<: ',
      '1',
      '~',
      '\t',
      '%',
      '@',
      '\u2028',
      'é',
    );
    const texts = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 });
    const schema = z.strictObject({ a: z.json(), b: z.record(z.string(), z.number()) }).partial();
    fc.assert(
      fc.property(texts, (parts) => {
        const outcome = failureOf(parts.join(''), schema);
        if (!(outcome instanceof Error)) return;
        expect(outcome).toMatchObject({ code: 'InvalidInput' });
        expect(outcome.message).toMatch(/^s\.yaml(?: line \d+)?: .+$/);
      }),
      { numRuns: 1500 },
    );
  });
});
