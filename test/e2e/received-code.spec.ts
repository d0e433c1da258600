/**
 * Code from a received folder: no command runs it with the user's rights unless the user says
 * `--trust-code`.
 */

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { file, folder, sharedFolder, tapefold } from './command-line.fixture.js';

const shared = sharedFolder();
/** Written by the module whenever it is loaded. */
const trace = join(shared, 'code-ran');
const module = `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(trace)}, '');
export const decide = () => 'HOLD';
`;
const sha256 = createHash('sha256').update(module).digest('hex');

const scenario = (agent: string): string => `name: sent
data: synthetic-market
window: { from: 2022-01-03, to: 2022-01-10 }
symbols: [ALDR]
execution: close
agents: [${agent}]
`;
const trusted = '{ id: m, kind: module, file: evil.mjs, trusted: true }';

beforeAll(async () => {
  file(shared, 'evil.mjs', module);
  file(shared, 'rule.yaml', scenario('{ id: m, kind: buy-and-hold }'));
  file(shared, 'trusted.yaml', scenario(trusted));
  for (const name of ['rule', 'trusted']) {
    const ended = await tapefold('run', join(shared, `${name}.yaml`), '--out', join(shared, name));
    if (ended.code !== 0) throw new Error(ended.err);
  }
}, 60_000);

/** A result as it was received: a copy in a folder of its own, with the module inside. */
function received(name = 'trusted'): string {
  const result = join(folder(), 'res');
  cpSync(join(shared, name), result, { recursive: true });
  cpSync(join(shared, 'evil.mjs'), join(result, 'evil.mjs'));
  rmSync(trace, { force: true });
  return result;
}

async function refused(path: string, ...args: readonly string[]): Promise<void> {
  const ended = await tapefold(...args);
  expect(ended, args.join(' ')).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain('agents, m: file: trusted code that came with a result');
  expect(ended.err).toContain('--trust-code');
  expect(ended.err).toContain(`agent m, ${path}, SHA-256 ${sha256}`);
  expect(existsSync(trace), args.join(' ')).toBe(false);
}

const tree = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

describe('a received result', () => {
  it('is neither replayed nor asked again without consent, whole or by its run', async () => {
    const result = received();
    const path = join(result, 'evil.mjs');
    await refused(path, 'replay', result);
    await refused(path, 'replay', result, '--jobs', '2');
    await refused(path, 'verify', result, '--ask-again');
    await refused(path, 'verify', join(result, 'runs', 'm-ALDR'), '--ask-again');
    expect(existsSync(trace)).toBe(false);
  });

  it('runs its module after consent, and says which', async () => {
    const result = received();
    const line = `runs trusted code: agent m, ${join(result, 'evil.mjs')}, SHA-256 ${sha256}\n`;
    for (const command of [
      ['replay', result],
      ['verify', result, '--ask-again'],
    ]) {
      const ended = await tapefold(...command, '--trust-code');
      expect(ended.code, ended.err).toBe(0);
      expect(ended.err.split(line)).toHaveLength(2);
      expect(existsSync(trace)).toBe(true);
      rmSync(trace);
    }
  });

  it('is only read by every other command', async () => {
    const result = received();
    const run = join(result, 'runs', 'm-ALDR');
    for (const command of [
      ['verify', result],
      ['replay', '--nightly', result],
      ['inspect', run],
      ['journal', run, '--expand'],
      ['compare', run, run],
      ['table', result],
      ['rescore', result, '--policies', 'close', '--out', join(result, '..', 'rescored')],
    ]) {
      const ended = await tapefold(...command);
      expect(ended.code, `${command.join(' ')}: ${ended.err}`).toBe(0);
      expect(existsSync(trace), command.join(' ')).toBe(false);
    }
  });

  it('cannot swap a rule for a module in its scenario, where only the manifest names the rule', async () => {
    const result = received('rule');
    const origin = join(result, 'scenario.json');
    const { scenario: was, ...rest } = tree(origin) as { scenario: object };
    const agent = { id: 'm', kind: 'module', file: 'evil.mjs', trusted: true, timeBudgetMs: 1000 };
    const agents = [{ ...agent, config: {} }];
    writeFileSync(origin, JSON.stringify({ ...rest, scenario: { ...was, agents } }));
    const replayed = await tapefold('replay', result);
    expect(replayed.code).not.toBe(0);
    const verified = await tapefold('verify', result, '--ask-again');
    expect(verified.code).toBe(1);
    expect(existsSync(trace)).toBe(false);
  });

  it('cannot name a module outside of it', async () => {
    const result = received();
    rmSync(join(result, 'evil.mjs'));
    const outside = file(join(result, '..'), 'evil.mjs', module);
    await refused(outside, 'replay', result);
    symlinkSync(outside, join(result, 'evil.mjs'));
    const replayed = await tapefold('replay', result, '--trust-code');
    expect(replayed).toMatchObject({ code: 2, out: '' });
    expect(replayed.err).toContain('evil.mjs: a link leads out of its folder');
    const verified = await tapefold('verify', result, '--ask-again', '--trust-code');
    expect(verified).toMatchObject({ code: 1, err: '' });
    expect(verified.out).toContain('evil.mjs: not verified: a result has no links; found one');
    expect(existsSync(trace)).toBe(false);
  });
});

describe('a scenario inside a received result', () => {
  it('does not run its trusted module, nor one that a link hides', async () => {
    const result = received();
    const inside = file(result, 'scenario.yaml', scenario(trusted));
    const out = join(result, '..', 'out');
    await refused(join(result, 'evil.mjs'), 'run', inside, '--out', out);
    await refused(join(result, 'evil.mjs'), 'run', inside, '--out', out, '--jobs', '2');
    expect(existsSync(out)).toBe(false);
    // A scenario of a result names no place that makes its module the user's own.
    const outside = file(join(result, '..'), 'evil.mjs', module);
    const away = file(result, 'away.yaml', scenario(trusted.replace('evil', '../evil')));
    await refused(outside, 'run', away, '--out', out);
    const consented = await tapefold('run', inside, '--out', out, '--trust-code');
    expect(consented.code, consented.err).toBe(0);
    expect(consented.err).toContain(`runs trusted code: agent m, ${join(result, 'evil.mjs')}`);
  });

  it('does not lend its module to a scenario of the user’s', async () => {
    const result = received();
    renameSync(join(result, 'evil.mjs'), join(result, 'runs', 'evil.mjs'));
    const path = join(result, 'runs', 'evil.mjs');
    const own = folder();
    const mine = file(own, 'mine.yaml', scenario(trusted.replace('evil', 'linked')));
    symlinkSync(path, join(own, 'linked.mjs'));
    await refused(path, 'run', mine, '--out', join(own, 'out'));
    expect(existsSync(join(own, 'out'))).toBe(false);
  });

  it('is not tried by the red team either', async () => {
    const result = received();
    const inside = file(result, 'scenario.yaml', scenario(trusted));
    const ended = await tapefold('red-team', '--data', 'synthetic-market', '--scenario', inside);
    expect(ended.code).toBe(2);
    // Not even the first trial began: all of them take minutes.
    expect(ended.err).toMatch(/^InvalidInput: agents, m: file: .*--trust-code/);
    expect(existsSync(trace)).toBe(false);
  });
});

it('leaves the user’s own trusted module alone', async () => {
  rmSync(trace, { force: true });
  const out = join(folder(), 'out');
  const ended = await tapefold('run', join(shared, 'trusted.yaml'), '--out', out);
  expect(ended.code, ended.err).toBe(0);
  expect(ended.err).not.toContain('trusted code');
  expect(existsSync(trace)).toBe(true);
});
