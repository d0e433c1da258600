/**
 * Any program that speaks MCP can be an agent; its calls are recorded and verified with the run.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeRecords, recordsIn } from '#store/embedded/records.fixture';
import type { DecisionDue } from '#agents';
import { file, folder, mainFile, tapefold } from '../e2e/command-line.fixture.js';
import { followMean, followRun, withTools } from '../e2e/mcp-decisions.fixture.js';

interface RunOptions {
  readonly agent?: string;
  readonly symbols?: string;
  readonly to?: string;
  readonly extra?: string;
}

/** A scenario of a few sessions in which an outside agent decides. */
function scenarioIn(home: string, options: RunOptions = {}): string {
  const { agent = '', symbols = 'ALDR', to = '2022-02-11', extra = '' } = options;
  return file(
    home,
    'scenario.yaml',
    `name: served
data: synthetic-market
window: { from: 2022-02-01, to: ${to} }
symbols: [${symbols}]
execution: close
agents:
  - { id: outside, kind: mcp${agent} }
${extra}`,
  );
}

const runIn = (out: string): string => join(out, 'runs', 'outside-ALDR');
const callsOf = (out: string): string[] => recordsIn(join(runIn(out), 'recording.db'), 'calls');

interface Event {
  readonly type: string;
  readonly calls?: number;
  readonly reason?: string;
}

async function eventsOf(out: string): Promise<Event[]> {
  const { out: lines } = await tapefold('journal', runIn(out));
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
}

const decisionsOf = (events: readonly Event[]): Event[] =>
  events.filter(({ type }) => type.startsWith('Decision'));

