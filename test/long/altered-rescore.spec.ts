/** A folder of rescored decisions whose table, page or results were altered is not verified. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Rescore } from '#report';
import { folder, marketScenario, tapefold } from '../e2e/command-line.fixture.js';

it('is refuted where its table, its page or a result is another', async () => {
  const directory = folder();
  const market = join(directory, 'market');
  const out = join(directory, 'again');
  for (const words of [
    ['run', marketScenario(directory), '--out', market],
    ['rescore', market, '--policies', 'realistic,close', '--out', out],
  ]) {
    const ended = await tapefold(...words);
    expect(ended.code, ended.err).toBe(0);
  }
  const refuted = async (name: string, alter: (text: string) => string): Promise<string> => {
    const path = join(out, name);
    const text = readFileSync(path, 'utf8');
    expect(alter(text)).not.toBe(text);
    writeFileSync(path, alter(text));
    const { code, out: printed } = await tapefold('verify', out);
    writeFileSync(path, text);
    expect(code).toBe(1);
    return printed;
  };
  const table = JSON.parse(readFileSync(join(out, 'rescore.json'), 'utf8')) as Rescore;
  const swapped = {
    ...table,
    runs: table.runs.map((run) => ({ ...run, trades: run.trades + 1 })),
  };
  expect(await refuted('rescore.json', () => JSON.stringify(swapped))).toMatch(
    /^rescore\.json: not verified: runs\[0\]\.trades: altered; expected \d+; found \d+$/m,
  );
  expect(await refuted('rescore.json', () => '[]')).toContain('no table of a rescore');
  expect(await refuted('rescore.html', (text) => `${text} `)).toContain(
    'rescore.html: not verified: the page does not show the table',
  );
  expect(
    await refuted('close/result.json', (text) => text.replace(/"trades": /, '"trades": 1')),
  ).toMatch(/^close\/result\.json: not verified: /m);
  rmSync(join(out, 'close'), { recursive: true });
  const { code, out: printed } = await tapefold('verify', out);
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining('close/result.json: not verified: the result of the policy is missing'),
  ]);
});
