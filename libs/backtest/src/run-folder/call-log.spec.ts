/** Calls beside the journal: those of no journaled decision do not count, and nothing is lost. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordsIn } from '#store/embedded/records.fixture';
import { sha256Hex } from '#values';
import { CallLog, toolCallsOf, type LoggedCall } from './call-log.js';
import { runFolder, type RunFolder } from './run-folder.js';
import { RunRecords } from './run-records.js';

const home = mkdtempSync(join(tmpdir(), 'tapefold-calls-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => runFolder(join(home, `${folders++}`));

const callAt = (asOf: number, ordinal = 1): LoggedCall => ({
  asOf,
  ordinal,
  tool: 'get_prices',
  arguments: '{"symbol":"AÄ\\n"}',
  result: sha256Hex('[1]'),
  bytes: 3,
  error: null,
  durationMs: 0.25,
});
const made = [callAt(10), callAt(10, 2), callAt(20)];

/** Opens the calls as a process does that has decided on those up to `decided`. */
const opened = (folder: RunFolder, decided: number): CallLog =>
  new CallLog(folder, new RunRecords(folder), decided);

/** A folder with the calls of two decisions, at 10 and 20. */
function written(): RunFolder {
  const folder = newFolder();
  const records = new RunRecords(folder);
  const log = new CallLog(folder, records, -1);
  for (const { asOf, ...record } of made) log.keep(asOf, record, '[1]');
  log.settle();
  records.close();
  return folder;
}

describe('a log of calls', () => {
  it('has a record for each, and the result by its hash', () => {
    const folder = written();
    expect(toolCallsOf(folder)).toEqual(made);
    const text = readFileSync(join(folder.texts, `${sha256Hex('[1]')}.txt`), 'utf8');
    expect(text).toBe('[1]');
  });

  it('keeps no text of a call without a result', () => {
    const folder = newFolder();
    const log = opened(folder, -1);
    const { asOf, ...record } = callAt(10);
    log.keep(asOf, { ...record, result: null, error: 'no' }, '[1]');
    log.keep(asOf, { ...record, ordinal: 2 }, null);
    log.settle();
    expect(toolCallsOf(folder)).toMatchObject([{ result: null, error: 'no' }, { ordinal: 2 }]);
    expect(existsSync(folder.texts)).toBe(false);
  });

  it('says at the end of a decision that a call could not be kept, and not to the agent', () => {
    const folder = newFolder();
    const log = opened(folder, -1);
    mkdirSync(folder.recording, { recursive: true });
    const { asOf, ...record } = callAt(10);
    expect(() => log.keep(asOf, record, '[1]')).not.toThrow();
    expect(() => log.settle()).toThrow('not a file');
  });

  it('keeps what the journal has decided on', () => {
    const folder = written();
    expect(opened(folder, 20).lostCalls).toBe(0);
    expect(toolCallsOf(folder)).toEqual(made);
    expect(recordsIn(folder.recording, 'calls')).toHaveLength(3);
  });

  it.each([
    { decided: -1, kept: 0 },
    { decided: 10, kept: 2 },
    { decided: 19, kept: 2 },
  ])('counts $kept of its calls when $decided was decided last', ({ decided, kept }) => {
    const folder = written();
    expect(opened(folder, decided).lostCalls).toBe(3 - kept);
    expect(toolCallsOf(folder)).toEqual(made.slice(0, kept));
    expect(recordsIn(folder.recording, 'calls').slice(0, 3)).toEqual(
      made.map((call) => JSON.stringify(call)),
    );
  });

  it('counts the calls of a decision that was made again', () => {
    const folder = written();
    const { asOf, ...record } = callAt(20);
    opened(folder, 10).keep(asOf, { ...record, tool: 'get_news' }, null);
    expect(toolCallsOf(folder).map(({ tool }) => tool)).toEqual([
      'get_prices',
      'get_prices',
      'get_news',
    ]);
  });
});
