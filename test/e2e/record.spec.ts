/**
 * The command line records, stops, continues and ends a feed, and a check reports
 * what was recorded.
 */

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';

const description = `name: lines
calendar: 24/7
currency: USD
symbols: [AAA, BBB]
feed:
  kind: file
  path: lines.jsonl
  everyMs: 20
  mappings:
    - kind: trade
      fields: { symbol: s, at: t, price: p, size: q, id: i }
`;

const line = (id: number): string =>
  `${JSON.stringify({ s: id % 2 === 0 ? 'AAA' : 'BBB', t: Date.now(), p: 100 + id, q: 1, i: `${id}` })}\n`;

const lines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => line(from + at)).join('');

interface Check {
  readonly coverage: readonly { readonly symbol: string; readonly trades: number }[];
  readonly recording: Readonly<Record<string, unknown>>;
}

describe('tapefold record', () => {
  it('records a feed, resumes where it stopped, and ends', async () => {
    const directory = folder();
    const feed = file(directory, 'feed.yaml', description);
    const growing = file(directory, 'lines.jsonl', lines(0, 10));
    const out = join(directory, 'recording');

    const first = await tapefold('record', feed, '--out', out, '--for', '1s');
    expect(first.err).toContain('stopped; resume with: ');
    expect(first.code).toBe(0);
    appendFileSync(growing, lines(10, 5));
    const second = await tapefold('record', feed, '--out', out, '--for', '1s', '--end');
    expect(second.err).toContain('ended: ');

    const checked = await tapefold('data', 'check', out, '--json');
    const { coverage, recording } = JSON.parse(checked.out) as Check;
    expect(coverage.map(({ symbol, trades }) => [symbol, trades])).toEqual([
      ['AAA', 8],
      ['BBB', 7],
    ]);
    expect(recording).toMatchObject({ isEnded: true, items: 15, duplicates: 0, gapsLost: 0 });
    expect(existsSync(join(out, '.tapefold-lock'))).toBe(false);
    expect(readFileSync(join(out, 'recording.yaml'), 'utf8')).toContain('format: 3');
    const words = await tapefold('data', 'check', out);
    expect(words.out).toContain('15 frames with 15 items');
  });

  it('names file, line and field of a description that is wrong', async () => {
    const directory = folder();
    const feed = file(directory, 'feed.yaml', description.replace('24/7', 'LSE'));
    const { code, err } = await tapefold('record', feed, '--out', join(directory, 'out'));
    expect(code).toBe(2);
    expect(err).toContain('feed.yaml line 2');
    expect(err).toContain('calendar');
    expect(existsSync(join(directory, 'out'))).toBe(false);
  });

  it('refuses to continue with another description, and names the member', async () => {
    const directory = folder();
    const feed = file(directory, 'feed.yaml', description);
    file(directory, 'lines.jsonl', lines(0, 3));
    const out = join(directory, 'recording');
    await tapefold('record', feed, '--out', out, '--for', '1s');
    file(directory, 'feed.yaml', description.replace('[AAA, BBB]', '[AAA]'));
    const { code, err } = await tapefold('record', feed, '--out', out, '--for', '1s');
    expect(code).not.toBe(0);
    expect(err).toContain('symbols is different');
  });

  it('says what a length of time looks like', async () => {
    const feed = file(folder(), 'feed.yaml', description);
    const { code, err } = await tapefold('record', feed, '--for', 'soon');
    expect(code).toBe(2);
    expect(err).toContain('such as 90s');
  });
});
