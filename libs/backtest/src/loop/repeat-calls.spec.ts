/**
 * Tool calls that are made again: what repeats, what does not any more, and what was altered since.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { MarketView } from '#market-view';
import { callsDigest, Capability, tool, type ToolSet } from '#tools';
import { loggedCall, type LoggedCall } from '../run-folder/call-log.js';
import { runFolder, type RunFolder } from '../run-folder/run-folder.js';
import { RunRecords } from '../run-folder/run-records.js';
import { RepeatedCalls } from './repeat-calls.js';

const echo = (suffix: string): ToolSet => ({
  name: 'test_mcp',
  title: 'Test',
  instructions: 'Echoes.',
  tools: [
    tool({
      name: 'echo',
      title: 'Echo',
      description: 'Says it again.',
      input: z.strictObject({ text: z.string() }),
      output: z.string(),
      call: ({ text }) => `${text}${suffix}`,
    }),
  ],
});
const open = (suffix = ''): Capability =>
  new Capability({
    sets: [echo(suffix)],
    context: { view: {} as MarketView, desk: null },
    now: () => 0,
  });

/** The calls of one decision that says these texts, as they were recorded. */
function callsAt(asOf: number, ...texts: readonly string[]): LoggedCall[] {
  const capability = open();
  for (const text of texts) capability.call('echo', { text });
  return capability.records.map((record) => loggedCall({ ...record, asOf }));
}

function folderWith(calls: readonly LoggedCall[]): RunFolder {
  const path = mkdtempSync(join(tmpdir(), 'repeat-calls-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const folder = runFolder(path);
  if (calls.length > 0) new RunRecords(folder).add('calls', calls);
  return folder;
}

const calledBy = (calls: readonly LoggedCall[]) => ({
  calls: calls.length,
  digest: callsDigest(calls),
});

describe('the calls of a run', () => {
  const first = callsAt(3, 'a', 'b');
  const second = callsAt(5, 'c');

  /** What is found where the recording has `kept`, and tools answer with a suffix now. */
  function found(kept: readonly LoggedCall[], suffix = '') {
    const repeated = new RepeatedCalls(folderWith(kept));
    for (const calls of [first, second]) {
      const { asOf } = calls[0]!;
      repeated.repeat({ asOf, called: calledBy(calls), open: () => open(suffix) });
    }
    return repeated.end();
  }

  it('repeat', () => {
    expect(found([...first, ...second])).toBeUndefined();
  });

  it('do not repeat if a tool gives another result now, and the first such call is named', () => {
    expect(found([...first, ...second], '!')).toMatchObject({
      kind: 'unrepeated',
      what: expect.stringMatching(/^line 1: echo does not repeat; recorded a result of/) as unknown,
    });
  });

  it.each<[string, LoggedCall[], RegExp]>([
    ['has another result', [first[0]!, { ...first[1]!, result: '0'.repeat(64) }], /^line 2 was/],
    [
      'has other arguments',
      [{ ...first[0]!, arguments: '{"text":"x"}' }, first[1]!],
      /^line 1 was/,
    ],
    ['has other bytes', [{ ...first[0]!, bytes: 99 }, first[1]!], /^line 1 was/],
    ['is missing', [first[0]!], /^line 2 was/],
    ['was added', [...first, { ...first[1]!, ordinal: 3 }], /^line 3 was/],
    ['comes before another', [first[1]!, first[0]!], /^line 1 was/],
  ])('were altered where one %s', (_, calls, what) => {
    expect(found([...calls, ...second])).toMatchObject({
      kind: 'altered',
      what: expect.stringMatching(what) as unknown,
    });
  });

  it('were altered where all of another decision are behind them, or all are missing', () => {
    expect(found([...first, ...second, ...callsAt(9, 'd')])).toMatchObject({ kind: 'altered' });
    expect(found([])).toEqual({
      kind: 'altered',
      what: 'missing; the journal has tool calls of 2 decisions',
    });
  });

  it('were altered where the journal has a decision without any', () => {
    const repeated = new RepeatedCalls(folderWith([...first, ...second]));
    repeated.repeat({ asOf: 3, called: null, open });
    expect(repeated.end()).toMatchObject({
      kind: 'altered',
      what: expect.stringMatching(/^line 1 was altered; .*found "\{\\"asOf\\":3/) as unknown,
    });
  });

  it('are none where the journal has none', () => {
    const repeated = new RepeatedCalls(folderWith([]));
    repeated.repeat({ asOf: 3, called: null, open });
    expect(repeated.end()).toBeUndefined();
  });
});
