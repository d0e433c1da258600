/**
 * The last lines of the run: which tests failed and why, what each part came to, and `N passed, N failed` over all of
 * them. A part that failed without a failed test of its own counts as one failure, and so does a test that did not run,
 * or a suite that took more processor seconds than its budget. Runs on the machine's own Node: plain JavaScript.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareWithBudgets } from './budgets.js';

const [folder, ...expected] = process.argv.slice(2);

function partsOf() {
  const file = join(folder, 'parts');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const seen = lines.map((line) => ({ name: line.slice(7), passed: line.startsWith('passed') }));
  const absent = expected.filter((name) => !seen.some((part) => part.name === name));
  return seen.concat(absent.map((name) => ({ name, passed: false })));
}

/** Tests that passed and failed by the reporter's own count; a file that did not load is a failure. */
function testsOf(name) {
  try {
    const report = JSON.parse(
      readFileSync(join(folder, `${name.replace(/:/g, '-')}.json`), 'utf8'),
    );
    const unloaded = report.testResults.filter(
      (file) =>
        file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
    );
    const skipped = report.numPendingTests + report.numTodoTests;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length + skipped,
      failures: report.testResults.flatMap((file) => failuresOf(file)),
    };
  } catch {
    return { passed: 0, failed: 0, failures: [] };
  }
}

/** Who reads the end of a long log alone sees what to mend: file, test, and how its message begins. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative('.', name);
  const tests = assertionResults.filter((test) => test.status !== 'passed');
  if (tests.length === 0) return status === 'failed' ? [`${file}\n${beginOf(message)}`] : [];
  return tests.map((test) => {
    const why = test.failureMessages?.[0] ?? test.status;
    return `${file}: ${test.fullName}\n${beginOf(why)}`;
  });
}

function beginOf(message) {
  const lines = message.trimEnd().split('\n').slice(0, 30);
  return lines.map((line) => `    ${line}`).join('\n');
}

/** Lines of a part that is no suite which say what failed, or what will not stay as it is. */
function notesOf(name) {
  const file = join(folder, `${name.replace(/[: ]/g, '-')}.out`);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => line.startsWith('failed: ') || line.startsWith('warning: '));
}

let passed = 0;
let failed = 0;
const outcomes = [];
for (const part of partsOf()) {
  const isSuite = part.name.startsWith('test');
  const tests = isSuite ? testsOf(part.name) : { passed: 0, failed: 0, failures: [] };
  if (!part.passed && tests.failed === 0) tests.failed = 1;
  passed += tests.passed;
  failed += tests.failed;
  const outcome =
    isSuite || !part.passed ? `${tests.passed} passed, ${tests.failed} failed` : 'passed';
  outcomes.push(`${part.name}: ${outcome}`);
  if (!isSuite) for (const note of notesOf(part.name)) console.log(`\n${part.name}: ${note}`);
  for (const failure of tests.failures) console.log(`\n${part.name}: ${failure}`);
}
console.log(`\n${outcomes.join('\n')}\n`);
const suites = expected.filter((name) => name.startsWith('test'));
const changelog = readFileSync(new URL('CHANGELOG.md', import.meta.url), 'utf8');
const { lines, over } = compareWithBudgets(folder, suites, changelog);
if (lines.length > 0) console.log(`${lines.join('\n')}\n`);
if (over.length > 0) {
  console.log(
    `make ${over.join(', ')} cheaper, or add a row to .ci/CHANGELOG.md that says what the seconds are for\n`,
  );
  failed += over.length;
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
