/** Trusted modules that came with a result run only with the user's consent. */

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { requireTrust, type TrustedCode } from './trusted-code.js';

const code = 'export const decide = () => "HOLD";\n';
const sha256 = createHash('sha256').update(code).digest('hex');

/** `own/` with a module, and `result/`, which holds one at its top and one deep inside. */
function places(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'tapefold-trust-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const folder of ['own', 'result/runs/m', 'result/a/b']) {
    mkdirSync(join(path, folder), { recursive: true });
  }
  for (const name of ['own/m.mjs', 'result/m.mjs', 'result/a/b/m.mjs']) {
    writeFileSync(join(path, name), code);
  }
  writeFileSync(join(path, 'result/.tapefold-result'), '');
  return path;
}

const module = (file: string, trusted = true): AgentConfig => ({
  id: 'm',
  kind: 'module',
  file,
  trusted,
  timeBudgetMs: 1_000,
  config: {},
});

const ask = (directory: string, agents: readonly AgentConfig[], isReceived = false): void =>
  requireTrust(agents, { directory, isReceived, onTrustedCode: undefined });

/** The modules that an agreed command would run. */
function agreed(directory: string, agents: readonly AgentConfig[], isReceived = false) {
  const ran: TrustedCode[] = [];
  const onTrustedCode = (found: TrustedCode): void => void ran.push(found);
  requireTrust(agents, { directory, isReceived, onTrustedCode });
  return ran;
}

describe('trusted code', () => {
  it('runs from a place of the user’s own, unless its scenario was received', () => {
    const own = join(places(), 'own');
    expect(agreed(own, [module('m.mjs')])).toEqual([]);
    expect(() => ask(own, [module('m.mjs')])).not.toThrow();
    expect(() => ask(own, [module('m.mjs')], true)).toThrow(/--trust-code/);
  });

  it('is refused inside a result, with its agent, its path, its hash and the option', () => {
    const directory = join(places(), 'result');
    for (const file of ['m.mjs', 'a/b/m.mjs']) {
      const path = join(directory, file);
      expect(() => ask(directory, [module(file)])).toThrow(
        `agents, m: file: trusted code that came with a result would run with all your rights; ` +
          `expected your consent, once you have read the code: --trust-code; ` +
          `found agent m, ${path}, SHA-256 ${sha256}`,
      );
      expect(agreed(directory, [module(file)])).toEqual([{ agent: 'm', path, sha256 }]);
    }
  });

  it('is refused behind links in both directions', () => {
    const path = places();
    symlinkSync(join(path, 'result/m.mjs'), join(path, 'own/into.mjs'));
    symlinkSync(join(path, 'own/m.mjs'), join(path, 'result/out.mjs'));
    symlinkSync(join(path, 'result'), join(path, 'elsewhere'));
    for (const file of ['own/into.mjs', 'result/out.mjs', 'elsewhere/m.mjs']) {
      expect(() => ask(path, [module(file)]), file).toThrow(/--trust-code/);
    }
    const [ran] = agreed(path, [module('result/out.mjs')]);
    expect(ran?.path).toBe(join(path, 'own/m.mjs'));
  });

  it('is refused in a result that was sent without its marker', () => {
    const path = places();
    rmSync(join(path, 'result/.tapefold-result'));
    writeFileSync(join(path, 'result/scenario.json'), '{}');
    expect(() => ask(path, [module('result/m.mjs')])).toThrow(/--trust-code/);
  });

  it('is not what confined modules and other agents are', () => {
    const directory = join(places(), 'result');
    const others: AgentConfig[] = [module('m.mjs', false), { id: 'h', kind: 'buy-and-hold' }];
    expect(() => ask(directory, others, true)).not.toThrow();
    expect(agreed(directory, others, true)).toEqual([]);
  });

  it('is listed once for each file of an agent, though many runs have it', () => {
    const directory = join(places(), 'result');
    expect(agreed(directory, [module('m.mjs'), module('m.mjs')], true)).toHaveLength(1);
  });
});
