/** Tests of dataset.yaml: defaults, and rejections that name the line. */

import { describe, expect, it } from 'vitest';
import { barTables, parseManifest } from './dataset-manifest.js';

const daily = `name: example
calendar: XNYS
timeZone: America/New_York
currency: USD
bars: { file: prices.csv, frequency: daily, stamp: session, priceBasis: raw, order: [symbol, date] }
news: { file: news.jsonl, order: [published_at, id] }
ignore: [expected]
symbols: [AAPL, GS]
peers:
  AAPL: [GS]
`;

describe('a manifest', () => {
  it('is read with its defaults', () => {
    const manifest = parseManifest(daily, 'dataset.yaml');
    expect(manifest.calendar).toBe('XNYS');
    expect(manifest.dateRule).toBe('session-close');
    expect(manifest.synthetic).toBe(false);
    expect(barTables(manifest)).toHaveLength(1);
    expect(barTables(manifest)[0]?.tradePrice).toBe('close');
    expect(manifest.peers).toEqual({ AAPL: ['GS'] });
  });

  it('may hold several bar files, each of one symbol', () => {
    const file = (name: string): string =>
      `  - { file: ${name}.csv, symbol: ${name}, frequency: intraday, stamp: end, priceBasis: ` +
      'raw }\n';
    const text = `name: pairs\ncalendar: 24/5\ncurrency: USD\nbars:\n${file('BID')}${file('ASK')}`;
    const tables = barTables(parseManifest(text, 'dataset.yaml'));
    expect(tables.map((table) => table.symbol)).toEqual(['BID', 'ASK']);
  });

  it.each([
    ['an unknown key', daily.replace('ignore:', 'ignored:'), /line 7: unknown key "ignored"/],
    [
      'an unknown key inside',
      daily.replace('stamp: session', 'stamp: session, stmp: x'),
      /line 5: unknown key "stmp" in bars/,
    ],
    ['a wrong type', daily.replace('[AAPL, GS]', '[AAPL, 7]'), /line 8: symbols\.1: .*string/],
    ['a wrong word', daily.replace('calendar: XNYS', 'calendar: NYSE'), /line 2: calendar: .*XNYS/],
    ['a missing key', daily.replace('currency: USD\n', ''), /currency: .*found nothing/],
    ['a key twice', `${daily}name: again\n`, /line 11: duplicate key/],
    [
      'a path outside',
      daily.replace('prices.csv', '../prices.csv'),
      /line 5: bars\.file: .*inside/,
    ],
    ['an absolute path', daily.replace('prices.csv', '/etc/passwd'), /bars\.file/],
    [
      'a stamp that does not fit',
      daily.replace('stamp: session', 'stamp: start'),
      /line 5: bars\.stamp: .*daily/,
    ],
    [
      'no bar length',
      daily.replace('daily, stamp: session', 'intraday, stamp: start'),
      /bars\.stamp: .*barMinutes/,
    ],
    ['an unknown column', daily.replace('news.jsonl,', 'news.jsonl, columns: { x: y },'), /line 6/],
    ['a list', '- a\n- b\n', /line 1/],
    ['nothing', '', /object/],
    ['broken YAML', 'name: [a\nb: }', /line \d/],
    ['an alias bomb', `a: &a [1,2]\nb: [*a${',*a'.repeat(200)}]\n`, /aliases|unknown key/],
  ])('with %s is refused with its line', (_name, text, message) => {
    expect(() => parseManifest(text, 'dataset.yaml')).toThrow(message);
  });
});
