/**
 * Golden journals: small runs whose every record was reviewed, and which change only on purpose.
 * TAPEFOLD_ACCEPT_JOURNALS=1 rewrites them; the difference is then read in review.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GoldenInput } from './golden-input.js';
import { rewritten, runGolden } from './golden-run.js';

const isAccepting = process.env['TAPEFOLD_ACCEPT_JOURNALS'] === '1';
const scenarios = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => existsSync(join(import.meta.dirname, name, 'input.ts')))
  .sort();

async function inputOf(scenario: string): Promise<GoldenInput> {
  const module = (await import(`./${scenario}/input.ts`)) as { input: GoldenInput };
  return module.input;
}

const expectedFile = (scenario: string): string =>
  join(import.meta.dirname, scenario, 'expected.jsonl');

/** Lines, so that a difference shows the records that differ. */
const lines = (text: string): string[] => text.split('\n');

it('there are golden journals', () => {
  expect(scenarios).not.toHaveLength(0);
});

describe.each(scenarios)('%s', (scenario) => {
  it('gives the journal that was accepted', async () => {
    const { appended } = await runGolden(await inputOf(scenario));
    if (isAccepting) writeFileSync(expectedFile(scenario), appended.text);
    const expected = readFileSync(expectedFile(scenario), 'utf8');
    expect(lines(appended.text)).toEqual(lines(expected));
  });

  it('reads back from its file as it was appended, in batches of any size', async () => {
    const input = await inputOf(scenario);
    const sizes = [{}, { batchFacts: 1, batchRecords: 1 }, { batchFacts: 3, batchRecords: 65_536 }];
    for (const batches of sizes) {
      const { appended, read } = await runGolden(input, batches);
      expect(lines(read.text)).toEqual(lines(appended.text));
      expect(lines(read.text)).toEqual(lines(readFileSync(expectedFile(scenario), 'utf8')));
    }
  });

  it('has nothing that printing loses: its lines, written again, give the same bytes and hash', async () => {
    const expected = readFileSync(expectedFile(scenario), 'utf8');
    expect(lines((await rewritten(expected)).text)).toEqual(lines(expected));
  });

  it('says what it proves', () => {
    const readme = join(import.meta.dirname, scenario, 'README.md');
    expect(existsSync(readme) ? readFileSync(readme, 'utf8') : '').toMatch(/^# .+\n\n\S/);
  });
});
