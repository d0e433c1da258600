/** Printed figures as numbers; a cell that is not a number is not a contradiction. */

import { expect, it } from 'vitest';
import { openDataset } from '#market-data';
import { checkPublished } from './check-published.js';
import { parsePublishedTable } from './published-table.js';

async function checked(mdd: string, cr: string) {
  const row = (metric: string, text: string): string =>
    `1,2015-01-05,2015-03-31,Trading,ZZZ,${metric},${text}`;
  const text = ['table,from,to,task,symbol,metric,model', row('CR', cr), row('MDD', mdd)].join(
    '\n',
  );
  const dataset = await openDataset('aapl-2013-2018');
  try {
    const { cells } = await checkPublished(parsePublishedTable(text, 'a.csv'), dataset);
    return { reasons: cells[0]?.reasons, unreadable: cells[0]?.unreadable };
  } finally {
    await dataset.close();
  }
}

const contradiction = 'the return is below minus the drawdown';

it.each([
  ['5', '-50', [contradiction]],
  ['5%', '\u221250%', [contradiction]],
  ['"1,000.00%"', '"\u22121,500.5%"', [contradiction]],
  ['60', '\u221250%', []],
])('drawdown %s with a return of %s', async (mdd, cr, reasons) => {
  expect(await checked(mdd, cr)).toEqual({ reasons, unreadable: [] });
});

it('counts what it cannot read apart', async () => {
  expect(await checked('1,2,3'.replaceAll(',', ';'), 'n/a')).toEqual({
    reasons: [],
    unreadable: ['CR is not a number: "n/a"', 'MDD is not a number: "1;2;3"'],
  });
});
