/** Published tables as data: cells by agent and block, and one error a line. */

import { isFailure, requireCivilDate, type TapefoldError } from '#values';
import { describe, expect, it } from 'vitest';
import { cellName, parsePublishedTable } from './published-table.js';

const text = `table,from,to,task,symbol,metric,buy-and-hold,some model
2,2026-01-02,2026-03-31,Trading,MSFT,CR,-21.59,0.41
2,2026-01-02,2026-03-31,Trading,MSFT,MDD,26.04,
2,2026-01-02,2026-03-31,Hedging,,PAIR,,AAPL/MSFT
`;
const window = {
  from: requireCivilDate('2026-01-02', 'test'),
  to: requireCivilDate('2026-03-31', 'test'),
};

describe('parsePublishedTable', () => {
  it('has one cell an agent and block, with what is printed', () => {
    const trading = { table: '2', ...window, task: 'Trading', symbol: 'MSFT' };
    const cells = parsePublishedTable(text, 'a.csv');
    expect(cells).toEqual([
      { ...trading, agent: 'buy-and-hold', printed: { CR: '-21.59', MDD: '26.04' } },
      { ...trading, agent: 'some model', printed: { CR: '0.41' } },
      {
        table: '2',
        ...window,
        task: 'Hedging',
        symbol: '',
        agent: 'some model',
        printed: { PAIR: 'AAPL/MSFT' },
      },
    ]);
    expect(cells.map(cellName)).toEqual([
      'table 2, Trading MSFT, buy-and-hold, 2026-01-02 to 2026-03-31',
      'table 2, Trading MSFT, some model, 2026-01-02 to 2026-03-31',
      'table 2, Hedging, some model, 2026-01-02 to 2026-03-31',
    ]);
  });

  it.each([
    ['no header', text.slice(text.indexOf('\n') + 1), 'a.csv:1'],
    ['no agent', 'table,from,to,task,symbol,metric\n', 'a.csv:1'],
    ['a field too few', text.replace(',26.04,', ',26.04'), 'a.csv:3'],
    ['no date', text.replace('2026-03-31,Hedging', 'later,Hedging'), 'a.csv:4'],
  ])('with %s is refused at its line', (_, broken, where) => {
    let failure: unknown;
    try {
      parsePublishedTable(broken, 'a.csv');
    } catch (error) {
      failure = error;
    }
    expect(isFailure(failure, 'InvalidInput')).toBe(true);
    expect((failure as TapefoldError).where).toBe(where);
  });
});
