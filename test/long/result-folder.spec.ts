/** A result folder has one writer, and stays verifiable after refusals and moves. */

import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { verifyResult } from '#backtest';
import { file, folder, startTapefold, tapefold } from '../e2e/command-line.fixture.js';

const scenarioText = `name: small
data: aapl-2013-2018
window: { from: 2013-06-03, to: 2017-12-29 }
symbols: [AAPL]
execution: realistic
`;

const coins = `${scenarioText}repeats: 8\nagents: [{ id: coin, kind: random }]\n`;

it('is written by one process at a time; one that was killed is no longer in the way', async () => {
  const place = folder();
  const scenario = file(place, 'scenario.yaml', coins);
  const out = join(place, 'out');
  const first = startTapefold('run', scenario, '--out', out, '--speed', '100000');
  while (!existsSync(join(out, '.tapefold-lock'))) await sleep(5);
  for (const more of [[], ['--fresh']]) {
    const refused = await tapefold('run', scenario, '--out', out, ...more);
    expect(refused).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        `^Conflict: .*another process writes this result; found "?process ${first.pid}\\b`,
      ),
    });
  }
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  expect((await tapefold('run', scenario, '--out', out)).code).toBe(0);
  expect(await verifyResult(out)).toMatchObject({ verified: 8, findings: [], notes: [] });
  expect(readdirSync(out).filter((name) => name.includes('lock'))).toEqual([]);
}, 120_000);

it('is verified wherever its module was moved to', async () => {
  const place = folder();
  const agents = (path: string): string => `agents: [{ id: own, kind: module, file: ${path} }]\n`;
  file(place, 'own.mjs', "export default () => 'long';\n");
  const out = join(place, 'out');
  const first = file(place, 'first.yaml', scenarioText + agents('own.mjs'));
  expect((await tapefold('run', first, '--out', out)).code).toBe(0);
  mkdirSync(join(place, 'sub'));
  renameSync(join(place, 'own.mjs'), join(place, 'sub', 'own.mjs'));
  const second = file(place, 'second.yaml', scenarioText + agents('sub/own.mjs'));
  const kept = await tapefold('run', second, '--out', out);
  expect([kept.code, kept.err]).toEqual([0, '1 finished run kept\n']);
  expect(await verifyResult(out)).toMatchObject({ verified: 1, findings: [] });
});

it('is refuted, not given up, if a folder has replaced a file', async () => {
  const place = folder();
  const agents = 'agents: [{ id: a, kind: buy-and-hold }, { id: b, kind: random }]\n';
  const scenario = file(place, 'scenario.yaml', scenarioText + agents);
  const out = join(place, 'out');
  await tapefold('run', scenario, '--out', out);
  const replaced = ['runs/a-AAPL/fills.csv', 'runs/b-AAPL/journal.bin'];
  for (const path of replaced) {
    rmSync(join(out, path));
    mkdirSync(join(out, path));
  }
  const { findings } = await verifyResult(out);
  expect(findings.map(({ path, verdict }) => [path, verdict])).toEqual([
    ['runs/a-AAPL', { kind: 'refuted', what: 'fills.csv: expected a file; found a folder' }],
    ['runs/b-AAPL', { kind: 'refuted', what: 'journal.bin: expected a file; found a folder' }],
  ]);
});

it('is not called altered when it was derived without its data', async () => {
  const place = folder();
  const scenario = file(
    place,
    'scenario.yaml',
    `${scenarioText}agents: [{ id: a, kind: random }]\n`,
  );
  const out = join(place, 'out');
  await tapefold('run', scenario, '--out', out);
  const path = join(out, 'result.json');
  const unknown = { dataCoverage: null, warnings: null, warningCount: null };
  const result = JSON.parse(readFileSync(path, 'utf8')) as { runs: object[] };
  const runs = result.runs.map((run) => ({ ...run, ...unknown }));
  writeFileSync(path, `${JSON.stringify({ ...result, runs }, null, 2)}\n`);
  rmSync(join(out, 'report.html'));
  expect(await verifyResult(out)).toMatchObject({
    findings: [],
    notes: expect.arrayContaining(['result.json: derived without the data set']),
  });
});

it('hears Ctrl-C while agents answer at once', async () => {
  const place = folder();
  const rows = Array.from({ length: 90_000 }, (_, minute) => {
    const stamp = new Date(Date.UTC(2020, 0, 1, 0, minute + 1)).toISOString();
    return `${stamp.replace('.000Z', 'Z')},100,101,99,${100 + (minute % 7) / 10}\n`;
  });
  const data = join(place, 'data');
  mkdirSync(data);
  file(data, 'bars.csv', 'timestamp,open,high,low,close\n');
  appendFileSync(join(data, 'bars.csv'), rows.join(''));
  file(
    data,
    'dataset.yaml',
    "name: minutes\ncalendar: '24/7'\ncurrency: USD\nbars: { file: bars.csv, priceBasis: raw, " +
      'symbol: S0, frequency: intraday, stamp: end, barMinutes: 1 }\n',
  );
  const agents = Array.from({ length: 40 }, (_, n) => `  - { id: a${n}, kind: random }\n`).join('');
  const scenario = file(
    place,
    'scenario.yaml',
    'name: busy\ndata: data\nwindow: { from: 2020-01-01, to: 2020-03-01 }\nsymbols: [S0]\n' +
      `execution: close\nagents:\n${agents}`,
  );
  const out = join(place, 'out');
  const busy = startTapefold('run', scenario, '--out', out);
  const ended = new Promise<number | null>((settle) => busy.on('exit', settle));
  const journal = join(out, 'runs', 'a0-S0', 'journal.bin');
  while (!existsSync(journal) && busy.exitCode === null) await sleep(5);
  busy.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(existsSync(join(out, 'result.json'))).toBe(false);
});
