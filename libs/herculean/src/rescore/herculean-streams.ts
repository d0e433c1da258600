/** Decision streams from HERCULEAN's result files, and how the files differ from the data. */

import { basename } from 'node:path';
import {
  excerpt,
  formatCivilDate,
  invalidInput,
  parseCivilDate,
  sha256Hex,
  type CivilDate,
} from '#values';
import {
  decisionIn,
  isHedgingResult,
  parseHedgingResult,
  parseTradingResult,
  pricesIn,
  type DecisionFile,
} from '#agents/script/herculean-decisions';
import { modelPart, resultJson } from '#agents/script/herculean-result';
import { isSamePrice } from '#workflows';
import { openClosePrices, type ClosePrices } from '../submit/close-prices.js';
import { readResultFile } from '../submit/result-file.js';
import type { PriceDiscrepancy } from '../submit/submitted-prices.js';
import type { DecisionStream, StreamTerms } from '#backtest';

/** Content of a file, and how it fits the sessions of the data. */
export interface FileCoverage {
  /** Without its folder. */
  readonly file: string;
  readonly sha256: string;
  readonly agent: string;
  /** A trading result has its one symbol, a hedging result left and right. */
  readonly symbols: readonly string[];
  readonly records: number;
  /** Sessions of the window, and those of them for which the file has no record. */
  readonly sessions: number;
  readonly missing: readonly string[];
  /** Records on days without a session, where HERCULEAN forces a HOLD: they are not scored. */
  readonly outside: readonly string[];
  /** Prices that the file gives on sessions, and those that differ from the tape. */
  readonly prices: number;
  readonly disputes: readonly PriceDiscrepancy[];
}

interface ReadFile extends DecisionFile {
  readonly path: string;
  readonly sha256: string;
  readonly model: string;
  readonly workflow: StreamTerms['workflow'];
}

/**
 * Reads result files of one workflow, each a stream over the window that their records span
 * together. `InvalidInput` if one is broken, has no records, or names a symbol that the data set
 * does not have.
 */
export async function herculeanStreams(
  paths: readonly string[],
  data: string,
): Promise<{ readonly streams: DecisionStream[]; readonly files: FileCoverage[] }> {
  const files = paths.map(readOne);
  const [first] = files as [ReadFile];
  const { workflow } = first;
  const other = files.find((file) => file.workflow !== workflow);
  if (other !== undefined) {
    const expected = `results of ${workflow}, as ${basename(first.path)} is one`;
    throw invalidInput('files of two workflows', { where: other.path, expected });
  }
  const closes = await openClosePrices(data, [...new Set(files.flatMap(({ symbols }) => symbols))]);
  const window = windowOf(files, closes);
  const terms = termsOf(workflow, data, window);
  const ids = agentIds(files);
  const streams = files.map((file, at) => streamOf(file, ids[at] as string, terms, closes));
  return {
    streams,
    files: files.map((file, at) => coverageOf(file, ids[at] as string, window, closes)),
  };
}

function readOne(path: string): ReadFile {
  const text = readResultFile(path);
  if (text === undefined) throw invalidInput('no such file', { where: path });
  const value = resultJson(text, path);
  const isHedging = isHedgingResult(value);
  const result = (isHedging ? parseHedgingResult : parseTradingResult)(value, path);
  if (result.body.recommendations.length === 0) {
    throw invalidInput('the result has no records', { where: `${path}: recommendations` });
  }
  const model = result.body.model ?? basename(path, '.json');
  const workflow = isHedging ? 'hedging' : 'trading';
  return { ...result, path, sha256: sha256Hex(text), model, workflow };
}

interface Window {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

const dateOf = ({ date }: { readonly date: string }): CivilDate =>
  parseCivilDate(date) as CivilDate;

/** The sessions from the first record of all files to the last. */
function windowOf(files: readonly ReadFile[], { calendar }: ClosePrices): Window {
  const dates = files.flatMap(({ body }) => body.recommendations.map(({ date }) => date)).sort();
  const first = dateOf({ date: dates[0]! });
  const last = dateOf({ date: dates.at(-1)! });
  return { first: calendar.sessionOnOrAfter(first), last: calendar.sessionOnOrBefore(last) };
}

const termsOf = (
  workflow: StreamTerms['workflow'],
  data: string,
  { first, last }: Window,
): StreamTerms => ({
  data,
  window: { from: formatCivilDate(first), to: formatCivilDate(last) },
  workflow,
  portfolio: workflow === 'hedging',
  capital: 100_000,
  decide: 'session-close',
  seed: 0,
  badRows: 'refuse',
});

/** The model; followed by the pair if a model has several, since one scenario then has them all. */
function agentIds(files: readonly ReadFile[]): string[] {
  return files.map(({ model, symbols }) => {
    const id = agentId(model);
    const isAgain = files.filter((other) => agentId(other.model) === id).length > 1;
    return symbols.length > 1 && isAgain ? agentId(`${id}-${symbols.join('-')}`) : id;
  });
}

/** Names as scenarios have them. */
const agentId = (text: string): string =>
  modelPart(text)
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64) || 'model';

function streamOf(
  { path, sha256, body, symbols }: ReadFile,
  agent: string,
  terms: StreamTerms,
  { calendar }: ClosePrices,
): DecisionStream {
  const stated = body.recommendations
    .filter((record) => calendar.isSession(dateOf(record)))
    .map((record) => ({
      time: calendar.closeOf(dateOf(record)),
      said: decisionIn(symbols, record),
    }))
    .sort((one, other) => one.time - other.time);
  return { agent, source: path, kind: 'result file', sha256, symbols, terms, said: stated };
}

function coverageOf(
  { path, sha256, body, symbols }: ReadFile,
  agent: string,
  { first, last }: Window,
  { calendar, at }: ClosePrices,
): FileCoverage {
  const recorded = new Set(body.recommendations.map(dateOf));
  const sessions = calendar.sessionsBetween(first, last);
  const disputes: PriceDiscrepancy[] = [];
  let prices = 0;
  for (const record of body.recommendations) {
    if (!calendar.isSession(dateOf(record))) continue;
    for (const [symbol, stated] of Object.entries(pricesIn(symbols, record))) {
      prices++;
      const tape = at(symbol, dateOf(record));
      if (tape === undefined || isSamePrice(stated, tape)) continue;
      disputes.push({ date: record.date, symbol, said: stated, price: tape.trade });
    }
  }
  return {
    file: excerpt(basename(path), 200).slice(1, -1),
    sha256,
    agent,
    symbols,
    records: recorded.size,
    sessions: sessions.length,
    missing: sessions.filter((session) => !recorded.has(session)).map(formatCivilDate),
    outside: [...recorded].filter((date) => !calendar.isSession(date)).map(formatCivilDate),
    prices,
    disputes,
  };
}
