/**
 * Proves a folder of rescored decisions: the result of each policy, and the table that follows from
 * these results.
 */

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isFailure, jsonOf, printable } from '#values';
import { requireBounded, resultBytesMax } from '#files';
import { resultSchema } from '#contracts/result/result';
import { renderRescorePage, rankings, type Rescore, type RescoredRun } from '#report';
import { refuted } from '../again/result-proof.js';
import { verifyResult } from '../again/verify-result.js';
import type { Finding, ResultVerdict, VerifyOptions } from '../again/verdicts.js';
import { resultFolder } from '../result/result-folder.js';
import { folderName } from '../run-folder/run-folder.js';
import { jsonDifference } from '../run-folder/json-difference.js';
import { rescoredRuns } from './rescore.js';

/** The table of a rescore, and the page that draws it. */
export const rescoreFiles = { table: 'rescore.json', page: 'rescore.html' } as const;

const tableSchema = z.looseObject({
  rankedBy: z.enum(rankings),
  policies: z.array(z.looseObject({ name: z.string() })).min(1),
  runs: z.array(z.looseObject({})),
});

/**
 * Verifies the results below `path` that the table names, the runs of the table and the page;
 * writes nothing. Anything else in the folder is named. Streams, whose sources are elsewhere, are
 * not proven: a note says so.
 */
export async function verifyRescore(
  path: string,
  options: VerifyOptions = {},
): Promise<ResultVerdict> {
  const table = tableIn(path);
  if (typeof table === 'string') {
    const findings = [refuted(rescoreFiles.table, table)];
    return { verified: 0, files: [], findings, notes: [] };
  }
  const folders = table.policies.map(({ name }) => folderName(name));
  const findings: Finding[] = [];
  const notes = strangersIn(path, folders);
  let verified = 0;
  for (const name of folders) {
    const verdict = await resultOf(join(path, name), options);
    verified += verdict.verified;
    findings.push(...verdict.findings.map((one) => ({ ...one, path: join(name, one.path) })));
    notes.push(...verdict.notes.map((note) => `${name}: ${note}`));
  }
  // Figures of results that are not proven prove nothing.
  if (findings.length === 0) findings.push(...tableFindings(path, table, folders));
  const files = findings.length === 0 ? Object.values(rescoreFiles) : [];
  notes.push('the sources of the decisions are not part of the folder, and were not compared');
  return { verified, files, findings, notes };
}

/** The table, or what is wrong with it. */
function tableIn(path: string): Rescore | string {
  const file = join(path, rescoreFiles.table);
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'the file is missing';
    if (found.isSymbolicLink()) return 'a result has no links; found one';
    if (!found.isFile()) return 'expected a file; found a folder';
    requireBounded(file, resultBytesMax);
    const checked = tableSchema.safeParse(jsonOf(readFileSync(file, 'utf8')));
    return checked.success ? (checked.data as unknown as Rescore) : 'no table of a rescore';
  } catch (error) {
    if (isFailure(error)) return error.message;
    throw error;
  }
}

async function resultOf(path: string, options: VerifyOptions): Promise<ResultVerdict> {
  const { scenario, result } = resultFolder(path);
  if (existsSync(scenario) && existsSync(result)) return verifyResult(path, options);
  const findings = [refuted('result.json', 'the result of the policy is missing')];
  return { verified: 0, files: [], findings, notes: [] };
}

function tableFindings(path: string, table: Rescore, folders: readonly string[]): Finding[] {
  const runs: RescoredRun[] = [];
  for (const name of folders) {
    const { result } = resultFolder(join(path, name));
    const parsed = resultSchema.safeParse(jsonOf(readFileSync(result, 'utf8')));
    // Its own finding says what is wrong with it.
    if (!parsed.success) return [];
    runs.push(...rescoredRuns(parsed.data, table.rankedBy));
  }
  const difference = jsonDifference(runs, table.runs, 'runs');
  if (difference !== undefined) {
    const { path: member, expected, found } = difference;
    const what = `${member}: altered; expected ${expected}; found ${found}`;
    return [refuted(rescoreFiles.table, what)];
  }
  const page = join(path, rescoreFiles.page);
  if (!existsSync(page)) return [refuted(rescoreFiles.page, 'the file is missing')];
  const isDrawn = readFileSync(page, 'utf8') === renderRescorePage(table);
  return isDrawn ? [] : [refuted(rescoreFiles.page, 'the page does not show the table')];
}

/** What nothing derives; the scripts with the decisions are hashed in the manifests of the runs. */
function strangersIn(path: string, folders: readonly string[]): string[] {
  const known = new Set([...folders, ...Object.values(rescoreFiles), 'scripts']);
  return readdirSync(path)
    .filter((name) => !known.has(name) && !name.startsWith('.'))
    .toSorted()
    .map((name) => `${printable(name, 120)}: not a file of a rescore`);
}
