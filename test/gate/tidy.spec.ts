/**
 * Shows that tidy lets the tree through as it is, and names file and line of each planted breach.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { copyProject, type Outcome, type ProjectCopy } from './project-copy.js';

const header = '/** Planted to show that the gate sees it. */\n';
const lines = (count: number): string => 'export {};\n'.repeat(count);
/** A spec with one test, written so that this file itself does not contain what it plants. */
const spec = (test: string): string => `${header}${test}\n`;
const runner = 'it';

/** What is planted, the line that tidy has to point to, and its message. */
const plants = [
  {
    breach: 'a clock in a pure room',
    file: 'libs/portfolio/src/planted-clock.ts',
    content: `${header}export const planted = (): number => Date.now();\n`,
    line: 2,
    found: 'Date.now',
  },
  {
    breach: 'the present as a Date in a pure room',
    file: 'libs/values/src/planted-date.ts',
    content: `${header}\nexport const planted = (): Date => new Date();\n`,
    line: 3,
    found: 'new Date()',
  },
  {
    breach: 'dice in a pure room',
    file: 'libs/metrics/src/planted-dice.ts',
    content: `${header}export const planted = (): number => Math.random();\n`,
    line: 2,
    found: 'Math.random',
  },
  {
    breach: 'an id out of nowhere in a pure room',
    file: 'libs/contracts/src/planted-id.ts',
    content: `${header}export const planted = (): string => crypto.randomUUID();\n`,
    line: 2,
    found: 'crypto.randomUUID',
  },
  {
    breach: 'the environment in a pure room',
    file: 'libs/workflows/src/planted-environment.ts',
    content: `${header}export const planted = process.env['HOME'];\n`,
    line: 2,
    found: 'process.env',
  },
  {
    breach: 'an exception without a reason',
    file: 'libs/market-view/src/planted-excuse.ts',
    content: `${header}// tidy-allow:\nexport const planted = (): number => performance.now();\n`,
    line: 3,
    found: 'performance.now',
  },
  {
    breach: 'a file of 501 lines',
    file: 'bench/planted-long.ts',
    content: header + lines(500),
    line: 501,
    found: '501',
  },
  {
    breach: 'a function of 81 lines',
    file: 'bench/planted-function.ts',
    content: `${header}export function planted(): void {\n${'  void 0;\n'.repeat(79)}}\n`,
    line: 2,
    found: '81',
  },
  {
    breach: 'an object literal spread into another',
    file: 'bench/planted-object.ts',
    content: `${header}export const planted = { a: 1, ...{ b: 2, c: 3 } };\n`,
    line: 2,
    found: '...{ b: 2, c: 3 }',
  },
  {
    breach: 'an array literal spread into another',
    file: 'bench/planted-array.ts',
    content: `${header}export const planted = [1, ...([2, 3] as const)];\n`,
    line: 2,
    found: '...([2, 3] as const)',
  },
  {
    breach: 'a declaration of two unrelated values',
    file: 'bench/planted-tuple.ts',
    content: `${header}export const [planted, other] = [1, 'two'];\n`,
    line: 2,
    found: "[planted, other] = [1, 'two']",
  },
  {
    breach: 'an assignment of two unrelated values',
    file: 'bench/planted-assignment.ts',
    content: `${header}let a = 1;\nlet b = 2;\n[a, b] = [b, 3];\nexport { a, b };\n`,
    line: 4,
    found: '[a, b] = [b, 3]',
  },
  {
    breach: 'a conditional expression in another',
    file: 'bench/planted-conditional.ts',
    content: `${header}export const planted = (a: number) => (a < 1 ? 0 : a < 2 ? 1 : 2);\n`,
    line: 2,
    found: 'a < 1 ? 0 : a < 2 ? 1 : 2',
  },
  {
    breach: 'a file without a header',
    file: 'libs/tape/src/planted-silent.ts',
    content: 'export const planted = 1;\n',
    line: 1,
    found: 'none',
  },
  {
    breach: 'a test that runs alone',
    file: 'libs/tape/src/planted-alone.spec.ts',
    content: spec(`${runner}.only('alone', () => expect(1).toBe(1));`),
    line: 2,
    found: 'it.only',
  },
  {
    breach: 'a test that is switched off',
    file: 'libs/tape/src/planted-off.spec.ts',
    content: spec(`${runner}('off', { skip: true }, () => expect(1).toBe(1));`),
    line: 2,
    found: 'skip: true',
  },
  {
    breach: 'a test that asserts nothing',
    file: 'libs/tape/src/planted-idle.spec.ts',
    content: spec(`${runner}('idle', () => {});`),
    line: 1,
    found: 'no expect(',
  },
  {
    breach: 'a type that is any',
    file: 'bench/planted-any.ts',
    content: `${header}export const planted: any = 1;\n`,
    line: 2,
    found: 'any',
  },
  {
    breach: 'a type check that is switched off',
    file: 'libs/tape/src/planted-switch.ts',
    content: `${header}// ${'@'}ts-ignore\nexport const planted: string = 1;\n`,
    line: 2,
    found: '@ts-ignore',
  },
  {
    breach: 'a default export in a room',
    file: 'libs/tape/src/planted-default.ts',
    content: `${header}export default 1;\n`,
    line: 2,
    found: 'a default export',
  },
  {
    breach: 'a folder without a noun',
    file: 'libs/tape/src/utils/planted.ts',
    content: `${header}export const planted = 1;\n`,
    line: 1,
    found: 'utils',
  },
  {
    breach: 'a path of one machine',
    file: 'bench/planted-path.ts',
    content: `${header}export const planted = '${'/'}home/someone/data';\n`,
    line: 2,
    found: '/home/',
  },
  {
    breach: 'something left open',
    file: 'bench/planted-open.ts',
    content: `${header}// ${'TO'}${'DO'} later\nexport const planted = 1;\n`,
    line: 2,
    found: `${'TO'}${'DO'}`,
  },
  {
    breach: 'a line of 101 columns',
    file: 'bench/planted-wide.ts',
    content: `${header}export const planted = '${'x '.repeat(37)}x';\n`,
    line: 2,
    found: '101',
  },
  {
    breach: 'a comment of 101 columns',
    file: 'bench/planted-comment.ts',
    content: `${header}// ${'x '.repeat(48)}x.\nexport const planted = 1;\n`,
    line: 2,
    found: '101',
  },
  {
    breach: 'a file that is bulk',
    file: 'planted.dump',
    content: 'x'.repeat(600 * 1024),
    line: 1,
    found: '600 KB',
  },
] as const;

