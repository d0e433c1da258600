/** Secrets come from a variable or from the file named next to it, but not from both. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { databaseUrlWith, secretOf } from './secret-files.js';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'secret'), text);
  return join(folder, 'secret');
}

describe('a secret', () => {
  it('is what the variable says, or the line of the file, or nothing', () => {
    expect(secretOf({ SECRET: 'said' }, 'SECRET')).toBe('said');
    expect(secretOf({ SECRET_FILE: fileWith('written\n') }, 'SECRET')).toBe('written');
    expect(secretOf({ SECRET: '', SECRET_FILE: '' }, 'SECRET')).toBe('');
  });

  it('is refused twice, from a file that is not there, and from an empty one', () => {
    const refused =
      (env: Record<string, string>): unknown =>
      () =>
        secretOf(env, 'SECRET');
    const named = (where: string): unknown =>
      expect.objectContaining({ code: 'InvalidInput', where });
    const file = fileWith('written');
    expect(refused({ SECRET: 'said', SECRET_FILE: file })).toThrow(named('SECRET_FILE') as Error);
    expect(refused({ SECRET_FILE: '/no/such' })).toThrow(named('/no/such') as Error);
    const empty = fileWith(' \n');
    expect(refused({ SECRET_FILE: empty })).toThrow(named(empty) as Error);
  });

  it('is the password of the database, whatever characters it has', () => {
    const url = 'postgres://tapefold@postgres:5432/tapefold';
    const env = { TAPEFOLD_DATABASE_PASSWORD_FILE: fileWith('p@ss:w/rd\n') };
    expect(databaseUrlWith(env, url)).toBe(
      'postgres://tapefold:p%40ss%3Aw%2Frd@postgres:5432/tapefold',
    );
    expect(databaseUrlWith({}, url)).toBe(url);
  });
});