describe('a run whose agent works through tools', () => {
  it('waits for each decision, has its calls on record, and is verified with them', async () => {
    const home = folder();
    const out = join(home, 'out');
    const hold = '  - { id: hold, kind: buy-and-hold }\n';
    const run = await followRun(
      [scenarioIn(home, { extra: hold }), '--out', out, '--jobs', '2'],
      followMean,
    );
    expect(run.code).toBe(0);
    // The sessions of 2022-02-01 to 2022-02-11, all of them weekdays without a holiday.
    const sessions = run.due.map(({ session }) => session);
    expect(sessions).toEqual(
      ['01', '02', '03', '04', '07', '08', '09', '10', '11'].map((day) => `2022-02-${day}`),
    );
    const events = await eventsOf(out);
    expect(decisionsOf(events).map(({ type }) => type)).toEqual(
      Array.from({ length: 9 }, () => 'DecisionMade'),
    );
    expect(events.filter(({ type }) => type === 'ToolsCalled').map(({ calls }) => calls)).toEqual(
      Array.from({ length: 9 }, () => 2),
    );
    expect(callsOf(out)).toHaveLength(18);
    const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as {
      runs: { agent: string; toolCalls?: number }[];
    };
    expect(result.runs.map(({ agent, toolCalls }) => [agent, toolCalls])).toEqual([
      ['outside', 18],
      ['hold', undefined],
    ]);
    const verdict = await tapefold('verify', out);
    expect(verdict).toMatchObject({ code: 0, err: '' });
    const inspected = await tapefold('inspect', runIn(out), '--at', '2022-02-03');
    expect(inspected.out).toMatch(/Called\n {2}get_prices .*\n {2}submit_decision /);
  });

  it('shows nothing after the session that is decided', async () => {
    const home = folder();
    const last: string[] = [];
    const run = await followRun([scenarioIn(home), '--out', join(home, 'out')], (due) =>
      withTools(due.url, async (asked) => {
        const range = { symbol: 'ALDR', date_start: '2022-01-01', date_end: '2100-01-01' };
        const { value } = await asked('get_prices', range);
        last.push((value as { result: { date: string }[] }).result.at(-1)?.date ?? 'none');
        const decision = { symbol: 'ALDR', target_date: due.session, price: 1, action: 'HOLD' };
        await asked('submit_decision', decision);
      }),
    );
    expect(last).toEqual(run.due.map(({ session }) => session));
  });

  it('takes the first valid decision; one that is not is an error, and may be tried again', async () => {
    const home = folder();
    const out = join(home, 'out');
    const errors: (string | null)[] = [];
    await followRun([scenarioIn(home, { to: '2022-02-01' }), '--out', out], (due) =>
      withTools(due.url, async (asked) => {
        const decision = { symbol: 'ALDR', target_date: due.session, price: 1, action: 'BUY' };
        for (const change of [{ symbol: 'BRKW' }, { target_date: '2022-02-02' }, {}]) {
          const { error } = await asked('submit_decision', { ...decision, ...change });
          errors.push(error);
        }
      }),
    );
    expect(errors).toEqual([
      expect.stringContaining('not a symbol of this run'),
      expect.stringContaining('not the session of this decision'),
      null,
    ]);
    const events = await eventsOf(out);
    expect(events.slice(1, 4).map(({ type }) => type)).toEqual([
      'ToolsCalled',
      'PriceDisputed',
      'DecisionMade',
    ]);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
  });

  it('is late when nothing is submitted, says what was called, and never holds', async () => {
    const home = folder();
    const out = join(home, 'out');
    const scenario = scenarioIn(home, { agent: ', timeBudgetMs: 6000', to: '2022-02-01' });
    const run = await followRun([scenario, '--out', out], (due) =>
      withTools(due.url, async (asked) => void (await asked('get_account', {}))),
    );
    expect(run.code).toBe(7);
    expect(decisionsOf(await eventsOf(out))).toMatchObject([
      { type: 'DecisionLate', reason: 'no decision within 6000 ms: 1 tool call' },
    ]);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
  });

  it('waits beside the other runs of its scenario: their decisions are open at once', async () => {
    const home = folder();
    const out = join(home, 'out');
    const scenario = scenarioIn(home, { symbols: 'ALDR, BRKW', to: '2022-02-03' });
    const waiting = new Map<string, DecisionDue>();
    const run = await followRun([scenario, '--out', out], async (due) => {
      // Decides only once both are open.
      waiting.set(due.label, due);
      if (waiting.size < 2) return;
      const both = [...waiting.values()];
      waiting.clear();
      await Promise.all(both.map(followMean));
    });
    expect(run.code).toBe(0);
    expect(run.due).toHaveLength(6);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
  });

  it('is notified of a decision over HTTP on request', async () => {
    const home = folder();
    const posted: DecisionDue[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (bytes: Buffer) => (body += bytes.toString()));
      request.on('end', () => {
        response.end();
        const due = JSON.parse(body) as DecisionDue;
        posted.push(due);
        void followMean(due);
      });
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const agent = `, post: 'http://127.0.0.1:${port}/due'`;
    const run = await followRun(
      [scenarioIn(home, { agent, to: '2022-02-02' }), '--out', join(home, 'out')],
      () => Promise.resolve(),
    );
    expect(run).toMatchObject({ code: 0, due: [] });
    // Once, not for each decision.
    expect(run.err.match(/waits for .* until/g)).toEqual([
      'waits for the decision of 2022-02-01 until',
    ]);
    expect(posted.map(({ session }) => session)).toEqual(['2022-02-01', '2022-02-02']);
    expect(await tapefold('verify', join(home, 'out'))).toMatchObject({ code: 0, err: '' });
  });

  it('is notified of a decision through a file on request', async () => {
    const home = folder();
    const decisions = join(home, 'due.jsonl');
    const agent = ', timeBudgetMs: 1';
    const out = join(home, 'out');
    const words = [scenarioIn(home, { agent, to: '2022-02-02' }), '--out', out];
    const run = await followRun([...words, '--decisions', decisions], followMean);
    expect(run).toMatchObject({ code: 7, due: [] });
    expect(statSync(decisions).mode & 0o777).toBe(0o600);
    const lines = readFileSync(decisions, 'utf8').trimEnd().split('\n');
    const sessions = lines.map((line) => (JSON.parse(line) as DecisionDue).session);
    expect(sessions).toEqual(['2022-02-01', '2022-02-02']);
    const late = {
      type: 'DecisionLate',
      reason: 'no decision within 1 ms: its tools were never listed',
    };
    expect(decisionsOf(await eventsOf(out))).toMatchObject([late, late]);
  });

  it('has failed decisions if no agent can be notified', async () => {
    const home = folder();
    const out = join(home, 'out');
    // Port 9 of this machine discards, where anything listens there at all.
    const agent = ", post: 'http://127.0.0.1:9/due'";
    const run = await followRun([scenarioIn(home, { agent, to: '2022-02-01' }), '--out', out], () =>
      Promise.resolve(),
    );
    expect(run.code).toBe(7);
    expect(decisionsOf(await eventsOf(out))).toMatchObject([{ type: 'DecisionFailed' }]);
  });
});

describe('a run that was killed while its agent called tools', () => {
  it('resumes where it stopped; no agent is asked twice, and the torn tail is kept', async () => {
    const home = folder();
    const out = join(home, 'out');
    const scenario = scenarioIn(home);
    const first = await followRun([scenario, '--out', out], async (due, child) => {
      if (due.session !== '2022-02-04') return followMean(due);
      await withTools(due.url, async (asked) => {
        await asked('get_prices', {
          symbol: 'ALDR',
          date_start: '2022-01-01',
          date_end: '2022-02-04',
        });
        child.kill('SIGKILL');
      }).catch(() => undefined);
    });
    expect(first.code).toBeNull();
    expect(callsOf(out)).toHaveLength(7);
    const second = await followRun([scenario, '--out', out], followMean);
    expect(second.code).toBe(0);
    expect(second.err).toContain('; tool calls without a decision: 1');
    expect(second.due.map(({ session }) => session)).toEqual(
      ['04', '07', '08', '09', '10', '11'].map((day) => `2022-02-${day}`),
    );
    expect(callsOf(out)[7]).toMatch(/^\{"resumedAfter":\d+\}$/);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });

    const whole = join(home, 'whole');
    await followRun([scenario, '--out', whole], followMean);
    const journalOf = (path: string): Buffer => readFileSync(join(runIn(path), 'journal.bin'));
    expect(journalOf(out).equals(journalOf(whole))).toBe(true);
  });
});

