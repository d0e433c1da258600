/**
 * An agent that works through tools has one journal and the same calls, in a run or
 * behind services.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordsIn } from '#store/embedded/records.fixture';
import { sweepSize } from '#values/sweep-size.fixture';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';
import { followRun, withTools } from '../e2e/mcp-decisions.fixture.js';
import { serve, takeDecisions } from '../e2e/served.fixture.js';
import { readAndDecide } from '../e2e/tool-reader.fixture.js';

const scenarioIn = (home: string, to: string = sweepSize('2022-01-21', '2022-03-31')): string =>
  file(
    home,
    'scenario.yaml',
    `name: served-tools
data: synthetic-market
window: { from: 2022-01-03, to: ${to} }
symbols: [ALDR]
execution: close
agents:
  - { id: outside, kind: mcp }
`,
  );

/** Calls as a run keeps them, without what they took. */
const callsOf = (out: string): object[] =>
  recordsIn(join(out, 'runs', 'outside-ALDR', 'recording.db'), 'calls').map((line) => ({
    ...(JSON.parse(line) as object),
    durationMs: 0,
  }));

const journalOf = (out: string): Buffer =>
  readFileSync(join(out, 'runs', 'outside-ALDR', 'journal.bin'));

describe('an agent that works through tools', () => {
  it('has the same journal and calls over services, and what is downloaded verifies', async () => {
    const home = folder();
    const scenario = scenarioIn(home);
    const alone = join(home, 'alone');
    const run = await followRun([scenario, '--out', alone], readAndDecide);
    expect(run.code, run.err).toBe(0);

    const served = await serve(join(home, 'data'));
    const out = join(home, 'served');
    let isOver = false;
    const submitting = served
      .cluster('submit', scenario, '--wait', '--out', out)
      .finally(() => (isOver = true));
    const taken = await takeDecisions(served, () => isOver, readAndDecide);
    const submitted = await submitting;
    expect(submitted.code, submitted.err).toBe(0);
    expect(taken.map(({ session }) => session)).toEqual(run.due.map(({ session }) => session));
    expect(journalOf(out).equals(journalOf(alone))).toBe(true);
    expect(callsOf(out)).toEqual(callsOf(alone));
    const asked = new Set(callsOf(out).map((call) => 'tool' in call && call.tool));
    expect(asked).toContain('get_filing_section');
    expect(asked).toContain('get_news_by_id');
    const verdict = await tapefold('verify', join(out, 'runs', 'outside-ALDR'));
    expect(verdict.code, verdict.out + verdict.err).toBe(0);
    expect(verdict.out).toMatch(/^verified/);
  });

  it('is asked again when services were killed while it called tools, and has the same journal', async () => {
    const home = folder();
    const scenario = scenarioIn(home, '2022-01-11');
    const alone = join(home, 'alone');
    await followRun([scenario, '--out', alone], readAndDecide);

    const data = join(home, 'data');
    const first = await serve(data);
    await first.cluster('submit', scenario);
    let isOver = false;
    const before = await takeDecisions(
      first,
      () => isOver,
      async (due) => {
        if (due.session !== '2022-01-07') return readAndDecide(due);
        await withTools(due.url, async (asked) => {
          await asked('get_account', {});
          isOver = true;
          await first.end('SIGKILL');
        }).catch(() => undefined);
      },
    );
    expect(before.map(({ session }) => session?.slice(-2))).toEqual(['03', '04', '05', '06', '07']);

    const second = await serve(data);
    const out = join(home, 'served');
    isOver = false;
    const submitting = second
      .cluster('submit', scenario, '--wait', '--out', out)
      .finally(() => (isOver = true));
    const after = await takeDecisions(second, () => isOver, readAndDecide);
    const submitted = await submitting;
    expect(submitted.code, submitted.err).toBe(0);
    expect(after[0]?.session).toBe('2022-01-07');
    expect(journalOf(out).equals(journalOf(alone))).toBe(true);
    expect(callsOf(out)).toEqual(callsOf(alone));
  });

  it('is not served to an address that a submission names', async () => {
    const home = folder();
    const served = await serve(join(home, 'data'));
    const text = readFileSync(scenarioIn(home), 'utf8');
    const posting = text.replace('kind: mcp', "kind: mcp, post: 'http://127.0.0.1:9/due'");
    const { code, err } = await served.cluster('submit', file(home, 'posting.yaml', posting));
    expect(code).not.toBe(0);
    expect(err).toContain('agents.0.post');
  });
});
