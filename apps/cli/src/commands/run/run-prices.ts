/** `tapefold run --prices`: a data set and a scenario for files that have neither. */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { conflict, excerpt, formatCivilDate, invalidInput, jsonOf } from '#values';
import { agentOfText } from '#contracts/agents/short-agent';
import { jsonDifference } from '#backtest/run-folder/json-difference';
import { openDataset } from '#feeds';
import { firstError, initDataset, priceFilesOf, symbolOfName } from '#market-data';
import { fileInput, hashOfInput } from '#market-data/rows/byte-input';
import { type Options, textOf } from '../../program/option-value.js';
import { notify } from '../../program/print.js';
import { printedCommand } from '../../program/printed-command.js';
import { declaredTexts } from '../data/declared-texts.js';

/** First line of a scenario that was generated here. */
const mark = '# tapefold run --prices ';
const ownData = '\ndata: ./data\n';

const priceFile = /\.(?:csv|tsv|parquet|jsonl|ndjson|gz|zst|zip|xlsx)$/i;
/** `.txt` may be anything: a scenario has keys, and a price file columns. */
const columns = /^[^:#{\n]{0,200}[,;\t]/;

/** Whether a path given in place of a scenario is a file of prices. */
function isPriceFile(path: string): boolean {
  if (priceFile.test(path)) return existsSync(path);
  return /\.txt$/i.test(path) && existsSync(path) && columns.test(headOf(path));
}

function headOf(path: string): string {
  const block = Buffer.alloc(400);
  const input = fileInput(path, path);
  try {
    return block.toString('utf8', 0, input.read(block, 0));
  } finally {
    input.close();
  }
}

/** What `--prices` and the options beside it ask for. */
interface PriceRequest {
  readonly prices: readonly string[];
  readonly agent: readonly string[];
  readonly declared: ReturnType<typeof declaredTexts>;
  readonly badRows: ReturnType<typeof badRowsOf>;
}

/**
 * The path of the scenario: the given one, or `<out>/scenario.yaml`, which is written if missing,
 * over the data set `<out>/data`. `Conflict` if it was made for other files or agents.
 */
export async function scenarioOf(scenario: string | undefined, options: Options): Promise<string> {
  const { prices, agent } = options as { prices?: string[]; agent?: string[] };
  const declared = declaredTexts(options);
  const badRows = badRowsOf(options);
  const describing = { prices, agent, ...declared, ...badRows };
  const isDescribed = Object.values(describing).some((value) => value !== undefined);
  if (scenario !== undefined) requireScenarioFile(scenario);
  if (scenario !== undefined && !isDescribed) return scenario;
  if (scenario !== undefined || !prices || !agent) {
    const expected = 'a scenario.yaml, or --prices <file> --agent sma-cross:10,30';
    throw invalidInput('nothing to run', { expected, found: scenario ?? '' });
  }
  return generatedScenario({ prices, agent, declared, badRows }, options);
}

/** Throws `InvalidInput` for a file of prices in place of a scenario. */
function requireScenarioFile(path: string): void {
  if (!isPriceFile(path)) return;
  const words = ['run', '--prices', path, '--agent', 'buy-and-hold'];
  throw invalidInput('a scenario is a YAML file, and this looks like prices', {
    where: path,
    expected: `a price file? use --prices ${path}: ${printedCommand(words)}`,
  });
}

/** The scenario that `out` already holds for this request, or a new one. */
async function generatedScenario(request: PriceRequest, options: Options): Promise<string> {
  const { prices, agent, declared, badRows } = request;
  const [first = ''] = prices;
  const made = existsSync(join(first, 'dataset.yaml')) ? first : undefined;
  const name = declared.symbol ?? symbolOfName(basename(resolve(first)));
  const out = resolve(textOf(options['out']) ?? join('tapefold-runs', name));
  const path = join(out, 'scenario.yaml');
  const agents = agent.map((text) => {
    const described = agentOfText(text);
    if (!('file' in described)) return described;
    return { ...described, file: relative(out, resolve(described.file)) };
  });
  const read = made ? [join(made, 'dataset.yaml')] : priceFilesOf(prices).files;
  const files = read.map((file) => [basename(file), hashOf(file)]);
  const asked = { agent, ...declared, ...badRows, files };
  const origin = `${mark}${JSON.stringify(asked)}\n`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (before.startsWith(origin)) return path;
  requireReplaceable(out, before, { asked, isFresh: options['fresh'] === true });
  await writeScenario(request, { out, made, name, agents, origin, before });
  return path;
}

/** Throws `Conflict` if the folder holds anything that `--fresh` may not replace. */
function requireReplaceable(
  out: string,
  before: string,
  { asked, isFresh }: { readonly asked: Asked; readonly isFresh: boolean },
): void {
  const isFree = before === '' && !existsSync(join(out, 'data'));
  if (isFree || (isFresh && before.startsWith(mark))) return;
  const expected =
    'the same files, agents and options; use another --out, or --fresh to start over';
  const change = changeSince(before, asked);
  throw conflict(`the folder holds another scenario or data${change}`, { where: out, expected });
}

interface ScenarioFile {
  readonly out: string;
  /** A data set that `data init` has already made. */
  readonly made: string | undefined;
  readonly name: string;
  readonly agents: readonly unknown[];
  /** Its first line, by which another run recognizes it. */
  readonly origin: string;
  /** The text of the file that it replaces; empty if there is none. */
  readonly before: string;
}

/** Writes the scenario and, if none was given, its data set. */
async function writeScenario(
  { prices, declared, badRows }: PriceRequest,
  { out, made, name, agents, origin, before }: ScenarioFile,
): Promise<void> {
  const path = join(out, 'scenario.yaml');
  const data = join(out, 'data');
  const written = `${data}.partial-${process.pid}`;
  mkdirSync(out, { recursive: true });
  try {
    if (!made) {
      const { notes } = await initDataset(prices, written, { ...declared, name });
      for (const note of notes) notify(note);
    }
    const extent = await extentOf(made ?? written, declared.symbol);
    const named = { name: name.replace(/[^\w.-]+/g, '-').replace(/^\W+/, '') || 'prices' };
    if (before.includes(ownData)) rmSync(data, { recursive: true, force: true });
    if (!made) renameSync(written, data);
    const at = made === undefined ? 'data' : relative(out, resolve(made));
    const scenario = { ...named, data: `./${at}`, ...badRows, ...extent, agents };
    writeFileSync(path, `${origin}${stringify(scenario)}`);
    notify(`data set: ${join(made ?? data, 'dataset.yaml')}, scenario: ${path}`);
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}

interface Asked {
  readonly files: readonly string[][];
}

/**
 * What a generated scenario was asked for otherwise, behind a colon; nothing for one whose first
 * line was edited.
 */
function changeSince(before: string, asked: Asked): string {
  const former = before.startsWith(mark) ? before.slice(mark.length).split('\n')[0] : undefined;
  const { files: filesBefore, ...optionsBefore } = (jsonOf(former ?? '') ?? {}) as Partial<
    typeof asked
  >;
  if (!Array.isArray(filesBefore)) return '';
  const { files, ...options } = asked;
  const hashes = new Map(filesBefore.map(([name, hash]: string[]) => [name, hash]));
  const changed = files.find(([name, hash]) => hashes.has(name) && hashes.get(name) !== hash);
  if (changed !== undefined) return `: the file ${excerpt(changed[0])} has changed since`;
  const change = jsonDifference(options, optionsBefore);
  if (change === undefined) return ': its files are others';
  return `: ${change.path} was ${change.found}, and is ${change.expected}`;
}

/** What the scenario says about rows with defects; nothing unless it is given. */
function badRowsOf(options: Options): { readonly badRows?: string } {
  const badRows = textOf(options['badRows']);
  if (badRows === undefined) return {};
  if (badRows === 'drop' || badRows === 'refuse') return { badRows };
  const expected = 'drop or refuse';
  throw invalidInput('the option has an unknown value', {
    where: '--bad-rows',
    expected,
    found: badRows,
  });
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
    const from = Math.min(...sessions);
    const to = Math.max(...sessions);
    if (sessions.length === 0) throw await unreadable(dataset);
    const fill = coverage.every(({ quotes }) => quotes > 0) ? 'next-quote' : 'next-trade';
    const ticks = { decide: 'session-close', execution: { fill } };
    const window = { from: formatCivilDate(from), to: formatCivilDate(to) };
    return { window, symbols, ...(coverage.some(({ bars }) => bars > 0) ? {} : ticks) };
  } finally {
    await dataset.close();
  }
}

/** Why the files have no session: the first defect of a row if there is one. */
async function unreadable(dataset: Awaited<ReturnType<typeof openDataset>>): Promise<Error> {
  const error = firstError(await dataset.check(), 'no row can be read');
  if (error !== undefined) return error;
  return invalidInput('the files have no session of the symbol', {
    where: '--symbol',
    expected: dataset.symbols.slice(0, 8).join(', '),
  });
}

function hashOf(path: string): string {
  const input = fileInput(path, path);
  try {
    return hashOfInput(input);
  } finally {
    input.close();
  }
}
