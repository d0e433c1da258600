/**
 * A run over a calendar of one's own, from the file of its sessions to its result; and that result
 * copied to a place without the file, where each command is a process of its own.
 */

import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { formatCivilDate, parseCivilDate, weekdayOf } from '#values';
import type { Result } from '#contracts/result/result';
import { file, folder, sharedFolder, tapefoldProcess } from '../e2e/command-line.fixture.js';
import { serve } from '../e2e/served.fixture.js';

const place = sharedFolder();
const first = parseCivilDate('2023-01-01')!;
/** Sunday to Thursday, to noon on Thursdays; closed in the first week of May. */
const dates = Array.from({ length: 730 }, (_, day) => first + day).filter(
  (date) => weekdayOf(date) < 5 && !/-05-0[1-7]$/.test(formatCivilDate(date)),
);

const sessions = dates.map(
  (date) => `${formatCivilDate(date)},09:00,${weekdayOf(date) === 4 ? '12:00' : '17:00'}\n`,
);
const bars = dates.map((date, at) => {
  const open = 100 + (at % 7) + at / 10;
  return `${formatCivilDate(date)},LAB,${open},${open + 2},${open - 1},${open + 1}\n`;
});

const module = `export default {
  history: 2,
  decide({ view, symbols }) {
    const [before, last] = view.closes(symbols[0], 2);
    return last > before ? 'long' : 'flat';
  },
};
`;

beforeAll(async () => {
  const data = join(place, 'data');
  mkdirSync(data);
  file(data, 'sessions.csv', `session,open,close\n${sessions.join('')}`);
  file(data, 'p.csv', `date,symbol,open,high,low,close\n${bars.join('')}`);
  file(
    data,
    'dataset.yaml',
    `name: lab
calendar: { file: sessions.csv, zone: Asia/Jerusalem, name: lab }
currency: USD
bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw }
`,
  );
  file(place, 'mine.ts', module);
  file(
    place,
    'scenario.yaml',
    `name: lab
data: data
window: { from: 2023-02-01, to: 2024-11-30 }
symbols: [LAB]
calendar: own:lab
agents: [{ id: hold, kind: buy-and-hold }, { id: mine, kind: module, file: mine.ts }]
`,
  );
  const { code, err } = await run(place, 'out');
  if (code !== 0) throw new Error(err);
  renameSync(join(place, 'data'), join(place, 'kept'));
});

function run(project: string, out: string) {
  const scenario = join(project, 'scenario.yaml');
  return tapefoldProcess('run', scenario, '--out', join(project, out), '--jobs', '2');
}

/** The whole project at another place; its data is no longer where the run found it. */
function copied(): string {
  const copy = join(folder(), 'copy');
  cpSync(place, copy, { recursive: true });
  renameSync(join(copy, 'kept'), join(copy, 'data'));
  return copy;
}

describe('a calendar of one’s own', () => {
  it('gives the sessions, and how many a year has', () => {
    const text = readFileSync(join(place, 'out/result.json'), 'utf8');
    const { scenario, runs } = JSON.parse(text) as Result;
    expect(scenario.market?.calendar).toMatch(/^own:lab:[0-9a-f]{16}$/);
    const [from, to] = ['2023-02-01', '2024-11-30'].map((date) => parseCivilDate(date)!);
    const returns = dates.filter((date) => date >= from! && date <= to!).length - 1;
    const [hold] = runs;
    expect(valuesOf(hold!)).toMatchObject({ returns });
    // The mean of two whole years.
    const years = returns / Math.round(dates.length / 2);
    expect(valuesOf(hold!).annualisedReturn).toBeCloseTo(
      (1 + valuesOf(hold!).cumulativeReturn!) ** (1 / years) - 1,
      9,
    );
  });

  it('is in the copied result: verified, replayed and inspected without its file', async () => {
    const copy = copied();
    rmSync(join(copy, 'data/sessions.csv'));
    for (const [command, what, ...options] of [
      ['verify', 'out'],
      ['verify', 'out/runs/mine-LAB', '--ask-again'],
      ['replay', 'out'],
      ['inspect', 'out/runs/hold-LAB', '--data', join(copy, 'data')],
    ] as const) {
      const { code, err } = await tapefoldProcess(command, join(copy, what), ...options);
      expect({ command, code, err }).toMatchObject({ command, code: 0 });
    }
    // A new run has no recorded one to ask.
    const { code, err } = await run(copy, 'other');
    expect(code).toBe(2);
    expect(err).toContain('sessions.csv: no such file');
  });

  it('is on the tapes of services, and in what is downloaded from them', async () => {
    const copy = copied();
    const data = join(copy, 'data');
    const served = await serve(join(copy, 'served'), '--dataset', `lab=${data}`);
    const text = readFileSync(join(copy, 'scenario.yaml'), 'utf8')
      .replace('data: data', 'data: lab')
      .replace(', { id: mine, kind: module, file: mine.ts }', '');
    const submitted = await served.cluster('submit', file(copy, 'there.yaml', text), '--wait');
    expect(submitted.code, submitted.err).toBe(0);
    const id = /^submission (\w+)$/m.exec(submitted.err)?.[1] ?? '';
    const out = join(copy, 'downloaded');
    const fetched = await served.cluster('results', id, '--out', out, '--data', data);
    expect(fetched.code, fetched.err).toBe(0);
    const hashOf = (result: string): string | undefined => {
      const { runs } = JSON.parse(readFileSync(join(result, 'result.json'), 'utf8')) as Result;
      return runs.find(({ run }) => run === 'hold-LAB')?.journalHash;
    };
    expect(hashOf(out)).toBe(hashOf(join(copy, 'out')));
    const verified = await tapefoldProcess('verify', out, '--data', data);
    expect(verified.code, verified.err).toBe(0);
  });

  it('is refused if its file says something else under the same name', async () => {
    const copy = copied();
    const path = join(copy, 'data/sessions.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replace(',17:00', ',16:30'));
    const { code, out, err } = await tapefoldProcess('verify', join(copy, 'out'));
    expect(code).toBe(1);
    expect(out + err).toContain('the data set is not the one');
  });

  it('is refused under a name that the data set does not have', async () => {
    const copy = copied();
    const path = join(copy, 'scenario.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('own:lab', 'own:lob'));
    const { err } = await run(copy, 'other');
    expect(err).toMatch(/the data set has no such calendar; expected own:lab:[0-9a-f]+/);
  });
});
