/** Indicators at the cursor: warm-up, what is missing, options, price basis, and that the future changes nothing. */

import { seededRandom } from '#values';
import { describe, expect, it } from 'vitest';
import { bar, marketOf, openMarket, release, type SmallBar } from '../../test/small-tape.js';
import { formulaOf, indicatorCatalogue, type IndicatorName } from './indicator-catalogue.js';

function walk(length: number, seed = 5): SmallBar[] {
  const random = seededRandom(seed);
  let price = 100;
  return Array.from({ length }, () => {
    const open = price * Math.exp(0.01 * random.normal());
    const close = open * Math.exp(0.02 * random.normal());
    price = close;
    const high = Math.max(open, close) * (1 + 0.01 * random.next());
    const low = Math.min(open, close) * (1 - 0.01 * random.next());
    return bar(close, { open, high, low, volume: Math.ceil(1e6 * random.next()) });
  });
}

const names = indicatorCatalogue.map(({ name }) => name as IndicatorName);
const defaultsOf = (name: string) =>
  Object.fromEntries(
    Object.entries(formulaOf(name).options).map(([option, rule]) => [option, rule.default]),
  );

describe.each(names)('%s', (name) => {
  const { warmUp, window } = formulaOf(name).bars(defaultsOf(name));
  const bars = walk(window + 20);

  it('has no value until its warm-up is over, and one from then on', () => {
    const market = openMarket();
    const indicator = market.view.indicator(name, 'AAA');
    expect(indicator.value).toBeNull();
    release(market, bars.slice(0, warmUp - 1));
    expect(indicator.value).toBeNull();
    expect(indicator.missing).toBe(`${warmUp} bars are needed, ${warmUp - 1} are readable`);
    const enough = marketOf(bars.slice(0, warmUp)).view.indicator(name, 'AAA');
    expect(enough.value).not.toBeNull();
    expect(enough.missing).toBeNull();
  });

  it('depends on the last bars alone', () => {
    const whole = marketOf(bars).view.indicator(name, 'AAA').value;
    expect(marketOf(bars.slice(-window)).view.indicator(name, 'AAA').value).toEqual(whole);
    expect(marketOf(bars, { history: window }).view.indicator(name, 'AAA').value).toEqual(whole);
  });

  it('is the same whatever comes later', () => {
    const ahead = openMarket();
    const later = walk(10, 6);
    release(ahead, [...bars, ...later], bars.length);
    const alone = marketOf(bars).view.indicator(name, 'AAA').value;
    expect(ahead.view.indicator(name, 'AAA').value).toEqual(alone);
  });
});
