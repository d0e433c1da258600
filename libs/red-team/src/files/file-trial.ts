/**
 * A module agent that tries to read files which hold the future or the solutions, each in a
 * way of its own.
 */

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFailure } from '#values';
import { runScratch, scratchScenario, type ScratchOptions } from '../scratch/scratch-run.js';
import type { TriedWindow } from '../scratch/tried-window.js';

/** One way to a file, and whether the module got its content. */
export interface FileRow {
  readonly way: string;
  readonly wasRead: boolean;
}

export interface FileTrialOptions extends ScratchOptions {
  readonly seed: number;
  /** Opened to the module, as an agent's `reads`; nothing by default. */
  readonly reads?: readonly string[];
}

/** Content of each planted file; a module that prints it has read one. */
const secret = 'close of tomorrow: 987654.25';

/** Planted beside the module. */
const files: Readonly<Record<string, string>> = {
  'prices.csv': secret,
  'gold.jsonl': secret,
  'rubrics.jsonl': secret,
  'solutions.jsonl': secret,
  'set/dataset.yaml': 'name: set\n',
  'set/bars.csv': secret,
  'set/bars.json': JSON.stringify(secret),
  'result/.tapefold-result': '',
  'result/solutions.json': JSON.stringify(secret),
  'held/set/dataset.yaml': 'name: set\n',
  'node_modules/package/package.json': '{"name":"package"}',
  'node_modules/package/index.js': '',
  'linked/package.json': '{"name":"linked"}',
  'linked/index.js': '',
};

/** Links, and where they lead to from their own folder. */
const links: Readonly<Record<string, string>> = {
  'node_modules/market': '../set',
  'node_modules/root': '/',
  '.git/market': '../set',
  'node_modules/package/market': '../../set',
  'node_modules/linked': '../linked',
  'linked/market': '../set',
  market: 'set',
};

/** Paths that the module opens, from its folder. */
const ways: Readonly<Record<string, string>> = {
  'a price file beside the module': 'prices.csv',
  'a data set in a folder beside it': 'set/bars.csv',
  'a link in node_modules to a data set': 'node_modules/market/bars.csv',
  'a link in .git to a data set': '.git/market/bars.csv',
  'a link beside it to a data set': 'market/bars.csv',
  'a link in a package that it imports': 'node_modules/package/market/bars.csv',
  'a link in a linked package that it imports': 'node_modules/linked/market/bars.csv',
  'a data set in JSON that it imports': 'set/bars.json',
  'a result in JSON that it imports': 'result/solutions.json',
  'human judgments beside a judge': 'gold.jsonl',
  'rubrics beside a judge': 'rubrics.jsonl',
  'solutions beside a judge': 'solutions.jsonl',
};
const rootWay = 'a link in node_modules to the root of the machine';

/** Entries of `reads` that must be refused. */
const listed: Readonly<Record<string, string>> = {
  'a data set in reads': 'set',
  'a file of a data set in reads': 'set/bars.csv',
  'a link to a data set in reads': 'market',
  'a folder with a data set in reads': 'held',
  'a result in reads': 'result',
};

/**
 * Names in imports that are never reached: what they name is opened before the start, or is not.
 */
const imported = [
  './set/bars.json',
  './result/solutions.json',
  './gold.jsonl',
  'package',
  'linked',
  'market/bars.json',
];

/**
 * Runs the module over the window, and once more for each entry of `reads`. Fails as
 * `runScenario` does.
 */
export async function tryFiles(window: TriedWindow, options: FileTrialOptions): Promise<FileRow[]> {
  const home = join(options.folder, 'reader');
  plant(home);
  const paths = { ...ways, [rootWay]: join('node_modules/root', home, 'prices.csv') };
  writeFileSync(join(home, 'reader.mjs'), moduleReading(paths));
  const own = { ...options, directory: home };
  const log = await printedBy(window, own, 'reader-run');
  if (!log.includes('tried all')) throw new Error('the module did not try its ways');
  const rows = Object.keys(paths).map((way) => ({ way, wasRead: log.includes(`read ${way}\n`) }));
  for (const [way, entry] of Object.entries(listed)) {
    rows.push({ way, wasRead: await isAccepted(window, { ...own, reads: [entry] }) });
  }
  return rows;
}

function plant(home: string): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), content);
  }
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    symlinkSync(target, join(home, name));
  }
}

/** The source of a module that tries each path, and prints by which ways it got a content. */
const moduleReading = (paths: Readonly<Record<string, string>>): string => `
import { readFileSync } from 'node:fs';
const never = () => [${imported.map((name) => `import('${name}')`).join(', ')}];
for (const [way, path] of Object.entries(${JSON.stringify(paths)})) {
  try {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    if (text.includes(${JSON.stringify(secret)})) console.log('read ' + way);
  } catch {}
}
console.log('tried all');
export default () => 'flat';
`;

/** What the module prints in its run on the first symbol. */
async function printedBy(
  { data, symbols, from, to }: TriedWindow,
  { reads = [], ...options }: FileTrialOptions,
  name: string,
): Promise<string> {
  const agent = { id: 'reader', kind: 'module', file: 'reader.mjs' } as const;
  const { result, out } = await runScratch(
    scratchScenario({
      name,
      data,
      window: { from, to },
      symbols: symbols.slice(0, 1),
      seed: options.seed,
      agents: [reads.length === 0 ? agent : { ...agent, reads: [...reads] }],
    }),
    options,
  );
  const log = join(out, 'runs', result.runs[0]?.run ?? '', 'log.txt');
  return existsSync(log) ? readFileSync(log, 'utf8') : '';
}

async function isAccepted(window: TriedWindow, options: FileTrialOptions): Promise<boolean> {
  try {
    await printedBy(window, options, 'reader-reads');
    return true;
  } catch (error) {
    if (isFailure(error, 'InvalidInput') && error.message.includes('reads')) return false;
    throw error;
  }
}
