/** A report that could not be drawn, and a run without an answer, have their own exit codes. */

import { expect, it } from 'vitest';
import { exitCodes, reportUnanswered, reportUndrawn } from './exit-code.js';

it('is that of a report that could not be drawn, and of nothing else', () => {
  expect(reportUndrawn(null)).toBe(exitCodes.ok);
  const code = reportUndrawn('an axis has finite ends');
  expect(Object.entries(exitCodes).filter(([, other]) => other === code)).toEqual([['undrawn', 6]]);
});

const run = (agent: string, due: number, answered: number) =>
  ({ run: agent, coverage: { due, answered } }) as never;

it.each([
  [[run('mine', 5, 1), run('idle', 0, 0)], exitCodes.ok],
  [[run('hold', 5, 5), run('mine', 5, 0)], 7],
  [[run('mine', 5, 2), run('mine', 5, 0)], 7],
  [[], exitCodes.ok],
])('is 7 when no due decision of a run was answered: %j', (runs, code) => {
  expect(reportUnanswered({ runs }, exitCodes.ok)).toBe(code);
  expect(reportUnanswered({ runs }, exitCodes.undrawn)).toBe(code === 7 ? 7 : exitCodes.undrawn);
});
