/**
 * 10,000 symbols at 20,000 trades a second for a while: prints what was measured, and holds it
 * against its bounds.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { loadLines, measureLoad, rate, symbols } from '../../bench/live/measure-load.js';

/**
 * One number that is kept of each fact takes as many; programs that are compiled late take
 * some 100 kB, once.
 */
const bytesAFactMax = 8;

/**
 * Nothing is lost or out of place, the replay has the same tape, and no fact leaves
 * anything in memory.
 */
export async function passesLoad(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const finding = await measureLoad({ folder, seconds });
  console.log(loadLines(finding).join('\n'));
  const { report, bytesAFact } = finding;
  expect(report.sent).toBe(rate * seconds);
  expect(report.trades).toBe(report.sent);
  expect([report.outOfPlace, report.behind]).toEqual([0, 0]);
  expect(report.status).toEqual({ duplicates: 0, late: 0, gaps: 0 });
  expect(report.bars).toBeGreaterThanOrEqual(symbols * Math.floor(seconds / 60));
  expect(report.replayHash).toBe(report.liveHash);
  expect(bytesAFact).toBeLessThan(bytesAFactMax);
}
