/**
 * Splits of a symbol that trades in its own sessions: an agent that holds it through one gains and
 * loses nothing.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { formatCivilDate, parseCivilDate, type CivilDate } from '#values';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { calendarOf } from '#market-data';
import { runScenario } from './run-scenario.js';

const directory = mkdtempSync(join(tmpdir(), 'tapefold-mixed-splits-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const date = (text: string): CivilDate => parseCivilDate(text) as CivilDate;
const splitDay = date('2024-02-01');
const rowsOf = (symbol: string, calendar: 'XNYS' | 'XTKS', split: number): string[] =>
  calendarOf(calendar)
    .sessionsBetween(date('2024-01-04'), date('2024-02-29'))
    .map((session) => {
      const price = session < splitDay ? 200 : 200 / split;
      return `${formatCivilDate(session)},${symbol},${price},${price},${price},${price}\n`;
    });
const rows = [...rowsOf('NEAR', 'XNYS', 1), ...rowsOf('FAR', 'XTKS', 2)].toSorted();
writeFileSync(join(directory, 'p.csv'), `date,symbol,open,high,low,close\n${rows.join('')}`);
writeFileSync(
  join(directory, 's.csv'),
  'symbol,execution_date,split_from,split_to\nFAR,2024-02-01,1,2\n',
);
writeFileSync(
  join(directory, 'dataset.yaml'),
  `name: mixed
calendar: XNYS
calendars: { FAR: XTKS }
currency: USD
bars: { file: p.csv, frequency: daily, stamp: session, priceBasis: raw }
splits: { file: s.csv }
`,
);

it.each([
  ['held across it', '2024-01-10', 200],
  // Tokyo opens on the day of the split hours after New York closes.
  ['bought at the open of its day', '2024-01-31', 100],
  ['bought after it', '2024-02-02', 100],
])('a symbol that is %s has a return of 0 %%', async (_, from, paid) => {
  const scenario = tradingScenarioSchema.parse({
    name: 'splits',
    data: directory,
    symbols: ['NEAR', 'FAR'],
    calendar: 'XNYS',
    window: { from, to: '2024-02-20' },
    capital: 10_000,
    execution: { fill: 'next-open', liquidate: false, short: false },
    agents: [{ id: 'hold', kind: 'buy-and-hold' }],
  });
  const out = join(directory, `out-${from}`);
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario({ scenario, directory }, options);
  if (outcome.kind !== 'finished') throw new Error('no result');
  const far = outcome.result.runs.find(({ run }) => run === 'hold-FAR');
  expect(valuesOf(far).fills).toBe(1);
  expect(valuesOf(far).cumulativeReturn).toBeCloseTo(0, 12);
  expect(readFileSync(join(out, 'runs/hold-FAR/fills.csv'), 'utf8')).toContain(`,${paid},`);
});
