/**
 * What a feed loses for good is counted wherever people look: status line, check, table,
 * result and report.
 */

import { appendFileSync, copyFileSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';
import { feedOf, LiveRun } from '../e2e/live-run.fixture.js';

interface Check {
  readonly warnings: readonly { readonly what: string; readonly found: string }[];
  readonly recording: Readonly<Record<string, unknown>>;
}

async function checked(recording: string): Promise<Check> {
  const { code, out } = await tapefold('data', 'check', recording, '--json');
  expect(code).toBe(0);
  return JSON.parse(out) as Check;
}

describe('a loss that a feed names', () => {
  it('is counted during a live run on a file that is cut, and in all that the run leaves', async () => {
    const live = new LiveRun('  - { id: coin, kind: random, seed: 3 }\n');
    live.grow(3);
    const first = await live.start();
    await first.until(() => live.decisions('coin-AAA').length === 3);
    truncateSync(join(live.directory, 'lines.jsonl'));
    live.grow(2);
    await first.until(() => live.decisions('coin-AAA').length === 5);
    await first.until(() => first.err().includes('gaps: 0 repaired, 1 lost'));
    const { out } = await first.stop();
    expect(out).toContain('Incomplete data: 1 gap in the feed. Data is lost for good');
    expect(live.result().runs).toMatchObject([{ feedGaps: 1 }]);
    const report = readFileSync(join(live.out, 'report.html'), 'utf8');
    expect(report).toContain('<strong>Incomplete data: 1 gap in the feed.</strong>');
    const { recording, warnings } = await checked(live.recording);
    expect(recording).toMatchObject({ gapsLost: 1, gapsOpen: 0 });
    expect(warnings).toMatchObject([
      {
        what: 'gaps are lost',
        found: expect.stringMatching(/^1, the first of all symbols, .*the file was cut/),
      },
    ]);
    expect(await tapefold('verify', live.out)).toMatchObject({ code: 0 });
  });

  it('is counted when a file was copied and cut while nothing recorded it', async () => {
    const directory = folder();
    const line = (at: number): string => {
      const to = new Date(Date.now() - 60_000 + at * 1000);
      const from = new Date(to.getTime() - 1000);
      return `${JSON.stringify({ s: 'AAA', from, to, c: 100, v: 1 })}\n`;
    };
    const feed = file(directory, 'feed.yaml', feedOf('AAA'));
    const path = file(directory, 'lines.jsonl', line(1) + line(2) + line(3));
    const out = join(directory, 'recording');
    await tapefold('record', feed, '--out', out, '--for', '1s');
    appendFileSync(path, line(4) + line(5));
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
    appendFileSync(path, line(6));
    const { err } = await tapefold('record', feed, '--out', out, '--for', '1s');
    expect(err).toContain('"gapsLost":1');
    expect((await checked(out)).recording).toMatchObject({ gapsLost: 1 });
    const words = await tapefold('data', 'check', out);
    expect(words.out).toMatch(/gaps: \d repaired, 1 lost, 0 open/);
    expect(words.out).toContain('gaps are lost; found 1, the first of all symbols');
  });
});
