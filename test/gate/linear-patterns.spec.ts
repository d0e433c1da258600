/**
 * Shows that the gate of patterns lets the tree through, and names file and line of each
 * planted breach.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProject, root, type Outcome, type ProjectCopy } from './project-copy.js';

const verdicts = 'scripts/patterns/linear.txt';
const header = '/** Planted to show that the gate sees it. */\n';

const plants = [
  {
    breach: 'a literal whose time grows with the square',
    file: 'libs/values/src/planted-square.ts',
    content: `${header}export const planted = /a+$/;\n`,
    found: '2: expected a linear pattern',
  },
  {
    breach: 'a literal whose time doubles with each character',
    file: 'apps/cli/src/planted-power.ts',
    content: `${header}\nexport const planted = /^(a|a)*$/;\n`,
    found: '3: expected a linear pattern',
  },
  {
    breach: 'a pattern put together of parts of another file',
    file: 'libs/values/src/planted-parts.ts',
    content:
      `${header}import { end } from './planted-end.js';\n` +
      "export const planted = new RegExp('[bc]+' + end);\n",
    found: '3: expected a linear pattern',
  },
  {
    breach: 'a pattern built from text while the product runs',
    file: 'libs/tools/src/planted-built.ts',
    content: `${header}export const planted = (text: string): RegExp => new RegExp(text);\n`,
    found: '2: expected a pattern that loads with its module',
  },
  {
    breach: 'a string that becomes a pattern',
    file: 'libs/tools/src/planted-string.ts',
    content: `${header}export const planted = (text: string): number => text.search('[ab]');\n`,
    found: '2: expected a literal, or new RegExp',
  },
  {
    breach: 'a linear pattern without a kept verdict',
    file: 'libs/values/src/planted-new.ts',
    content: `${header}export const planted = /^planted$/;\n`,
    found: '2: expected a line in scripts/patterns/linear.txt',
  },
];

let project: ProjectCopy;
let clean: Outcome;
let planted: Outcome;
beforeAll(async () => {
  project = copyProject(['libs', 'apps', 'bin', 'migrations', 'scripts', 'package.json']);
  clean = await project.run('node', 'scripts/patterns.ts');
  project.plant('libs/values/src/planted-end.ts', `${header}export const end = 'd|[bc]+e';\n`);
  for (const { file, content } of plants) project.plant(file, content);
  project.plant(verdicts, `${readFileSync(join(root, verdicts), 'utf8')}/of nothing/\n`);
  project.plant('libs/report/page/curves.ts', `${header}export {};\n`);
  planted = await project.run('node', 'scripts/patterns.ts');
});
afterAll(() => project.remove());

it('lets the tree through as it is', () => {
  expect(clean).toMatchObject({ exitCode: 0 });
  expect(clean.output).toContain(', 0 findings');
});

it.each(plants)('stops $breach', ({ file, found }) => {
  expect(planted.exitCode).toBe(1);
  expect(planted.output).toContain(`${file}:${found}`);
});

it('stops a verdict on a pattern that is gone', () => {
  expect(planted.output).toMatch(
    /linear\.txt:\d+: expected a pattern of the product .*, found \/of nothing\//,
  );
});

it('stops a bound for a pattern that is gone', () => {
  expect(planted.output).toContain(
    'bounded-patterns.ts:1: expected patterns of the product, found libs/report/page/curves.ts',
  );
});
