/** `tapefold serve` computes what `tapefold run` does, byte for byte, and only for its token. */

import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  file,
  folder,
  marketScenario,
  sharedFolder,
  tapefold,
} from '../e2e/command-line.fixture.js';
import { serve } from '../e2e/served.fixture.js';
import { waveData, waveScenario } from '../e2e/wave-data.fixture.js';

const hello = fileURLToPath(
  new URL('../../examples/01-hello-backtest/scenario.yaml', import.meta.url),
);

const pair = fileURLToPath(new URL('../parity/scenarios/pair.yaml', import.meta.url));

/** Every file below a folder with its text. */
function contentsOf(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const at = join(entry.parentPath, entry.name);
      return [at.slice(path.length), readFileSync(at, 'latin1')];
    }),
  );
}

/** A plain run of the scenario, and what it printed: several tests compare with it. */
const plain = join(sharedFolder(), 'plain');
let printed = '';

beforeAll(async () => {
  const ended = await tapefold('run', hello, '--out', plain, '--json');
  if (ended.code !== 0) throw new Error(ended.err);
  printed = ended.out;
});

interface PartialResult {
  readonly runs: readonly { readonly agent: string }[];
  readonly missingRuns: readonly object[];
}

describe('a served scenario', () => {
  it('gives every file of a plain run, byte for byte, and its runs verify', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const out = join(directory, 'served');
    const ended = await served.cluster('submit', hello, '--wait', '--out', out);
    expect(ended.code, ended.err).toBe(0);
    expect(ended.err).toMatch(/^submission [0-9a-f]{64}$/m);
    expect(contentsOf(out)).toEqual(contentsOf(plain));
    expect(Object.values(contentsOf(plain)).join('')).not.toContain(directory);
    expect(Object.keys(contentsOf(out)).length).toBeGreaterThan(15);
    expect(readFileSync(join(out, 'result.json'))).toEqual(
      readFileSync(join(plain, 'result.json')),
    );
    const verdict = await tapefold('verify', join(out, 'runs', 'cross-AAPL'));
    expect(verdict.out).toMatch(/^verified: 2472 records/);
  });

  it('on a data set of the server has its trades whole when --data says what it is called here', async () => {
    const directory = folder();
    const data = waveData(directory, 3 * 1440);
    const plain = join(directory, 'plain');
    const here = file(directory, 'here.yaml', waveScenario(data, '01-03'));
    expect((await tapefold('run', here, '--out', plain)).code).toBe(0);
    const served = await serve(join(directory, 'data'), '--dataset', `there=${data}`);
    const there = file(directory, 'there.yaml', waveScenario('there', '01-03'));
    const submitted = await served.cluster('submit', there, '--wait');
    expect(submitted.code, submitted.err).toBe(0);
    const id = /^submission (\w+)$/m.exec(submitted.err)?.[1] ?? '';
    const out = join(directory, 'served');
    const fetched = (...args: string[]) => served.cluster('results', id, '--out', out, ...args);
    const tradesOf = (result: string) =>
      readFileSync(join(result, 'runs/cross-WAVE/trades.csv'), 'utf8');
    expect((await fetched()).code).toBe(0);
    expect(tradesOf(out)).not.toBe(tradesOf(plain));
    const wrong = await fetched('--data', 'synthetic-market');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/not the one that the run/)]);
    const told = await fetched('--data', data);
    expect(tradesOf(out)).toBe(tradesOf(plain));
    const [, ...verify] = /tapefold (verify) (\S+) (--data) (\S+)$/m.exec(told.out) ?? [];
    expect((await tapefold(...verify)).out).toMatch(/verified/);
  });

  it('of pairs gives every file of a plain run, byte for byte', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const out = join(directory, 'served');
    const ended = await served.cluster('submit', pair, '--wait', '--out', out);
    expect(ended.code, ended.err).toBe(0);
    const plain = join(directory, 'plain');
    expect((await tapefold('run', pair, '--out', plain)).code).toBe(0);
    expect(contentsOf(out)).toEqual(contentsOf(plain));
    expect(readFileSync(join(out, 'result.json'), 'utf8')).toContain('"leftContribution"');
  });

  it('is reported as it runs, found by a prefix of its id, and accepted once', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const first = await served.cluster('submit', hello);
    expect(first.out).toMatch(/^[0-9a-f]{64}\n$/);
    expect(first.err).toMatch(/^submitted: 4 runs/);
    const id = first.out.trim();
    const watched = await served.cluster('watch', id.slice(0, 8));
    expect(watched.code, watched.err).toBe(0);
    expect(watched.out).toMatch(/^4 finished\n$/m);
    const { submissions } = JSON.parse((await served.cluster('status', '--json')).out) as {
      submissions: { runs: { label: string; status: string; asOf: number }[] }[];
    };
    expect(submissions[0]?.runs.map(({ label, status, asOf }) => [label, status, asOf])).toEqual(
      ['hold', 'cross', 'reversion', 'coin'].map((agent) => [`${agent}-AAPL`, 'finished', 3780]),
    );
    const again = await served.cluster('submit', hello);
    expect(again.out).toBe(first.out);
    expect(again.err).toMatch(/^had been submitted before: 4 runs/);
    const folded = await served.cluster('status');
    expect(folded.out.split('\n').slice(1)).toEqual([
      '1 submission is over: 4 finished (--all lists them)',
      '',
    ]);
    const status = await served.cluster('status', '--all');
    expect(status.out.split('\n').slice(1)).toEqual([
      `${id.slice(0, 12)}  ${'hello'.padEnd(20)}  4 finished`,
      '',
    ]);
    const results = await served.cluster('results', id.slice(0, 6), '--json');
    expect(results.out).toBe(printed);
    expect(served.said()).toMatch(/finished hold-AAPL \(\w{12}\): 2412 records, 188\.1%/);
  });

  it('shares runs with one that was submitted before, and has its own result all the same', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const text = readFileSync(hello, 'utf8');
    const fewer = file(
      directory,
      'fewer.yaml',
      text.replace(/^ {2}- \{ id: (hold|coin).*\n/gm, ''),
    );
    const first = await served.cluster('submit', fewer, '--wait');
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^cross /m)]);
    const whole = await served.cluster('submit', hello, '--wait', '--json');
    expect(whole.code, whole.err).toBe(0);
    expect(whole.out).toBe(printed);
    const { out } = await served.cluster('status', '--all');
    expect(out.split('\n').slice(1).sort().join('\n')).toMatch(
      /4 finished\n.* 2 finished|2 finished\n.* 4 finished/,
    );
  });

  it('is cancelled, and then there is no result', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const { out } = await served.cluster('submit', hello, '--speed', 'real');
    const id = out.trim();
    const pending = await served.cluster('results', id);
    expect([pending.code, pending.err]).toEqual([4, expect.stringMatching(/^Unavailable: /)]);
    const cancelled = await served.cluster('cancel', id, '--reason', 'a test');
    expect([cancelled.code, cancelled.out]).toEqual([0, '4 of 4 cancelled\n']);
    const watched = await served.cluster('watch', id);
    expect(watched.code).toBe(1);
    const results = await served.cluster('results', id);
    expect([results.code, results.err]).toEqual([3, expect.stringMatching(/4 cancelled\n$/)]);
    expect((await served.cluster('cancel', id)).code).toBe(1);
  });

  it('has a partial result when one run was cancelled, with the others as in a plain run', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const submitted = await served.cluster('submit', hello, '--speed', 'real');
    interface Submission {
      readonly tape: string;
      readonly runs: readonly { readonly run: string; readonly label: string }[];
    }
    const submissions = async (): Promise<readonly Submission[]> =>
      (JSON.parse((await served.cluster('status', '--json')).out) as { submissions: Submission[] })
        .submissions;
    // Tables follow what was submitted.
    await expect.poll(async () => (await submissions())[0]?.runs.length).toBe(4);
    const { tape = '', runs = [] } = (await submissions())[0] ?? {};
    const hold = runs.find(({ label }) => label === 'hold-AAPL')?.run ?? '';
    expect((await served.cluster('cancel', hold, '--reason', 'a test')).code).toBe(0);
    const body = JSON.stringify({ kind: 'speed', speed: 'max' });
    expect((await served.ask(`/v1/tapes/${tape}/clock`, { method: 'POST', body })).status).toBe(
      202,
    );

    const out = join(directory, 'partial');
    const partial = await served.cluster('submit', hello, '--wait', '--out', out);

    expect([partial.code, partial.err]).toEqual([
      1,
      expect.stringMatching(
        /^the result is partial: 1 cancelled of 4 runs; it contains the other runs$/m,
      ),
    ]);
    expect(partial.out).toMatch(
      /^Partial result: 1 of 4 runs is missing\. The figures.*\n {2}hold on AAPL was cancelled \(a test\)$/m,
    );
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('Partial result: 1 of 4 runs');
    const result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as PartialResult;
    const missing = { run: 'hold-AAPL', agent: 'hold', symbol: 'AAPL', repeat: 0 };
    expect(result.missingRuns).toEqual([{ ...missing, status: 'cancelled', reason: 'a test' }]);
    const whole = JSON.parse(printed) as PartialResult;
    expect(whole.missingRuns).toEqual([]);
    // The baseline is missing; all other figures are those of the plain run.
    const others = whole.runs.filter(({ agent }) => agent !== 'hold');
    expect(result.runs).toEqual(others.map((run) => ({ ...run, againstBaseline: null })));
    const again = await served.cluster('results', submitted.out.trim(), '--json');
    expect([again.code, JSON.parse(again.out)]).toEqual([1, result]);
  });

  it('is cancelled without the runs that an earlier submission requested', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const text = readFileSync(hello, 'utf8');
    const fewer = text.replace(/^ {2}- \{ id: (hold|coin).*\n/gm, '');
    const theirs = await served.cluster(
      'submit',
      file(directory, 'fewer.yaml', fewer),
      '--speed',
      'real',
    );
    const ours = await served.cluster('submit', hello, '--speed', 'real');
    const cancelled = await served.cluster('cancel', ours.out.trim());
    expect([cancelled.code, cancelled.out]).toEqual([
      0,
      '2 runs belong to an earlier submission and continue\n2 of 4 cancelled\n',
    ]);
    const theirsToo = await served.cluster('cancel', theirs.out.trim());
    expect([theirsToo.code, theirsToo.out]).toEqual([
      1,
      '2 runs belong to a later submission too and continue\n0 of 2 cancelled\n',
    ]);
    const { out } = await served.cluster('status');
    expect(out).toMatch(/ 2 (submitted|running)$/m);
  });
});

