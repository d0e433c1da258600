/**
 * Filings with one planted error each, and the audit cases about them, whose answers the planting
 * itself computes.
 */

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { AuditCase } from '#contracts/result/audit-case';

/** Kinds of errors, planted in turn. */
export const plantedErrors = [
  'sign',
  'scale',
  'missing-child',
  'duplicate',
  'context',
  'weight',
] as const;

export interface PlantedCase extends AuditCase {
  readonly id: string;
  readonly category: `planted-${(typeof plantedErrors)[number]}`;
  /** As the altered filing has it; `0` where it has nothing. */
  readonly expected_extracted: string;
  readonly expected_calculated: string;
}

/**
 * Writes a hundred altered copies into `outFolder/XBRL`, their cases into `outFolder/cases.jsonl`,
 * and the taxonomies next to them. Unchanged files may be hard links, so treat them as read-only.
 * @param dataFolder holds `XBRL/`, `corruptions.json` (altered copies are not altered again)
 * and `us-gaap/`
 * @param seed of Python's generator: the same cases by the same seed
 */
export function plantAudits(dataFolder: string, outFolder: string, seed: string): PlantedCase[] {
  const input = JSON.stringify({
    data: resolve(dataFolder),
    out: resolve(outFolder),
    seed,
    count: 100,
  });
  const options = { input, maxBuffer: 2 ** 26, encoding: 'utf8' as const };
  const { status, stdout, stderr, error } = spawnSync(
    'python3',
    [resolve('test/data/planted_audits.py')],
    options,
  );
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as PlantedCase[];
}
