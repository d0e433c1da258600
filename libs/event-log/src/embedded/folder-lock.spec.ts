/** A lock has one holder: a second process is refused, and a process that ended holds nothing. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isFailure } from '#values';
import { takeLock } from './folder-lock.js';

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'lock');
}

function failureOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

it('is refused while it is held, and free once its file is gone', () => {
  const path = lockPath();
  takeLock(path, 'taken');
  const failure = failureOf(() => takeLock(path, 'taken'));
  expect(isFailure(failure, 'Conflict')).toBe(true);
  rmSync(path);
  takeLock(path, 'taken');
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
});

it('leaves nothing beside its file', () => {
  const path = lockPath();
  takeLock(path, 'taken');
  failureOf(() => takeLock(path, 'taken'));
  expect(readdirSync(join(path, '..'))).toEqual(['lock']);
});

it('is taken over from a process that has ended', async () => {
  const path = lockPath();
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((settle) => child.on('exit', settle));
  writeFileSync(path, `${child.pid} 1`);
  takeLock(path, 'taken');
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
});

it('is taken over from a process that was killed, and whose parent has not asked about it', async () => {
  const path = lockPath();
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  onTestFinished(() => void parent.kill('SIGKILL'));
  const said: Buffer = await new Promise((settle) => parent.stdout.once('data', settle));
  const pid = Number(said.toString());
  const fields = (): string[] =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // The shell, which would wait on its child, has been replaced.
  const isShell = (): boolean => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n';
  while (isShell()) await new Promise((go) => setImmediate(go));
  process.kill(pid, 'SIGKILL');
  while (fields()[0] !== 'Z') await new Promise((go) => setImmediate(go));
  writeFileSync(path, `${pid} ${fields()[19]}`);
  takeLock(path, 'taken');
  expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
});

it('is taken over by one of several processes that find a dead holder at the same time', () => {
  const path = lockPath();
  writeFileSync(path, '999999999 1');
  takeLock(`${path}.next`, 'taken');
  expect(
    isFailure(
      failureOf(() => takeLock(path, 'taken')),
      'Conflict',
    ),
  ).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('999999999 1');
  rmSync(`${path}.next`);
  takeLock(path, 'taken');
  expect(readdirSync(join(path, '..'))).toEqual(['lock']);
});
