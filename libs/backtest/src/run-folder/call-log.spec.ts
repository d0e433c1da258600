/** Calls beside the journal: those of no journaled decision are quarantined, and nothing is lost. */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { callLine, callLines, CallLog, parseCall, type LoggedCall } from './call-log.js';
import { runFolder } from './run-folder.js';

const home = mkdtempSync(join(tmpdir(), 'tapefold-calls-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => runFolder(join(home, `${folders++}`));

const callAt = (asOf: number, ordinal = 1): LoggedCall => ({
  ...{ asOf, ordinal, tool: 'get_prices', arguments: '{"symbol":"AÄ\\n"}' },
  ...{ result: sha256Hex('[1]'), bytes: 3, error: null, durationMs: 0.25 },
});

/** A folder with the calls of two decisions, at 10 and 20. */
function written() {
  const folder = newFolder();
  const log = new CallLog(folder, -1);
  for (const call of [callAt(10), callAt(10, 2), callAt(20)]) {
    const { asOf, ...record } = call;
    log.keep(asOf, record, '[1]');
  }
  log.settle();
  return { folder, text: readFileSync(folder.calls, 'utf8') };
}

describe('a log of calls', () => {
  it('has a line for each, and the result by its hash', () => {
    const { folder } = written();
    const calls = callLines(folder)?.map(parseCall);
    expect(calls).toEqual([callAt(10), callAt(10, 2), callAt(20)]);
    const text = readFileSync(join(folder.texts, `${sha256Hex('[1]')}.txt`), 'utf8');
    expect(text).toBe('[1]');
  });

  it('says at the end of a decision that a call could not be kept, and not to the agent', () => {
    const folder = newFolder();
    const log = new CallLog(folder, -1);
    mkdirSync(folder.calls, { recursive: true });
    const { asOf, ...record } = callAt(10);
    expect(() => log.keep(asOf, record, '[1]')).not.toThrow();
    expect(() => log.settle()).toThrow('the tool calls cannot be read or written');
  });

  it('keeps what the journal has decided on', () => {
    const { folder, text } = written();
    expect(new CallLog(folder, 20).tornBytes).toBe(0);
    expect(readFileSync(folder.calls, 'utf8')).toBe(text);
    expect(existsSync(`${folder.calls}.torn`)).toBe(false);
  });

  it.each([
    { decided: -1, kept: 0 },
    { decided: 10, kept: 2 },
    { decided: 19, kept: 2 },
  ])('keeps $kept of its lines where $decided was decided last', ({ decided, kept }) => {
    const { folder, text } = written();
    const lines = text.split('\n').slice(0, -1);
    const rest = lines.slice(kept).join('\n');
    expect(new CallLog(folder, decided).tornBytes).toBe(Buffer.byteLength(rest) + 1);
    expect(callLines(folder)).toEqual(lines.slice(0, kept));
    expect(readFileSync(`${folder.calls}.torn`, 'utf8')).toBe(`${rest}\n`);
  });

  it.each([1, 20, 60])(
    'sets half a line of %i bytes aside, behind what was torn before',
    (bytes) => {
      const { folder, text } = written();
      const half = callLine(callAt(20, 2)).slice(0, bytes);
      appendFileSync(folder.calls, half);
      writeFileSync(`${folder.calls}.torn`, 'before ');
      expect(new CallLog(folder, 20).tornBytes).toBe(bytes);
      expect(readFileSync(folder.calls, 'utf8')).toBe(text);
      expect(readFileSync(`${folder.calls}.torn`, 'utf8')).toBe(`before ${half}`);
    },
  );
});