describe('a served folder', () => {
  it('refuses clients without its token, which only its owner can read', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    expect(statSync(served.tokenFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'data')).mode & 0o777).toBe(0o700);
    const token = readFileSync(served.tokenFile, 'utf8').trim();
    const hash = join(directory, 'data', 'serve.log');
    expect(readFileSync(hash, 'utf8') + served.said()).not.toContain(token);
    const wrong = file(directory, 'wrong', `${token}x\n`);
    const { url } = served;
    const answer = await tapefold('cluster', 'status', '--url', url, '--token-file', wrong);
    expect([answer.code, answer.err]).toEqual([
      2,
      `InvalidInput: ${wrong}: the gateway rejected this token; found ${url}\n`,
    ]);
    const none = await tapefold('cluster', 'status', '--url', url, '--token-file', `${wrong}er`);
    expect([none.code, none.err]).toEqual([2, expect.stringMatching(/^InvalidInput: .*wronger: /)]);
    expect((await fetch(`${url}/v1/runs`)).status).toBe(401);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('stops in order at Ctrl-C, keeps its token, and has everything when it starts again', async () => {
    const directory = folder();
    const data = join(directory, 'data');
    const first = await serve(data);
    const before = await first.cluster('submit', hello, '--wait', '--json');
    const token = readFileSync(first.tokenFile, 'utf8');
    expect(await first.end('SIGINT')).toBe(0);
    expect(first.said()).toMatch(/stopping\nstopped; resume with: npx tapefold serve --data /);
    expect(readdirSync(data)).not.toContain('state.json');
    const second = await serve(data);
    expect(readFileSync(second.tokenFile, 'utf8')).toBe(token);
    const after = await second.cluster('submit', hello, '--wait', '--json');
    expect([before.code, after.code], after.err).toEqual([0, 0]);
    expect(after.out).toBe(before.out);
    expect(after.err).toMatch(/^had been submitted before/);
  });

  it('is served by one process at a time, and a port likewise', async () => {
    const directory = folder();
    const data = join(directory, 'data');
    const served = await serve(data);
    const twice = await tapefold('serve', '--data', data, '--port', '0');
    expect([twice.code, twice.err]).toEqual([3, expect.stringMatching(/^Conflict: /)]);
    const port = new URL(served.url).port;
    const other = await tapefold('serve', '--data', join(directory, 'other'), '--port', port);
    expect([other.code, other.err]).toEqual([
      3,
      expect.stringMatching(`^Conflict: 127.0.0.1:${port}: the address is in use`),
    ]);
    expect((await served.cluster('status')).code).toBe(0);
  });
});

