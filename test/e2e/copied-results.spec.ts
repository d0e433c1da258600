/** A copied result is verified against the data that was copied with it, not against that of the original. */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadScenario, runScenario, verifyResult, verifyRun } from '#backtest';
import { file, folder } from './command-line.fixture.js';

let original: string;
let copy: string;

/** A project: `data/`, a scenario, and its result in `out/` or inside; then a copy of all of it. */
async function makeProject(out: string): Promise<void> {
  const place = folder();
  original = join(place, 'original');
  copy = join(place, 'copy');
  mkdirSync(join(original, 'data'), { recursive: true });
  const prices = ['date,open,high,low,close,volume'];
  for (let day = 3; day <= 14; day++) {
    prices.push(`2022-01-${String(day).padStart(2, '0')},10,11,9,${10 + (day % 2)},100`);
  }
  const weekdays = prices.filter((line) => !/-(08|09)/.test(line));
  file(join(original, 'data'), 'AAA.csv', `${weekdays.join('\n')}\n`);
  file(
    join(original, 'data'),
    'dataset.yaml',
    `name: small
calendar: XNYS
currency: USD
bars: [{ file: AAA.csv, symbol: AAA, frequency: daily, stamp: session, priceBasis: raw }]
`,
  );
  const text = `name: small
data: ./data
window: { from: 2022-01-03, to: 2022-01-14 }
symbols: [AAA]
execution: close
agents: [{ id: hold, kind: buy-and-hold }]
`;
  const loaded = loadScenario(file(original, 'scenario.yaml', text));
  const outcome = await runScenario(loaded, {
    ...{ out: join(original, out), codeVersion: 'test', jobs: 1, fresh: false },
  });
  expect(outcome.kind).toBe('finished');
  cpSync(original, copy, { recursive: true });
}

const findings = async (path: string) => (await verifyResult(path)).findings;
const alter = (project: string): void =>
  appendFileSync(join(project, 'data', 'AAA.csv'), '2022-01-18,10,11,9,10,100\n');

describe('a copied project, with its data beside the result', () => {
  beforeEach(() => makeProject('out'));

  it('is verified where it is, whatever became of the original', async () => {
    alter(original);
    expect(await findings(join(copy, 'out'))).toEqual([]);
    expect(await verifyRun(join(copy, 'out/runs/hold-AAA'))).toMatchObject({ kind: 'verified' });
    expect(await findings(join(original, 'out'))).toMatchObject([
      {
        verdict: {
          kind: 'refuted',
          what: expect.stringContaining('the data set is not the one') as string,
        },
      },
    ]);
    rmSync(original, { recursive: true });
    expect(await findings(join(copy, 'out'))).toEqual([]);
    renameSync(copy, `${copy}-moved`);
    expect(await findings(join(`${copy}-moved`, 'out'))).toEqual([]);
  });

  it('is refuted once the original is gone and its own data was altered', async () => {
    rmSync(original, { recursive: true });
    alter(copy);
    expect(await findings(join(copy, 'out'))).toMatchObject([
      {
        verdict: {
          kind: 'refuted',
          what: expect.stringContaining('the data set is not the one') as string,
        },
      },
    ]);
  });

  it('is not misled by another data set of that name on the way', async () => {
    const deeper = join(original, 'results', 'deep');
    cpSync(join(original, 'out'), deeper, { recursive: true });
    mkdirSync(join(original, 'results', 'data'));
    writeFileSync(join(original, 'results', 'data', 'dataset.yaml'), 'name: other\n');
    expect(await findings(deeper)).toEqual([]);
  });
});

describe('a copied result with its data inside', () => {
  beforeEach(() => makeProject('.'));

  it('is refuted if its own data was altered, though the original’s was not', async () => {
    expect(await findings(copy)).toEqual([]);
    alter(copy);
    expect(await findings(copy)).toMatchObject([
      {
        verdict: {
          kind: 'refuted',
          what: expect.stringContaining('the data set is not the one') as string,
        },
      },
    ]);
    expect(await findings(original)).toEqual([]);
    expect(readFileSync(join(copy, 'scenario.json'), 'utf8')).toContain('"./data"');
  });
});
