/**
 * Tests of bounded reading: what is refused before a byte is read, and files whose size is not
 * what it seems.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundedBytes, boundedText, openRegular, requireBounded } from './index.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tapefold-files-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe('a bounded file', () => {
  it('is read to its bound and not a byte beyond it', () => {
    const path = join(folder(), 'a');
    writeFileSync(path, 'été');
    expect(boundedText(path, 'a', 5)).toBe('été');
    expect(() => boundedText(path, 'a', 4)).toThrow(
      expect.objectContaining({
        code: 'InvalidInput',
        message: 'a: the file is too large; expected at most 4 bytes; found 5 bytes',
      }),
    );
    writeFileSync(path, '');
    expect(boundedBytes(path, 'a', 0)).toHaveLength(0);
  });

  it('may report no size at all, as those of /proc do', () => {
    expect(boundedText('/proc/self/status', 'status', 100_000)).toMatch(/^Name:/);
    expect(() => boundedText('/proc/self/status', 'status', 100)).toThrow(
      /status: the file is too large; expected at most 100 bytes; found more/,
    );
  });

  it('is required before readers that name a missing file, or a folder, themselves', () => {
    const path = folder();
    writeFileSync(join(path, 'a'), 'abc');
    requireBounded(join(path, 'a'), 3);
    expect(() => requireBounded(join(path, 'a'), 2, 'a')).toThrow(
      'a: the file is too large; expected at most 2 bytes; found 3 bytes',
    );
    requireBounded(join(path, 'b'), 0);
    requireBounded(path, 0);
  });

  it('names a file that does not exist', () => {
    expect(() => boundedText(join(folder(), 'a'), 'a.csv', 9)).toThrow(/^a.csv: no such file/);
  });
});

describe('a file that is not regular', () => {
  const message = (found: string): string =>
    `x: not a regular file; expected a file; found ${found}`;

  it('is refused by name: a named pipe, a folder, a device', () => {
    const path = folder();
    execFileSync('mkfifo', [join(path, 'pipe')]);
    expect(() => openRegular(join(path, 'pipe'), 'x')).toThrow(message('a named pipe'));
    expect(() => openRegular(path, 'x')).toThrow(message('a folder'));
    expect(() => boundedBytes('/dev/zero', 'x', 9)).toThrow(message('a device'));
    expect(() => requireBounded(join(path, 'pipe'), 9, 'x')).toThrow(message('a named pipe'));
    expect(() => requireBounded('/dev/zero', 9, 'x')).toThrow(message('a device'));
  });

  it('is refused by name: a socket', async () => {
    const path = join(folder(), 's');
    const server = createServer();
    await new Promise<void>((settle) => server.listen(path, settle));
    onTestFinished(() => void server.close());
    expect(() => openRegular(path, 'x')).toThrow(message('a socket'));
  });
});
