/** The process of the reference, for the tests of one file. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Reference } from './reference-outcome.js';

/**
 * Starts the reference before the tests and ends it after them. Returns how to get it, and a folder
 * for the worlds of the product that goes with it.
 */
export function startedReference(): { readonly folder: string; reference(): Reference } {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-worlds-'));
  let reference: Reference;
  beforeAll(() => {
    reference = new Reference();
  });
  afterAll(async () => {
    await reference.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, reference: () => reference };
}
