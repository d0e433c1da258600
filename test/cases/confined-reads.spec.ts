/**
 * Files that a confined module must not read: prices of its run, data sets behind links,
 * human judgments.
 */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScenario, runScenario } from '#backtest';
import { writeJudging } from '#judging/judging-data';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder, runCase, runOf } from './case-run.fixture.js';

const closed = (name: string): RegExp =>
  new RegExp(`access to ${name} is restricted: a module reads its own file`);

it('keeps the price files of a run from its modules', { timeout: 120_000 }, async () => {
  const folder = caseFolder('2026-11/prices-future');
  const at = (name: string): string => join(folder, name);
  const run = (module: string) =>
    tapefold(
      'run',
      '--prices',
      at('AAPL.csv'),
      '--agent',
      at(module),
      '--out',
      at(`out-${module}`),
    );
  const spying = await run('spy.mjs');
  expect(spying.code).not.toBe(0);
  expect(spying.err).toMatch(closed('AAPL.csv'));
  const source = readFileSync(at('spy.mjs'), 'utf8');
  const other = source
    .replace(/^const rows.*$/m, '')
    .replace(/^const up.*$/m, 'const up = new Map();');
  writeFileSync(at('other.mjs'), other);
  expect((await run('other.mjs')).err).toMatch(closed('bars.csv'));
});

it('refuses price files and data sets in reads', async () => {
  const folder = caseFolder('2026-11/prices-future');
  const out = join(folder, 'out');
  const { code, err } = await tapefold(
    'run',
    '--prices',
    join(folder, 'AAPL.csv'),
    '--agent',
    'buy-and-hold',
    '--out',
    out,
  );
  expect(code, err).toBe(0);
  const scenario = readFileSync(join(out, 'scenario.yaml'), 'utf8');
  for (const [listed, reason] of [
    ['AAPL.csv', /content of one of the data set/],
    ['other', /is a data set/],
    ['other/bars.csv', /lies in a data set/],
    ['out/data', /lies in what agents must not read/],
  ] as const) {
    const agent = `agents: [{ id: spy, kind: module, file: spy.mjs, reads: [${listed}] }]\n`;
    const text = `${scenario.split('agents:')[0]}${agent}`.replace(
      'data: ./data',
      'data: ./out/data',
    );
    writeFileSync(join(folder, 'reading.yaml'), text);
    await expect(runCase(folder, 'reading.yaml')).rejects.toThrow(reason);
  }
});

it('follows no link in node_modules to data or to the root of the machine', async () => {
  const folder = caseFolder('2026-11/node-modules-link');
  const installed = join(folder, 'agent/node_modules');
  symlinkSync('../../data', join(installed, 'market'));
  symlinkSync('/', join(installed, 'root'));
  mkdirSync(join(folder, 'agent/.git'));
  symlinkSync('../../data', join(folder, 'agent/.git/market'));
  const file = join(folder, 'agent/agent.mjs');
  const git =
    "console.log('git', fs.existsSync(new " + "URL('.git/market/bars.csv', import.meta.url)));\n";
  const source = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    source.replace(
      'export const',
      `try { ${git} } catch (error) { console.log('git', error.code); }\nexport const`,
    ),
  );
  const result = await runCase(folder);
  const log = join(folder, 'out/runs', runOf(result, 'm').run, 'log.txt');
  expect(readFileSync(log, 'utf8')).toBe(
    '0 rows of the data set, last undefined ; /etc/hostname ERR_ACCESS_DENIED\ngit ' +
      'ERR_ACCESS_DENIED\n',
  );
});

it('keeps human judgments from the modules that judge', { timeout: 120_000 }, async () => {
  const folder = caseFolder('2026-11/judge-reads-gold');
  const at = (name: string): string => join(folder, name);
  const options = { codeVersion: 'test', jobs: 1, fresh: false };
  await runScenario(loadScenario(at('insights.yaml')), { ...options, out: at('o') });
  const files = { result: at('o'), gold: at('gold.jsonl'), fresh: false };
  const judging = await writeJudging({ ...files, judges: at('judges.yaml'), out: at('oj') });
  const judged = runScenario(loadScenario(judging), { ...options, out: at('oj') });
  await expect(judged).rejects.toThrow(closed('gold.jsonl'));
  expect(existsSync(at('oj/runs'))).toBe(false);
  for (const [listed, reason] of [
    ['gold.jsonl', /lies in what agents must not read/],
    ['o', /lies in what agents must not read/],
    ['.', /holds what agents must not read/],
  ] as const) {
    const agents = `agents: [{ id: jm, kind: module, file: judge.mjs, reads: [${listed}] }]`;
    writeFileSync(at('reading.yaml'), agents);
    const written = writeJudging({ ...files, judges: at('reading.yaml'), out: at('ok') });
    await expect(written).rejects.toThrow(reason);
    expect(readdirSync(folder)).not.toContain('ok');
  }
});