/**
 * `tapefold run …` whose reader goes away: at once, or at the first decision, which it still takes.
 */
async function runUnread(
  words: readonly string[],
  decide?: (due: DecisionDue) => Promise<void>,
): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [mainFile, 'run', ...words]);
  let err = '';
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()));
  if (decide === undefined) child.stdout.destroy();
  child.stdout.once('data', (bytes: Buffer) => {
    child.stdout.destroy();
    void decide?.(JSON.parse(bytes.toString()) as DecisionDue);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, err };
}

describe('a run whose standard output is closed', () => {
  it('has not succeeded while decisions are open, and resumes with the same command', async () => {
    const home = folder();
    const out = join(home, 'out');
    const words = [scenarioIn(home, { to: '2022-02-03' }), '--out', out];
    const { code, err } = await runUnread(words, followMean);
    expect(code).toBe(4);
    expect(err).toMatch(
      /\nUnavailable: standard output was closed while decisions were open; run the same command to resume\n$/,
    );
    expect(existsSync(join(out, 'result.json'))).toBe(false);
    const second = await followRun(words, followMean);
    expect(second.code).toBe(0);
    expect(second.due.map(({ session }) => session)).toEqual(['2022-02-02', '2022-02-03']);
  });

  it('has succeeded when only the table is not read', async () => {
    const home = folder();
    const text = readFileSync(scenarioIn(home), 'utf8').replace('kind: mcp', 'kind: buy-and-hold');
    const out = join(home, 'out');
    const run = await runUnread([file(home, 'held.yaml', text), '--out', out]);
    expect(run).toMatchObject({ code: 0, err: expect.not.stringContaining('closed') as string });
    expect(existsSync(join(out, 'result.json'))).toBe(true);
  });
});

describe('calls that were tampered with', () => {
  it('are found by line, and told from results that were erased', async () => {
    const home = folder();
    const out = join(home, 'out');
    await followRun([scenarioIn(home, { to: '2022-02-03' }), '--out', out], followMean);
    const path = join(runIn(out), 'recording.db');
    const lines = callsOf(out);
    const verdictOn = async (changed: readonly string[]): Promise<string> => {
      changeRecords(path, 'calls', () => changed);
      const { code, out: told, err } = await tapefold('verify', runIn(out));
      changeRecords(path, 'calls', () => lines);
      return `${code} ${told}${err}`;
    };
    const replaced = (line: number, from: RegExp | string, to: string): string[] =>
      lines.map((one, index) => (index === line - 1 ? one.replace(from, to) : one));

    expect(await verdictOn(replaced(3, /"bytes":\d+/, '"bytes":1'))).toMatch(/line 3 was altered/);
    expect(await verdictOn(replaced(4, /BUY|SELL/, 'HOLD'))).toMatch(/line 4 was altered/);
    // The same rows come of another start: only the digest in the journal tells.
    expect(await verdictOn(replaced(5, '2000-01-01', '2000-01-02'))).toMatch(/line 5 was altered/);
    expect(await verdictOn(lines.toSpliced(3, 1))).toMatch(/line 4 was altered/);
    expect(await verdictOn([...lines, lines[0] as string])).toMatch(/line 7 was altered/);
    expect(await verdictOn([])).toMatch(
      /recording\.db calls: missing; .* tool calls of 3 decisions/,
    );
    // How long a call took is part of no proof.
    expect(await verdictOn(replaced(1, /"durationMs":[\d.]+/, '"durationMs":7'))).toMatch(
      /^0 verified/,
    );

    const { result } = JSON.parse(lines[0] as string) as { result: string };
    const kept = join(runIn(out), 'texts', `${result}.txt`);
    writeFileSync(kept, '[]');
    expect(await verdictOn(lines)).toMatch(/the text was altered/);
    rmSync(kept);
    expect(await verdictOn(lines)).toMatch(/^0 verified[^]*the text was erased/);
    expect(existsSync(kept)).toBe(false);
  });
});

describe('a scenario', () => {
  it('of one run over several symbols refuses an agent that submits one at a time', async () => {
    const home = folder();
    const scenario = scenarioIn(home, { symbols: 'ALDR, BRKW', extra: 'portfolio: true\n' });
    const { code, err } = await tapefold('run', scenario, '--out', join(home, 'out'));
    expect(code).not.toBe(0);
    expect(err).toContain('an agent that works through tools decides on one symbol at a time');
    expect(existsSync(join(home, 'out'))).toBe(false);
  });
});
