/**
 * Goldens of drawn price files: what `data init` writes for them, what a check finds, and every bar
 * that is read, sound or with a fault in one line. TAPEFOLD_ACCEPT_JOURNALS=1 rewrites them, after
 * the suite `properties` has passed.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { formatInstant, isFailure, sha256Hex } from '#values';
import { variantsOf } from '#values/text-variants.fixture';
import { factKinds } from '#contracts';
import { initDataset, openDataset } from '#market-data';
import type { VendorWorld } from '../properties/vendor-bars.js';
import * as days from '../properties/vendor-days.js';
import { fileText, type Prices } from '../properties/vendor-files.js';
import * as minutes from '../properties/vendor-minutes.js';

const isAccepting = process.env['TAPEFOLD_ACCEPT_JOURNALS'] === '1';
const root = mkdtempSync(join(tmpdir(), 'tapefold-drawn-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

const filesOfEach = 5;

const digest = (value: unknown): string => sha256Hex(JSON.stringify(value)).slice(0, 12);

/** A walk by the number of the bar, so that a price tells where it came from. */
function pricesOf(at: number): Prices {
  const levelAt = (step: number): number =>
    Number((100 + 8 * Math.sin(step * 1.7) + (step % 7)).toFixed(2));
  const open = levelAt(at);
  const close = levelAt(at + 1);
  return { open, close, high: Math.max(open, close) + 1, low: Math.min(open, close) - 1 };
}

async function barsOf(path: string): Promise<unknown[][]> {
  const dataset = await openDataset(path);
  try {
    const { errors, warnings } = await dataset.check();
    const symbols = [...dataset.symbols];
    const until = dataset.calendar.lastDate;
    const rows: unknown[][] = [];
    for (const source of await dataset.openSources({ symbols, until, badRows: 'drop' })) {
      for (let facts = await source.pull(); facts; facts = await source.pull()) {
        for (let row = 0; row < facts.count; row++) {
          if (facts.kind[row] !== factKinds.bar) continue;
          const times = [facts.knowledgeTime[row]!, facts.eventTime[row]!].map(formatInstant);
          const { open, high, low, close, adjClose, volume } = facts;
          const values = [open, high, low, close, adjClose, volume].map((column) => column[row]);
          rows.push([...times, ...values.map(String)]);
        }
      }
      source.close();
    }
    return [[errors, warnings], ...rows];
  } finally {
    await dataset.close();
  }
}

/**
 * A line: how many bars there are, the first of them, and hashes of all, of the findings and
 * of the manifest.
 */
async function outcomeOf(world: VendorWorld, text: string): Promise<string> {
  const folder = join(root, `${folders++}`);
  mkdirSync(folder);
  const file = join(folder, `${world.symbol}.csv`);
  writeFileSync(file, text);
  const out = join(folder, 'set');
  const told = (value: unknown): string =>
    JSON.stringify(value).replaceAll(folder, '').replaceAll(root, '');
  try {
    await initDataset([file], out, world.options);
    const [findings, ...bars] = await barsOf(out);
    const manifest = readFileSync(join(out, 'dataset.yaml'), 'utf8');
    const hashes = [digest(bars), digest(told(findings)), digest(told(manifest))];
    return `${bars.length} bars, ${bars[0]?.slice(0, 3).join(' ')}: ${hashes.join(' ')}`;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return `! ${told(error.message)}`;
  }
}

/** The file with a fault in one of its lines; each file has other faults. */
const withFault = (lines: readonly string[], file: number, line: number): string =>
  lines.with(line, variantsOf(lines, line, file + 1).at(-1)!).join('\n');

const worlds = { ...days, ...minutes };

it.each(Object.entries(worlds))('drawn %s give what was accepted', async (name, drawn) => {
  const golden = join(import.meta.dirname, 'drawn-files', `${name}.txt`);
  const told: string[] = [];
  for (const [file, world] of fc.sample(drawn, { numRuns: filesOfEach, seed: 1 }).entries()) {
    const rows = world.bars.map(({ stamp }, at) => ({ stamp, ...pricesOf(at) }));
    const text = fileText(world.form, world.symbol, rows);
    told.push(text.split('\n', 2).join(' / '), `  ${await outcomeOf(world, text)}`);
    const lines = text.split('\n');
    for (const line of [0, 1 + file]) {
      told.push(`  ${await outcomeOf(world, withFault(lines, file, line))}`);
    }
  }
  if (isAccepting) writeFileSync(golden, `${told.join('\n')}\n`);
  expect(told).toEqual(readFileSync(golden, 'utf8').trimEnd().split('\n'));
});
