/**
 * What has to hold of a run of schemathesis: nothing found, nothing left out, and every operation
 * really reached.
 */

import { expect } from 'vitest';
import { conformance, operationsOfDocument, type Extent } from './schemathesis.fixture.js';
import type { SystemUnderTest } from './system-under-test.fixture.js';

/** The number of requests, which shows whether the run means anything. */
export async function expectConformance(
  system: SystemUnderTest,
  folder: string,
  extent: Extent,
): Promise<number> {
  const report = await conformance(system, folder, extent);
  expect({ failures: report.failures, errors: report.errors }, report.output).toEqual({
    failures: [],
    errors: [],
  });
  expect(report.code, report.output).toBe(0);
  const all = operationsOfDocument();
  expect(report.operations).toMatchObject({ total: all, tested: all, errored: 0 });
  for (const phase of ['examples', 'coverage', 'fuzzing', 'stateful']) {
    expect(report.phases[phase], phase).toMatchObject({ status: 'success' });
  }
  expect(Object.keys(report.accepted).length).toBe(all);
  const neverReached = Object.entries(report.accepted).filter(([, accepted]) => accepted === 0);
  expect(neverReached).toEqual([]);
  return report.cases;
}
