/**
 * Shows that CI runs sweeps at full size, and how it counts: nothing that failed, or did
 * not run, is lost.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { budgetsOf } from '../../.ci/budgets.js';
import { root, run } from './project-copy.js';

const report = (passed: number, failed: number, more: object = {}): object => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...more,
});
const unloaded = {
  testResults: [
    {
      name: join(root, 'a.spec.ts'),
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    },
  ],
};
const broken = {
  fullName: 'a sum is right',
  status: 'failed',
  failureMessages: ['expected 1 to be 2'],
};
const failing = {
  testResults: [
    { name: join(root, 'b.spec.ts'), status: 'failed', message: '', assertionResults: [broken] },
  ],
};

/** The lines of `parts`, the reports by suite, and the last line that they come to. */
const cases = [
  {
    what: 'sums passed suites',
    parts: 'passed test\npassed gates\npassed test:data\n',
    reports: { test: report(3, 0), 'test-data': report(2, 0) },
    last: '5 passed, 0 failed',
  },
  {
    what: 'counts failed tests of all suites',
    parts: 'FAILED test\npassed gates\nFAILED test:data\n',
    reports: { test: report(3, 1), 'test-data': report(2, 2) },
    last: '5 passed, 3 failed',
  },
  {
    what: 'counts a file that did not load',
    parts: 'FAILED test\npassed gates\npassed test:data\n',
    reports: { test: report(3, 0, unloaded), 'test-data': report(2, 0) },
    last: '5 passed, 1 failed',
  },
  {
    what: 'counts a test that did not run',
    parts: 'passed test\npassed gates\npassed test:data\n',
    reports: { test: report(3, 0, { numPendingTests: 1 }), 'test-data': report(2, 0) },
    last: '5 passed, 1 failed',
  },
  {
    what: 'counts a gate that did not hold',
    parts: 'passed test\nFAILED gates\npassed test:data\n',
    reports: { test: report(3, 0), 'test-data': report(2, 0) },
    last: '5 passed, 1 failed',
  },
  {
    what: 'counts a suite that crashed before it reported',
    parts: 'FAILED test\npassed gates\npassed test:data\n',
    reports: { 'test-data': report(2, 0) },
    last: '2 passed, 1 failed',
  },
  {
    what: 'counts parts that were never reached',
    parts: 'passed test\n',
    reports: { test: report(3, 0) },
    last: '3 passed, 2 failed',
  },
];

describe('a run', () => {
  it('draws sweeps at full size by its commit, and measures every suite', () => {
    const lines = readFileSync(join(root, '.ci', 'run'), 'utf8').split('\n');
    expect(lines).toContain('export TAPEFOLD_DRAW');
    for (const suite of ['test', 'test:long']) {
      expect(lines).toContain(`  TAPEFOLD_SWEEP=full suite ${suite}`);
    }
    expect(lines.filter((line) => / part test/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes('npm run "$script"'))).toEqual([
      expect.stringContaining('processor_seconds.py'),
    ]);
  });

  it('compares two builds before anything else runs, within a time, and counts the outcome', () => {
    const lines = readFileSync(join(root, '.ci', 'run'), 'utf8').split('\n');
    const paired = lines.findIndex((line) => /^part bench:paired timeout .*\d+ npm run/.test(line));
    expect(paired).toBeGreaterThan(0);
    expect(lines.indexOf('computing &')).toBeGreaterThan(paired);
    expect(lines.find((line) => line.includes('.ci/sum-results.js'))).toContain(' bench:paired ');
  });
});

describe('the sum of a run', () => {
  it.each(cases)('$what', async ({ parts, reports, last }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-sum-'));
    writeFileSync(join(folder, 'parts'), parts);
    for (const [suite, content] of Object.entries(reports)) {
      writeFileSync(join(folder, `${suite}.json`), JSON.stringify(content));
    }
    const script = join(root, '.ci', 'sum-results.js');
    const outcome = await run(folder, 'node', [script, folder, 'test', 'gates', 'test:data']);
    rmSync(folder, { recursive: true });

    expect(outcome.output.trimEnd().split('\n').at(-1)).toBe(last);
    expect(outcome.exitCode).toBe(last.endsWith(' 0 failed') ? 0 : 1);
  });

  it('says which failed and why, in front of the counts: who reads it may have the end alone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-sum-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'parts'), 'FAILED test\nFAILED test:data\n');
    writeFileSync(join(folder, 'test.json'), JSON.stringify(report(3, 0, unloaded)));
    writeFileSync(join(folder, 'test-data.json'), JSON.stringify(report(2, 1, failing)));
    const script = join(root, '.ci', 'sum-results.js');
    const { output } = await run(root, 'node', [script, folder, 'test', 'test:data']);

    expect(output.trim().split('\n')).toEqual([
      'test: a.spec.ts',
      '    no such module',
      '',
      'test:data: b.spec.ts: a sum is right',
      '    expected 1 to be 2',
      '',
      'test: 3 passed, 1 failed',
      'test:data: 2 passed, 1 failed',
      '',
      '5 passed, 2 failed',
    ]);
  });

  it('repeats what a part that is no suite warns of, or says that failed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-sum-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'parts'), 'FAILED bench:paired\npassed test\n');
    writeFileSync(join(folder, 'test.json'), JSON.stringify(report(3, 0)));
    const printed = ['warning: a page is old', 'a job: 1.00×', 'failed: a job: 1.40×'];
    writeFileSync(join(folder, 'bench-paired.out'), `${printed.join('\n')}\n`);
    const script = join(root, '.ci', 'sum-results.js');
    const { output } = await run(root, 'node', [script, folder, 'bench:paired', 'test']);

    expect(output.trim().split('\n')).toEqual([
      'bench:paired: warning: a page is old',
      '',
      'bench:paired: failed: a job: 1.40×',
      '',
      'bench:paired: 0 passed, 1 failed',
      'test: 3 passed, 0 failed',
      '',
      '3 passed, 1 failed',
    ]);
  });

  it('counts suites that took more processor seconds than their budget, and those without one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tapefold-sum-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'parts'), 'passed test\npassed test:data\npassed test:planted\n');
    writeFileSync(join(folder, 'calibration'), '1.5\n2.5\n');
    for (const suite of ['test', 'test-data', 'test-planted']) {
      writeFileSync(join(folder, `${suite}.json`), JSON.stringify(report(1, 0)));
    }
    const changelog = readFileSync(join(root, '.ci', 'CHANGELOG.md'), 'utf8');
    const budget = (suite: string): number => budgetsOf(changelog).get(suite) ?? Number.NaN;
    writeFileSync(join(folder, 'test.cpu'), `${2 * budget('test')}\n`);
    writeFileSync(join(folder, 'test-data.cpu'), `${2.3 * budget('test:data')}\n`);
    writeFileSync(join(folder, 'test-planted.cpu'), '1\n');
    const script = join(root, '.ci', 'sum-results.js');
    const args = [script, folder, 'test', 'test:data', 'test:planted'];
    const { output, exitCode } = await run(root, 'node', args);

    expect(exitCode).toBe(1);
    expect(output).toContain('make test:data, test:planted cheaper');
    expect(output.trim().split('\n').at(-1)).toBe('3 passed, 2 failed');
  });
});
