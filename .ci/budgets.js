/**
 * What suites took in processor seconds, beside what they may take. Budgets are the last row of each suite in
 * .ci/CHANGELOG.md, for a machine on which the calibration takes one second. Plain JavaScript without packages.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Growth up to this factor passes without a new row. */
const allowedGrowth = 1.1;

/** The budget of each suite: the last row counts. */
export function budgetsOf(changelog) {
  const row = /^\| \d{4}-\d\d-\d\d \| +([\w:]+) +\| +(\d+) +\|/gm;
  return new Map(
    [...changelog.matchAll(row)].map(([, suite, seconds]) => [suite, Number(seconds)]),
  );
}

/** The seconds that the calibration took here: the mean of what was noted before and after the suites. */
function calibrationOf(folder) {
  const file = join(folder, 'calibration');
  if (!existsSync(file)) return null;
  const values = readFileSync(file, 'utf8').trim().split('\n').map(Number);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * A line for each suite that was measured, and the suites that took more than they may. A suite without a budget, and
 * one with a budget that was not measured, are over it.
 */
export function compareWithBudgets(folder, suites, changelog) {
  const unit = calibrationOf(folder);
  if (unit === null) return { lines: [], over: [] };
  const budgets = budgetsOf(changelog);
  const lines = [`processor seconds, the calibration ${unit.toFixed(2)} s`];
  const over = [];
  for (const suite of suites) {
    const file = join(folder, `${suite.replace(/:/g, '-')}.cpu`);
    const measured = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
    const found = Math.round(measured / unit);
    const most = Math.round((budgets.get(suite) ?? 0) * allowedGrowth);
    const isWithin = found <= most;
    lines.push(
      `${suite}: ${found} s where that takes 1 s, at most ${most}${isWithin ? '' : ': OVER'}`,
    );
    if (!isWithin) over.push(suite);
  }
  return { lines, over };
}
