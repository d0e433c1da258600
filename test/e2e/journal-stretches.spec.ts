/**
 * A stretch of unchanged decisions is one line of a journal, and with `--expand` a line
 * for each of them.
 */

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyRun } from '#backtest';
import { file, folder, tapefold } from './command-line.fixture.js';
import { waveData, waveScenario } from './wave-data.fixture.js';

type Line = { readonly seq: number; readonly type: string; readonly asOf: number } & Readonly<
  Record<string, unknown>
>;
const linesOf = (out: string): Line[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Three days of minutes, two of them in the window. */
async function minutes(directory: string): Promise<{ run: string; data: string }> {
  const data = waveData(directory, 3 * 1440);
  const scenario = file(directory, 'scenario.yaml', waveScenario(data, '01-03'));
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out);
  expect(ended.code, ended.err).toBe(0);
  return { run: join(out, 'runs', 'cross-WAVE'), data };
}

describe('tapefold journal', () => {
  it('prints stretches, and each of their decisions when it is asked to', async () => {
    const { run } = await minutes(folder());
    const short = linesOf((await tapefold('journal', run)).out);
    const stretches = short.filter(({ type }) => type === 'DecisionsUnchanged');
    const inStretches = stretches.reduce((sum, { count }) => sum + Number(count), 0);
    expect(stretches.length).toBeGreaterThan(10);
    expect(inStretches).toBeGreaterThan(20 * stretches.length);

    const expanded = linesOf((await tapefold('journal', run, '--expand')).out);
    const decisions = expanded.filter(({ type }) => type === 'DecisionMade');
    // The window has 2 x 1440 bars, and a decision is due at each.
    expect(decisions).toHaveLength(2880);
    expect(expanded).toHaveLength(short.length - stretches.length + inStretches);
    for (const { seq, count, since, asOf } of stretches) {
      const own = expanded.filter((line) => line.seq === seq);
      expect([own.length, own.at(0)?.asOf, own.at(-1)?.asOf]).toEqual([count, since, asOf]);
    }
    const ofStretches = new Set(stretches.map(({ seq }) => seq));
    const others = (lines: Line[]): Line[] => lines.filter(({ seq }) => !ofStretches.has(seq));
    expect(others(expanded)).toEqual(others(short));
    expect(await verifyRun(run)).toMatchObject({ kind: 'verified' });
  });

  it('needs the data set to expand, and reports it', async () => {
    const { run, data } = await minutes(folder());
    renameSync(data, `${data}-moved`);
    const missing = await tapefold('journal', run, '--expand');
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toContain(data);
    expect((await tapefold('journal', run)).code).toBe(0);
    const found = await tapefold('journal', run, '--expand', '--data', `${data}-moved`);
    expect(linesOf(found.out).filter(({ type }) => type === 'DecisionMade')).toHaveLength(2880);
    const other = await tapefold('journal', run, '--expand', '--data', 'synthetic-market');
    expect(other).toMatchObject({ code: 2, out: '' });
    expect(other.err).toContain('the data set is not the one that the run used');
  });
});
