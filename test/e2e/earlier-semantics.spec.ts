/** A run of semantics 1 stays readable, is not called altered, and is not continued. */

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folder, tapefold } from './command-line.fixture.js';

const written = fileURLToPath(new URL('semantics-1/', import.meta.url));

/** A run of that engine in the record forms of today, in the place where its scenario puts it. */
function earlierRun(): { scenario: string; out: string; run: string } {
  const directory = folder();
  const out = join(directory, 'out');
  const run = join(out, 'runs', 'cross-ALDR');
  for (const name of ['manifest.json', 'journal.bin']) cpSync(join(written, name), join(run, name));
  cpSync(join(written, 'scenario.yaml'), join(directory, 'scenario.yaml'));
  cpSync(join(written, 'scenario.yaml'), join(out, '.tapefold-result'));
  return { scenario: join(directory, 'scenario.yaml'), out, run };
}

describe('a run of semantics 1', () => {
  it('is printed', async () => {
    const { code, out } = await tapefold('journal', earlierRun().run);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(24);
    const [opened, closed] = [lines[0], lines.at(-1)].map((line) => JSON.parse(line as string));
    expect(opened).toMatchObject({
      type: 'RunOpened',
      semantics: 1,
      workflow: 'trading',
      plan: '',
    });
    expect(JSON.parse(opened.terms)).toMatchObject({ capital: 100_000, policy: { feeBps: 1 } });
    expect(closed).toMatchObject({ type: 'RunClosed', facts: 861, lastSession: null, data: null });
  });

  it('is compared and inspected', async () => {
    const { run } = earlierRun();
    const compared = await tapefold('compare', run, run);
    expect(compared.out).toMatch(/cumulativeReturn +0\.46 % +0\.46 %/);
    const inspected = await tapefold('inspect', run, '--at', '2022-02-08');
    expect(inspected.out).toContain('order 3 accepted at 2022-02-08T21:00:00Z');
  });

  it('is of other semantics to verify, and not tampered with', async () => {
    const { code, out } = await tapefold('verify', earlierRun().run);
    expect([code, out]).toEqual([
      1,
      'other semantics: written by version 1, this is version 4; neither proven nor disproven\n',
    ]);
  });

  it('is in the way of a run of today, which says how to start over', async () => {
    const { scenario, out, run } = earlierRun();
    const { code, err } = await tapefold('run', scenario, '--out', out);
    expect(code).toBe(3);
    expect(err).toMatch(
      /semantics 4; use another --out, or --fresh to start over; found semantics 1/,
    );
    const journal = readFileSync(join(written, 'journal.bin'));
    expect(readFileSync(join(run, 'journal.bin')).equals(journal)).toBe(true);
    expect((await tapefold('run', scenario, '--out', out, '--fresh')).code).toBe(0);
    expect((await tapefold('verify', run)).out).toMatch(/^verified: /);
  });

  it('is not expanded decision by decision', async () => {
    const { code, err } = await tapefold('journal', earlierRun().run, '--expand');
    expect([code, err]).toEqual([3, expect.stringContaining('expected semantics 4')]);
  });
});