describe('from outside', () => {
  it('only registered data sets and built-in agents are taken', async () => {
    const directory = folder();
    const served = await serve(join(directory, 'data'));
    const module = await served.cluster('submit', marketScenario(directory));
    expect([module.code, module.err]).toEqual([
      2,
      expect.stringMatching(/^InvalidInput: agents\.4\.kind: .*found script/),
    ]);
    const text = readFileSync(hello, 'utf8');
    const path = file(directory, 'path.yaml', text.replace('aapl-2013-2018', '/etc'));
    const refused = await served.cluster('submit', path);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(/^InvalidInput: data: no data set is registered under this name/),
    ]);
  });

  it('a command says in one line when no gateway is, or none answers', async () => {
    const directory = folder();
    const token = file(directory, 'token', 'a-token-that-is-long-enough\n');
    const args = ['cluster', 'status', '--token-file', token, '--timeout', '0'];
    const away = await tapefold(...args, '--url', 'http://127.0.0.1:9');
    expect([away.code, away.err]).toEqual([
      4,
      'Unavailable: http://127.0.0.1:9: the gateway does not answer\n',
    ]);
    const strange = await tapefold(...args, '--url', 'file:///etc/passwd');
    expect([strange.code, strange.err]).toEqual([
      2,
      expect.stringMatching(/^InvalidInput: --url:/),
    ]);
  });
});
