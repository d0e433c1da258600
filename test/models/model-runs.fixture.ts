/** `tapefold run` of model agents, as a separate process, and what it leaves behind. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { ModelUse, RunResult, Result } from '#contracts/result/result';
import type { OpenedAsk, RecordedCall } from '#llm';
import { recordsIn } from '#store/embedded/records.fixture';
import { mainFile, type Ended } from '../e2e/command-line.fixture.js';
import { providerNames, providers, secret, type ProviderName } from './scripted-model.fixture.js';

/** The folder of real data sets. */
export const realData = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');

/** The variable that the models file names for the key. */
export const keyVariable = 'TAPEFOLD_TEST_MODEL_KEY';

/** The model of a provider, as a scenario names it. */
export const modelOf = (provider: ProviderName): string =>
  `${provider}/${providers[provider].model}`;

/** US dollars a million tokens, the same for all models. */
export const price = { input: 3, output: 15 } as const;

export interface ProviderSettings {
  readonly limits?: {
    readonly concurrent?: number;
    readonly requestsPerMinute?: number;
    readonly tokensPerMinute?: number;
  };
  readonly timeoutMs?: number;
  readonly triesMax?: number;
  readonly backoffMs?: number;
}

/** A models file of which every provider is the mock at `url`. JSON is YAML. */
export function modelsFileOf(
  directory: string,
  url: string,
  settings: ProviderSettings = {},
): string {
  const described = Object.entries(providers).map(([name, { api }]) => [
    name,
    { api, baseUrl: url, key: { env: keyVariable }, backoffMs: 1, ...settings },
  ]);
  const prices = providerNames.map((name) => [modelOf(name), price] as const);
  const file = {
    providers: Object.fromEntries(described) as object,
    prices: { version: 'test-1', models: Object.fromEntries(prices) as object },
  };
  const path = join(directory, 'models.json');
  writeFileSync(path, JSON.stringify(file));
  return path;
}

export function scenarioOf(directory: string, scenario: { readonly name: string }): string {
  const path = join(directory, `${scenario.name}.json`);
  writeFileSync(path, JSON.stringify(scenario));
  return path;
}

/** A folder for one test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tapefold-models-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A folder for all tests of a file. */
export function sharedFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tapefold-models-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts `tapefold …` with a key, unless it is to have none. */
export function start(
  words: readonly string[],
  {
    key = true,
    launcher = [],
    heapMb,
  }: {
    readonly key?: boolean;
    readonly launcher?: readonly string[];
    /** Bound on live memory; without one, much garbage stays uncollected. */
    readonly heapMb?: number;
  } = {},
): Started {
  const [command = process.execPath, ...rest] = [
    ...launcher,
    process.execPath,
    ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    mainFile,
    ...words,
  ];
  const env = { ...process.env, NO_COLOR: '1', ...(key ? { [keyVariable]: secret } : {}) };
  const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { process: child, ended };
}

export const tapefold = (...words: readonly string[]): Promise<Ended> => start(words).ended;

/** The same for what has to succeed. */
export const succeed = (...words: readonly string[]): Promise<string> => endWith(0, ...words);

/**
 * For what has to end with another exit code, such as 7 where a run has no answer to any decision.
 */
export async function endWith(expected: number, ...words: readonly string[]): Promise<string> {
  const { code, out, err } = await tapefold(...words);
  if (code !== expected) throw new Error(`tapefold ${words.join(' ')} ended with ${code}: ${err}`);
  return out;
}

export type ModelRun = RunResult & { readonly models: ModelUse };
export type ModelResult = Omit<Result, 'runs'> & { readonly runs: readonly ModelRun[] };

export const resultOf = (out: string): ModelResult =>
  JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as ModelResult;

export const runsOf = (out: string): string[] => readdirSync(join(out, 'runs')).sort();

/** The records of a run; empty if it asked nothing. */
const recordsOf = (out: string, run: string, stream: string): object[] =>
  recordsIn(join(out, 'runs', run, 'recording.db'), stream).map(
    (line) => JSON.parse(line) as object,
  );

type CallLine = RecordedCall & { readonly type: 'claimed' | 'finished' };

/**
 * The finished calls of a run. What was asked is in the line of the claim, what came of
 * it in another.
 */
export function callsOf(out: string, run: string): RecordedCall[] {
  const lines = recordsOf(out, run, 'model-calls') as CallLine[];
  const keyOf = (line: CallLine): string =>
    [line.asOf, line.attempt, line.lane, line.ordinal].join(' ');
  const claimed = new Map(lines.map((line) => [keyOf(line), line] as const).reverse());
  return lines
    .filter(({ type }) => type === 'finished')
    .map((line) => ({ ...claimed.get(keyOf(line)), ...line }));
}

export type AskLine = OpenedAsk & { readonly type: string; readonly class?: AnswerClass };

export const asksOf = (out: string, run: string): AskLine[] =>
  recordsOf(out, run, 'asks') as AskLine[];

export interface Event {
  readonly type: string;
  readonly class?: AnswerClass;
  readonly reason?: string;
  readonly calls?: number;
  readonly [member: string]: unknown;
}

export async function eventsOf(out: string, run: string): Promise<Event[]> {
  const lines = await succeed('journal', '--expand', join(out, 'runs', run));
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
}

/** Files below a folder whose bytes contain a text. */
export function filesWith(text: string, directory: string): string[] {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => readFileSync(path).includes(text));
}

/** What a provider is owed for tokens, in dollars. */
export const owed = ({ input, output }: { input: number; output: number }): number =>
  (input * price.input + output * price.output) / 1e6;
