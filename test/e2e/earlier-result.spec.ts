/**
 * A result of an earlier build is verified, and where it differs nobody says that it was altered.
 */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifyResult } from '#backtest';
import { codeVersion, version } from '#backtest/run-folder/package-folder';
import { tapefold } from './command-line.fixture.js';

const earlier = fileURLToPath(new URL('earlier-result', import.meta.url));

/** A copy in which one file was changed. */
function copied(path: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(earlier, folder, { recursive: true });
  const file = join(folder, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return folder;
}

/** The last digit of a table, which may have been rounded otherwise. */
const lastDigit = /\d(?=\D*$)/;
const otherDigit = (text: string): string =>
  text.replace(lastDigit, (digit) => String((Number(digit) + 1) % 10));

describe('the result of an earlier build', () => {
  it('names that build, and this one names another', () => {
    const { codeVersion: before } = JSON.parse(
      readFileSync(join(earlier, 'runs', 'cross-AAPL', 'manifest.json'), 'utf8'),
    ) as { codeVersion: string };
    expect(codeVersion).toMatch(new RegExp(`^${version.replaceAll('.', '[.]')}[+][0-9a-f]{12}$`));
    expect(before).not.toBe(codeVersion);
  });

  it('is verified as it is', async () => {
    const { findings, notes, verified } = await verifyResult(earlier, { codeVersion });
    expect({ findings, verified }).toEqual({ findings: [], verified: 1 });
    expect(notes).toEqual(['report.html: missing; `tapefold run` writes it again']);
  });

  it.each(['equity.csv', 'fills.csv', 'positions.csv', 'trades.csv'])(
    'has another version where its %s differs',
    async (table) => {
      const folder = copied(join('runs', 'cross-AAPL', table), otherDigit);
      const { findings } = await verifyResult(folder, { codeVersion });
      expect(findings.map(({ verdict }) => verdict)).toEqual([
        expect.objectContaining({ kind: 'other-version', found: '0.1.0', expected: codeVersion }),
      ]);
    },
  );

  it('has another version where its figures differ', async () => {
    const folder = copied('result.json', (text) => text.replace('"fills": ', '"fills": 1'));
    const { findings } = await verifyResult(folder, { codeVersion });
    expect(findings).toEqual([
      {
        path: 'result.json',
        verdict: expect.objectContaining({ kind: 'other-version', found: '0.1.0' }),
      },
    ]);
  });

  it('was altered where it names this build', async () => {
    const folder = copied(join('runs', 'cross-AAPL', 'equity.csv'), otherDigit);
    const manifest = join(folder, 'runs', 'cross-AAPL', 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(
      manifest,
      text.replace('"codeVersion": "0.1.0"', `"codeVersion": "${codeVersion}"`),
    );
    const { findings } = await verifyResult(folder, { codeVersion });
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['refuted']);
  });
});

describe('a result of schema 1', () => {
  const ofSchema1 = readFileSync(
    fileURLToPath(new URL('earlier-result-schema-1.json', import.meta.url)),
    'utf8',
  );
  const run = join('runs', 'cross-AAPL');

  it('is of another version, and its runs are verified', async () => {
    const folder = copied('result.json', () => ofSchema1);
    const { findings, verified } = await verifyResult(folder, { codeVersion });
    expect(verified).toBe(1);
    expect(findings).toEqual([
      {
        path: 'result.json',
        verdict: expect.objectContaining({ kind: 'other-version', found: '0.1.0' }),
      },
    ]);
  });

  it.each([
    ['table', (folder: string) => ['table', folder]],
    ['compare', (folder: string) => ['compare', join(folder, run), join(folder, run)]],
    ['rescore', (folder: string) => ['rescore', folder, '--out', join(folder, 'again')]],
    [
      'rescore of a run',
      (folder: string) => ['rescore', join(folder, run), '--out', join(folder, 'again')],
    ],
  ])('is not shown by %s, which says to run it again', async (_, words) => {
    const folder = copied('result.json', () => ofSchema1);
    const ended = await tapefold(...words(folder));
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('schema 1: run it again');
    expect(ended.err).toContain(join(folder, 'result.json'));
    expect(ended.err).toContain('schemaVersion 1');
  });
});
