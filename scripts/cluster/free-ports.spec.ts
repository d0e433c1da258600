/** Ports are drawn once: what listens on one may start late. */

import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { freePorts, isFree } from './free-ports.ts';

it('are free, and differ from those drawn before that nothing listens on', async () => {
  const drawn: number[] = [];
  for (let draw = 0; draw < 20; draw++) drawn.push(...(await freePorts(5)));
  expect(new Set(drawn).size).toBe(100);
  expect(await isFree(drawn[0]!)).toBe(true);
});

it('differ from those that another process has drawn', async () => {
  const drawn = await freePorts(100);
  const file = new URL('free-ports.ts', import.meta.url).href;
  const code =
    `const { freePorts } = await import('${file}'); console.log((await freePorts(100)).join(' ` +
    "'));";
  const words = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  });
  const others = words.trim().split(' ').map(Number);
  expect(others).toHaveLength(100);
  expect(others.filter((port) => drawn.includes(port))).toEqual([]);
});