const isWhole = sweepSize('planted', 'whole') === 'whole';

describe('tidy', () => {
  let copy: ProjectCopy;
  let untouched: Outcome;
  let planted: Outcome;

  beforeAll(async () => {
    // `npm run check` reads the whole tree anyway.
    copy = copyProject(isWhole ? undefined : ['scripts', 'libs/values']);
    copy.plant(
      'libs/values/src/planted-reason.ts',
      `${header}// tidy-allow: a reason next to it.\nexport const at = (): number => Date.now();\n`,
    );
    const word = 'x'.repeat(100);
    const wide = `text\n${'x '.repeat(60)}`;
    copy.plant(
      'libs/values/src/planted-width.ts',
      `${header}// ${word}\nexport const planted = ['${word}', /${word} x/, \`${wide}\`];\n`,
    );
    copy.plant(
      'libs/values/src/planted-swap.ts',
      `${header}let a = 1;\nlet b = 2;\n[a, b] = [b, a];\nexport const [first, ...rest] = [a, ` +
        'b];\n',
    );
    untouched = await copy.run('node', 'scripts/tidy.ts');
    for (const { file, content } of plants) copy.plant(file, content);
    planted = await copy.run('node', 'scripts/tidy.ts');
  }, 120_000);

  afterAll(() => copy.remove());

  it('passes the tree as it is, an exception with its reason and a swap included', () => {
    expect(untouched.output).toMatch(/^tidy: \d+ files, 0 findings\n$/);
    expect(untouched.exitCode).toBe(0);
  });

  it('fails the tree with planted breaches, one finding each', () => {
    expect(planted.exitCode).toBe(1);
    expect(planted.output).toContain(`, ${plants.length} findings\n`);
  });

  it.each(plants)('names $breach', ({ file, line, found }) => {
    const finding = planted.output.split('\n').find((text) => text.startsWith(`${file}:`));
    expect(finding).toMatch(`${file}:${line}: expected `);
    expect(finding).toContain(`, found ${found}`);
  });
});
