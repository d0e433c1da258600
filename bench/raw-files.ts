/**
 * The raw loop as a program: read a CSV file of bars, split its lines, take the closes, run the
 * rules, and print what each of them ends with, by rule and symbol. Given: the file, the rules, the
 * capital, and `portfolio` for one of all.
 */

import { readFileSync } from 'node:fs';
import { rawLoop, type Rule } from './raw-loop.js';
import { rawMerge } from './raw-merge.js';

interface Series {
  readonly symbol: string;
  readonly time: number[];
  readonly close: number[];
}

const [file, rules, capital, together] = process.argv.slice(2) as [string, string, string, string?];
const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
const all = head.startsWith('symbol') ? seriesBySymbol() : [closesOf('S0')];
const ends: Record<string, number> = {};
for (const rule of JSON.parse(rules) as Rule[]) {
  for (const [symbol, finalEquity] of together === undefined ? apart(rule) : merged(rule)) {
    ends[`${rule.fast}-${rule.slow}/${symbol}`] = finalEquity;
  }
}
console.log(JSON.stringify(ends));

function closesOf(symbol: string): Series {
  return { symbol, time: [], close: lines.map((line) => Number(line.split(',')[4])) };
}

function seriesBySymbol(): Series[] {
  const series = new Map<string, Series>();
  for (const line of lines) {
    const [symbol = '', date = '', , , , close] = line.split(',');
    let one = series.get(symbol);
    if (one === undefined) series.set(symbol, (one = { symbol, time: [], close: [] }));
    one.time.push(Date.parse(date));
    one.close.push(Number(close));
  }
  return [...series.values()];
}

function apart(rule: Rule): [string, number][] {
  return all.map(({ symbol, close }) => {
    const { finalEquity } = rawLoop(Float64Array.from(close), Number(capital), rule);
    return [symbol, finalEquity];
  });
}

function merged(rule: Rule): [string, number][] {
  const series = all.map(({ time, close }) => ({
    time: Float64Array.from(time),
    close: Float64Array.from(close),
  }));
  return [['all', rawMerge(series, Number(capital), rule).finalEquity]];
}
