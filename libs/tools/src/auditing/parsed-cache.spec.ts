/** The cache of parsed filings: shared by all views, bounded, and without transient failures. */

import { expect, it } from 'vitest';
import { auditedMarket, filesOfPackage } from './auditing.fixture.js';
import { once, ParsedCache } from './parsed-cache.js';
import { ParsedFiling } from './parsed-filing.js';

const charsOf = (files: Record<string, string>): number => Object.values(files).join('').length;

it('parses the same documents once, however many views show them', () => {
  const [one] = auditedMarket()('2026-01-05').filings('abc');
  let made = 0;
  const cache = new ParsedCache((names, textOf) => {
    made += 1;
    return () => names.map((name) => textOf(name).length);
  });
  const lengths = Array.from({ length: 500 }, () =>
    cache.use(auditedMarketView(), one!, (read) => read().join(' ')),
  );
  expect(made).toBe(1);
  const texts = Object.values(filesOfPackage());
  expect(new Set(lengths)).toEqual(new Set([texts.map(({ length }) => length).join(' ')]));
});

it('keeps more than one filing by default', () => {
  const view = auditedMarketView();
  const filings = view.symbols.flatMap((symbol) => view.filings(symbol)).slice(0, 2);
  const made: string[] = [];
  const cache = new ParsedCache(([first = '']) => made.push(first));
  for (const filing of [...filings, ...filings]) cache.use(view, filing, () => 0);
  expect(filings).toHaveLength(2);
  expect(made).toHaveLength(2);
});

it('drops what was used longest ago beyond its limit', () => {
  const view = auditedMarketView();
  const filings = view.symbols
    .flatMap((symbol) => view.filings(symbol))
    .filter(({ form }) => form.startsWith('10'));
  const made: string[] = [];
  const limit = charsOf(filesOfPackage()) * 1.5;
  const cache = new ParsedCache(([first = '']) => made.push(first.split('/')[1] ?? ''), limit);
  const use = (accession: string): number =>
    cache.use(
      view,
      filings.find((one) => one.accession === accession)!,
      (value) => value,
    );
  for (const name of [
    '10k-abc',
    '10k-bad',
    '10k-abc',
    '10q-abc',
    '10k-bad',
    '10k-abc',
    '10q-abc',
  ]) {
    use(name === '10q-abc' ? '10q-abc-20240331' : `${name}-20231231`);
  }
  const first = '10k-abc-20231231';
  const bad = '10k-bad-20231231';
  const quarter = '10q-abc-20240331';
  expect(made).toEqual([first, bad, quarter, bad, first, quarter]);
});

it('asks again after a failure that is not of the input', () => {
  let asked = 0;
  const value = once(() => {
    asked += 1;
    if (asked === 1) throw new Error('for now');
    return 'made';
  });
  expect(value).toThrow('for now');
  expect([value(), value(), asked]).toEqual(['made', 'made', 2]);
});

it('parses a filing from its files', () => {
  const files = filesOfPackage();
  const filing = new ParsedFiling(Object.keys(files), (name) => files[name]!);
  expect(filing.factsOf('us-gaap:Assets')).toHaveLength(5);
  expect(filing.calculations().map(({ parents }) => parents)).toEqual([['us-gaap:Assets']]);
  expect(filing.labels()('OWN:Spent')).toBe('Money spent');
  expect(new ParsedFiling([], () => '').factsOf('us-gaap:Assets')).toEqual([]);
});

function auditedMarketView() {
  return auditedMarket()('2026-01-06');
}
