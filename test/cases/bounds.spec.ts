/**
 * Inputs that once took all memory or never came to an end: refused early, with the bound
 * that they exceed.
 */

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mainFile, type Ended } from '../e2e/warm-program.fixture.js';
import { folder } from '../e2e/command-line.fixture.js';

interface Measured extends Ended {
  /** The most memory that the process had, in bytes. */
  readonly peak: number;
}

/** Runs `tapefold …` in its own process, which writes its high-water mark when it exits. */
function measured(directory: string, ...args: readonly string[]): Promise<Measured> {
  const peakFile = join(directory, 'peak');
  const mark = `String(process.resourceUsage().maxRSS)`;
  const write = `require('node:fs').writeFileSync(${JSON.stringify(peakFile)}, ${mark})`;
  const hook = `process.on('exit', () => ${write});`;
  writeFileSync(join(directory, 'hook.cjs'), hook);
  const program = ['--require', join(directory, 'hook.cjs'), mainFile, ...args];
  return new Promise((settle) => {
    execFile(process.execPath, program, { cwd: directory }, (error, out, err) => {
      let code;
      if (error === null) {
        code = 0;
      } else if (typeof error.code === 'number') {
        code = error.code;
      } else {
        code = null;
      }
      settle({ code, out, err, peak: 1024 * Number(readFileSync(peakFile, 'utf8')) });
    });
  });
}

/** Members of a gzip file follow each other: a few of them unpack to any size. */
function bomb(header: string, gigabytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(1 << 26, '0'));
  return Buffer.concat([gzipSync(header), ...Array.from({ length: 16 * gigabytes }, () => member)]);
}

describe('an archive that unpacks to gigabytes', () => {
  it('is refused at the first line that is too long, in little memory', async () => {
    const path = folder();
    writeFileSync(join(path, 'A.csv.gz'), bomb('Date,Open,High,Low,Close,Volume\n', 5));
    const args = ['run', '--prices', 'A.csv.gz', '--agent', 'buy-and-hold', '--out', 'o'];
    const { code, err, peak } = await measured(path, ...args);
    expect(err).toContain(
      'A.csv.gz: a line of the unpacked file is too long; expected at most 67108864 bytes',
    );
    expect(code).toBe(2);
    expect(peak).toBeLessThan(1e9);
    expect(existsSync(join(path, 'o', 'data'))).toBe(false);
  });
});

describe('a header of 60,000 columns', () => {
  const row = (values: string, filler: string): string => `${values}${`,${filler}`.repeat(60_000)}`;

  it('costs no more than its bytes, and a longer one is refused', async () => {
    const path = folder();
    const names = Array.from({ length: 60_000 }, (_, at) => `c${at}`).join();
    const rows = ['2024-01-02', '2024-01-03', '2024-01-04'].map((date) =>
      row(`${date},1,2,1,2`, ''),
    );
    const text = [`Date,Open,High,Low,Close,${names}`, ...rows, ''].join('\n');
    writeFileSync(join(path, 'A.csv'), text);
    const { code, err } = await measured(path, 'data', 'init', 'A.csv', '--out', 'a');
    expect(err).toBe('');
    expect(code).toBe(0);
    writeFileSync(join(path, 'B.csv'), text.replaceAll('\n', `${',x'.repeat(6_000)}\n`));
    const refused = await measured(path, 'data', 'init', 'B.csv', '--out', 'b');
    expect(refused.err).toMatch(/B.csv.*too many fields; expected at most 65536/);
    expect(refused.code).toBe(2);
  });
});

describe('a named pipe in place of a file', () => {
  it('is refused by name, where it would be waited for', async () => {
    const path = folder();
    execFileSync('mkfifo', [join(path, 'A.csv')]);
    const args = ['run', '--prices', 'A.csv', '--agent', 'buy-and-hold', '--out', 'o'];
    const { code, err } = await measured(path, ...args);
    expect(err).toContain('A.csv: not a regular file; expected a file; found a named pipe');
    expect(code).toBe(2);
  });
});
