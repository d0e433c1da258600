/**
 * Splits inside of weeks, whose bars come at one instant or in sessions of their own: no order or
 * money is lost.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatCivilDate, parseCivilDate, type CivilDate } from '#values';
import { isFill, type JournalEvent } from '#contracts';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import { readJournal } from '#event-log';
import { runFolder } from '../run-folder/run-folder.js';
import { runScenario } from './run-scenario.js';

const directory = mkdtempSync(join(tmpdir(), 'tapefold-split-weeks-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const weeks = ['2024-01-05', '2024-01-12', '2024-01-19', '2024-01-26', '2024-02-02'];
const splitWeek = '2024-01-26';
const symbols = ['FAR', 'FARTHER', 'NEAR', 'NEARER'];

/** A share of 200 stands still but for the split on the Wednesday of its week. */
function rowOf(week: string, symbol: string, hasSplit: boolean): string {
  const open = hasSplit && week > splitWeek ? 100 : 200;
  const close = hasSplit && week >= splitWeek ? 100 : 200;
  // Every calendar has its Mondays in the week of its Friday.
  const monday = formatCivilDate((parseCivilDate(week) as CivilDate) - 4);
  return `${monday},${symbol},${open},${open},${close},${close}\n`;
}

/** The events of a run that buys all symbols after its first week. */
async function run(
  calendars: string,
  split: string,
  from: string,
  fill: string,
  day = '2024-01-24',
) {
  const folder = mkdtempSync(join(directory, 'run-'));
  const rows = weeks.flatMap((week) => symbols.map((one) => rowOf(week, one, one === split)));
  writeFileSync(join(folder, 'p.csv'), `date,symbol,open,high,low,close\n${rows.join('')}`);
  const splits = `symbol,execution_date,split_from,split_to\n${split},${day},1,2\n`;
  writeFileSync(join(folder, 's.csv'), splits);
  writeFileSync(
    join(folder, 'dataset.yaml'),
    `name: weeks
calendar: XNYS
calendars: { ${calendars} }
currency: USD
bars: { file: p.csv, frequency: weekly, stamp: session, priceBasis: raw }
splits: { file: s.csv }
`,
  );
  const scenario = tradingScenarioSchema.parse({
    name: 'splits',
    data: folder,
    symbols,
    calendar: 'XNYS weekly',
    portfolio: true,
    window: { from, to: weeks.at(-1) },
    capital: 10_000,
    execution: { fill, short: false },
    agents: [{ id: 'hold', kind: 'buy-and-hold' }],
  });
  const out = join(folder, 'out');
  const options = { out, codeVersion: 'test', jobs: 1, fresh: false };
  const outcome = await runScenario({ scenario, directory: folder }, options);
  if (outcome.kind !== 'finished') throw new Error('no result');
  const events: JournalEvent[] = [];
  const { journal } = runFolder(join(out, 'runs', outcome.result.runs[0]!.run));
  readJournal(journal, ({ event }) => void events.push(event));
  return events;
}

describe.each([
  ['one calendar', ''],
  ['calendars of their own', 'FAR: XTKS weekly, FARTHER: XTKS weekly'],
])('weeks of %s', (_, calendars) => {
  const cases = symbols.flatMap((symbol) => [
    { symbol, held: 'through it', from: '2024-01-05', fill: 'next-open', paid: 200 },
    { symbol, held: 'from the open of its week', from: '2024-01-19', fill: 'next-open', paid: 200 },
    {
      symbol,
      held: 'from the close of its week',
      from: '2024-01-19',
      fill: 'next-close',
      paid: 100,
    },
  ]);

  it.each(cases)('with a split of $symbol, held $held', async ({ symbol, from, fill, paid }) => {
    const events = await run(calendars, symbol, from, fill);
    const fills = events.filter(isFill);
    const prices = new Map(fills.map((event) => [event.symbol, event.price]));
    const expected = symbols.map((one): [string, number] => [one, one === symbol ? paid : 200]);
    expect([...prices].toSorted()).toEqual(expected);
    const equities = events.flatMap((event) => (event.type === 'MarkTaken' ? [event.equity] : []));
    expect(new Set(equities)).toEqual(new Set([10_000]));
  });
});

it.each(['2024-01-27', '2024-01-28'])(
  'a split of %s, after the close of the week that decides, gains and loses nothing',
  async (day) => {
    for (const from of ['2024-01-05', '2024-01-19']) {
      const events = await run('FAR: 24/7 weekly', 'FAR', from, 'next-open', day);
      const equities = events.flatMap((one) => (one.type === 'MarkTaken' ? [one.equity] : []));
      expect(new Set(equities)).toEqual(new Set([10_000]));
    }
  },
);

it('a decision at the close of a week with splits fills in all of its symbols', async () => {
  const events = await run('', 'NEARER', splitWeek, 'decision-close');
  expect(events.filter(isFill).map(({ price }) => price)).toEqual([200, 200, 200, 100]);
});
