/**
 * A symbol whose trading is halted is named in the line, the check, the result and the report;
 * old news is not.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { file, tapefold } from './command-line.fixture.js';
import { feedOf, LiveRun } from './live-run.fixture.js';

const feed = feedOf('AAA').replace(
  '- kind: bar',
  '- kind: bar\n      where: { path: v, is: 1000 }',
);
const statuses = `    - kind: status
      where: { path: k, is: h }
      fields: { symbol: s, at: t, halted: h, code: =X }
`;

it('reports a halt in force, and ignores one that is older than its end', async () => {
  const live = new LiveRun('  - { id: coin, kind: random, seed: 3 }\n');
  file(live.directory, 'feed.yaml', feed + statuses);
  const began = Date.now();
  const tell = (t: number, h: boolean): void =>
    appendFileSync(
      join(live.directory, 'lines.jsonl'),
      `${JSON.stringify({ k: 'h', s: 'AAA', t: began + t, h })}\n`,
    );
  live.grow(2);
  tell(-1000, false);
  tell(-9000, true);
  const first = await live.start();
  await first.until(() => live.decisions('coin-AAA').length === 2);
  live.grow(1);
  await first.until(() => live.decisions('coin-AAA').length === 3);
  const resumed = await first.stop();
  expect(resumed.err).not.toContain('halted');
  expect(resumed.out).not.toContain('halted');

  tell(-500, true);
  live.grow(1);
  const second = await live.start();
  await second.until(() => live.decisions('coin-AAA').length === 4);
  const { err, out } = await second.stop();
  expect(err).toContain('halted: AAA');
  expect(out.replaceAll(/\s+/g, ' ')).toContain('positions none; trading halted: AAA');
  expect(live.result().runs[0]?.open).toMatchObject({ halted: ['AAA'] });
  expect(readFileSync(join(live.out, 'report.html'), 'utf8')).toContain('trading halted: AAA');
  const checked = await tapefold('data', 'check', live.recording);
  expect(checked.out).toContain('trading of a symbol is halted; found AAA');
  expect(checked.out).toContain('1 late');
  expect(await tapefold('verify', live.out)).toMatchObject({ code: 0 });
});
