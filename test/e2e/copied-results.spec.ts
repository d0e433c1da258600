/**
 * A copied result is verified against the data that was copied with it, not against that
 * of the original.
 */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadScenario, runScenario, verifyResult, verifyRun } from '#backtest';
import { file, folder } from './command-line.fixture.js';

let original: string;
let copy: string;

/** Where a project has its parts, as seen from it: the data set, its scenario and the result. */
interface Layout {
  readonly data: string;
  readonly scenario?: string;
  readonly out: string;
}

/** A project of that layout, and a copy of all of it. */
async function makeProject({ data, scenario = '.', out }: Layout): Promise<void> {
  const place = folder();
  original = join(place, 'original');
  copy = join(place, 'copy');
  mkdirSync(join(original, data), { recursive: true });
  mkdirSync(join(original, scenario), { recursive: true });
  const prices = ['date,open,high,low,close,volume'];
  for (let day = 3; day <= 14; day++) {
    prices.push(`2022-01-${String(day).padStart(2, '0')},10,11,9,${10 + (day % 2)},100`);
  }
  const weekdays = prices.filter((line) => !/-(08|09)/.test(line));
  file(join(original, data), 'AAA.csv', `${weekdays.join('\n')}\n`);
  file(
    join(original, data),
    'dataset.yaml',
    `name: small
calendar: XNYS
currency: USD
bars: [{ file: AAA.csv, symbol: AAA, frequency: daily, stamp: session, priceBasis: raw }]
`,
  );
  const named = relative(join(original, scenario), join(original, data)) || '.';
  const text = `name: small
data: ${named}
window: { from: 2022-01-03, to: 2022-01-14 }
symbols: [AAA]
execution: close
agents: [{ id: hold, kind: buy-and-hold }]
`;
  const loaded = loadScenario(file(join(original, scenario), 'scenario.yaml', text));
  const outcome = await runScenario(loaded, {
    out: join(original, out),
    codeVersion: 'test',
    jobs: 1,
    fresh: false,
  });
  expect(outcome.kind).toBe('finished');
  cpSync(original, copy, { recursive: true });
}

const findings = async (path: string) => (await verifyResult(path)).findings;
const alter = (project: string, data = 'data'): void =>
  appendFileSync(join(project, data, 'AAA.csv'), '2022-01-18,10,11,9,10,100\n');
const refuted = [
  {
    verdict: {
      kind: 'refuted',
      what: expect.stringContaining('the data set is not the one') as string,
    },
  },
];

describe('a copied project, with its data beside the result', () => {
  beforeEach(() => makeProject({ data: 'data', out: 'out' }));

  it('is verified where it is, whatever became of the original', async () => {
    alter(original);
    expect(await findings(join(copy, 'out'))).toEqual([]);
    expect(await verifyRun(join(copy, 'out/runs/hold-AAA'))).toMatchObject({ kind: 'verified' });
    expect(await findings(join(original, 'out'))).toMatchObject(refuted);
    rmSync(original, { recursive: true });
    expect(await findings(join(copy, 'out'))).toEqual([]);
    renameSync(copy, `${copy}-moved`);
    expect(await findings(join(`${copy}-moved`, 'out'))).toEqual([]);
  });

  it('is refuted once the original is gone and its own data was altered', async () => {
    rmSync(original, { recursive: true });
    alter(copy);
    expect(await findings(join(copy, 'out'))).toMatchObject(refuted);
  });

  it('is not misled by another data set of that name on the way', async () => {
    const deeper = join(original, 'results', 'deep');
    cpSync(join(original, 'out'), deeper, { recursive: true });
    mkdirSync(join(original, 'results', 'data'));
    writeFileSync(join(original, 'results', 'data', 'dataset.yaml'), 'name: other\n');
    expect(await findings(deeper)).toEqual([]);
  });
});

describe.each([
  { data: '.', out: 'out' },
  { data: '.', scenario: 'scenarios', out: 'scenarios/out' },
  { data: '.', scenario: 'scenarios', out: 'results/of/today' },
])('a copied project with its result in a folder of its data set: %o', (layout) => {
  beforeEach(() => makeProject(layout));

  it('is verified where it is, and refuted if what it has there was altered', async () => {
    expect(await findings(join(original, layout.out))).toEqual([]);
    expect(await findings(join(copy, layout.out))).toEqual([]);
    alter(copy, layout.data);
    expect(await findings(join(original, layout.out))).toEqual([]);
    rmSync(original, { recursive: true });
    expect(await findings(join(copy, layout.out))).toMatchObject(refuted);
  });
});

describe('a copied result with its data inside', () => {
  beforeEach(() => makeProject({ data: 'data', out: '.' }));

  it('is refuted if its own data was altered, though the original’s was not', async () => {
    expect(await findings(copy)).toEqual([]);
    alter(copy);
    expect(await findings(copy)).toMatchObject(refuted);
    expect(await findings(original)).toEqual([]);
    expect(readFileSync(join(copy, 'scenario.json'), 'utf8')).toContain('"data"');
  });
});
