/**
 * The last lines of the run: what each part came to, and `N passed, N failed` over all of them. A part that
 * failed without a failed test of its own counts as one failure, and so does a test
 * that did not run. Runs on the machine's own Node: plain JavaScript.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
    };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

let passed = 0;
let failed = 0;
console.log('');
for (const part of partsOf()) {
  const isSuite = part.name.startsWith('test');
  const tests = isSuite ? testsOf(part.name) : { passed: 0, failed: 0 };
  if (!part.passed && tests.failed === 0) tests.failed = 1;
  passed += tests.passed;
  failed += tests.failed;
  const outcome =
    isSuite || !part.passed ? `${tests.passed} passed, ${tests.failed} failed` : 'passed';
  console.log(`${part.name}: ${outcome}`);
}
console.log('');
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
