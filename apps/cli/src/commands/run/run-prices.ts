/** `tapefold run --prices`: a data set and a scenario for files that have neither. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { conflict, formatCivilDate, invalidInput } from '#values';
import { agentOfText } from '#contracts/scenario/short-agent';
import { openDataset } from '#feeds';
import { initDataset, symbolOfName } from '#market-data';
import { fileInput, hashOfInput } from '#market-data/rows/byte-input';
import { type Options, textOf } from '../../program/option-value.js';
import { notify } from '../../program/print.js';
import { declaredTexts } from '../data/declared-texts.js';

/** First line of a scenario that was generated here. */
const mark = '# tapefold run --prices ';
const ownData = '\ndata: ./data\n';

/**
 * The path of the scenario: the given one, or `<out>/scenario.yaml`, which is written if missing, over
 * the data set `<out>/data`. `Conflict` if it was made for other files or agents.
 */
export async function scenarioOf(given: string | undefined, options: Options): Promise<string> {
  const { prices, agent } = options as { prices?: string[]; agent?: string[] };
  const declared = declaredTexts(options);
  const own = { prices, agent, ...declared };
  const isOwn = Object.values(own).some((value) => value !== undefined);
  if (given !== undefined && !isOwn) return given;
  if (given !== undefined || !prices || !agent) {
    const expected = 'a scenario.yaml, or --prices <file> --agent sma-cross:10,30';
    throw invalidInput('nothing to run', { expected, found: given ?? '' });
  }
  const [first = ''] = prices;
  /** A data set that `data init` has already made. */
  const made = existsSync(join(first, 'dataset.yaml')) ? first : undefined;
  const { symbol } = declared;
  const name = symbol ?? symbolOfName(basename(resolve(first)));
  const out = resolve(textOf(options['out']) ?? join('tapefold-runs', name));
  const [path, data] = [join(out, 'scenario.yaml'), join(out, 'data')];
  const agents = agent.map((text) => {
    const one = agentOfText(text);
    return 'file' in one ? { ...one, file: relative(out, resolve(one.file)) } : one;
  });
  const read = made ? [join(made, 'dataset.yaml')] : prices;
  const files = read.map((file) => [basename(file), hashOf(file)]);
  const origin = `${mark}${JSON.stringify({ agent, ...declared, files })}\n`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (before.startsWith(origin)) return path;
  const isFree = before === '' && !existsSync(data);
  if (!isFree && !(options['fresh'] === true && before.startsWith(mark))) {
    const expected =
      'the same files, agents and options; use another --out, or --fresh to start over';
    throw conflict('the folder holds another scenario or data', { where: out, expected });
  }
  const written = `${data}.partial-${process.pid}`;
  mkdirSync(out, { recursive: true });
  try {
    if (!made) await initDataset(prices, written, { ...declared, name });
    const extent = await extentOf(made ?? written, symbol);
    const named = { name: name.replace(/[^\w.-]+/g, '-').replace(/^\W+/, '') || 'prices' };
    if (before.includes(ownData)) rmSync(data, { recursive: true, force: true });
    if (!made) renameSync(written, data);
    const at = made === undefined ? 'data' : relative(out, resolve(made));
    const scenario = { ...named, data: `./${at}`, ...extent, agents };
    writeFileSync(path, `${origin}${stringify(scenario)}`);
    notify(`data set: ${join(made ?? data, 'dataset.yaml')}, scenario: ${path}`);
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
  return path;
}

/** From the first to the last session of its symbols; ticks without bars fill orders themselves. */
async function extentOf(folder: string, symbol: string | undefined) {
  const dataset = await openDataset(folder);
  try {
    const symbols = symbol === undefined ? dataset.symbols : [symbol];
    const coverage = (await dataset.coverage()).filter((one) => symbols.includes(one.symbol));
    const sessions = coverage.flatMap(({ firstSession, lastSession }) =>
      [firstSession ?? [], lastSession ?? []].flat(),
    );
    const [from, to] = [Math.min(...sessions), Math.max(...sessions)];
    if (sessions.length === 0) throw invalidInput('no row can be read', { where: '--prices' });
    const fill = coverage.every(({ quotes }) => quotes > 0) ? 'next-quote' : 'next-trade';
    const ticks = { decide: 'session-close', execution: { fill } };
    const window = { from: formatCivilDate(from), to: formatCivilDate(to) };
    return { window, symbols, ...(coverage.some(({ bars }) => bars > 0) ? {} : ticks) };
  } finally {
    await dataset.close();
  }
}

function hashOf(path: string): string {
  const input = fileInput(path, path);
  try {
    return hashOfInput(input);
  } finally {
    input.close();
  }
}
