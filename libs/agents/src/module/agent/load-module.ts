/** Loads a user's file and finds its `decide`; explains in one sentence why it cannot be used. */

import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes, type LoadHookSync } from 'node:module';
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { excerpt } from '#values';
import type { AnyModuleObservation } from '../facts/module-observation.js';
import { oneLine, reasonOf } from '../../seat/failure-text.js';
import { reasonOfThrown } from '../reading/denied-read.js';

export interface LoadedModule {
  readonly kind: 'loaded';
  /** Absolute path of its file. */
  readonly file: string;
  /** The user's own: it may return anything at all, or throw. */
  readonly decide: (observation: AnyModuleObservation) => unknown;
  readonly history: number | null;
}

/** Why a file is not an agent. `file` is relative to the module's folder. */
export interface RefusedModule {
  readonly kind: 'refused';
  readonly what: string;
  readonly file?: string;
  readonly line?: number;
  readonly expected?: string;
  readonly found?: string;
}

/** Longer stacks are cut: foreign code can write one of any length. */
const stackCharsMax = 10_000;
const shape = 'a default export with decide(observation), or an export called decide';

/**
 * Imports `file` (absolute). `instance`, for a module in this process, tells its runs apart, so
 * that each gets variables of its own. Never rejects: errors are part of the result.
 */
export async function loadModule(
  file: string,
  instance?: number,
): Promise<LoadedModule | RefusedModule> {
  const url = pathToFileURL(file);
  if (instance !== undefined) url.searchParams.set('run', String(instance));
  const hooks = registerHooks({ load: asModule });
  try {
    const module = (await import(/* @vite-ignore */ url.href)) as Record<string, unknown>;
    return agentIn(module, file);
  } catch (error) {
    const ownProcess = instance === undefined;
    return { kind: 'refused', what: whatWentWrong(error), ...placeOf(error, file, ownProcess) };
  } finally {
    hooks.deregister();
  }
}

/**
 * `npm init` declares a new package as CommonJS; Node then refuses a file with ES module exports.
 */
const asModule: LoadHookSync = (url, context, next) => {
  const { format } = context;
  if (format?.startsWith('commonjs') !== true || url.includes('/node_modules/')) {
    return next(url, context);
  }
  const isModule = hasModuleSyntax(new URL(url));
  return next(
    url,
    isModule ? { ...context, format: format.replace('commonjs', 'module') } : context,
  );
};

/** False for a file that cannot be read: loading it fails, with the reason. */
function hasModuleSyntax(file: URL): boolean {
  try {
    return /^[^\S\n\r\u2028\u2029]*(?:export|import)\b/m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

function agentIn(module: Record<string, unknown>, file: string): LoadedModule | RefusedModule {
  const exported = module['default'];
  if (typeof exported === 'function') return loaded(file, exported, null);
  const agent = (isRecord(exported) && 'decide' in exported ? exported : module) as {
    decide?: unknown;
    history?: unknown;
  };
  if (typeof agent.decide !== 'function') {
    const found = `exports called ${excerpt(Object.keys(module).join(', '))}`;
    return { kind: 'refused', what: 'no agent', expected: shape, found };
  }
  const { decide, history = null } = agent;
  if (history !== null && !(Number.isInteger(history) && (history as number) > 0)) {
    const expected = 'a positive integer, the bars per symbol that decide looks back';
    return { kind: 'refused', what: 'history', expected, found: excerpt(history) };
  }
  return loaded(file, decide.bind(agent), history as number | null);
}

function loaded(file: string, decide: unknown, history: number | null): LoadedModule {
  return { kind: 'loaded', file, decide: decide as LoadedModule['decide'], history };
}

/**
 * Why `decide` failed: `strategy.ts:12: TypeError: …`, the innermost line in the module's
 * folder. Never throws.
 */
export function thrownBy({ file }: LoadedModule, thrown: unknown): string {
  const reason = reasonOfThrown(thrown);
  // Where a stack overflows is not the same in each process, and a run that is resumed
  // repeats its reasons.
  if (reason.startsWith('RangeError: Maximum call stack')) return reason;
  try {
    const place = placeOf(thrown, file, false);
    return place.file === undefined ? reason : oneLine(`${place.file}:${place.line}: ${reason}`);
  } catch {
    return reason;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function whatWentWrong(error: unknown): string {
  if (!isRecord(error)) return `cannot be loaded: ${reasonOf(error)}`;
  if (error['code'] === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') {
    const hint = 'use only types that can be stripped (no enum, no namespace)';
    return `cannot be loaded: ${String(error['message'])}; ${hint}`;
  }
  return `cannot be loaded: ${reasonOfThrown(error)}`;
}

/**
 * File and line, if the error or a second look at the syntax gives them. Node warns that the
 * second look is experimental, so it runs only in a module's own process, where the warning
 * stays invisible.
 */
function placeOf(
  error: unknown,
  file: string,
  secondLook: boolean,
): { file?: string; line?: number } {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  const place = placeIn(stack.slice(0, stackCharsMax), dirname(file));
  return place ?? (secondLook && error instanceof SyntaxError ? syntaxPlace(file) : {});
}

/**
 * The first place of a stack in the module’s folder, packages aside: the head of a syntax
 * error, or a frame.
 */
function placeIn(stack: string, folder: string): { file: string; line: number } | undefined {
  const pattern = /(?:^|[\s(])((?:file:\/\/)?\/[^\s():?]+\.[cm]?[jt]s)(?:\?[^\s:(]*)?:(\d+)/gm;
  for (const [, name = '', line] of stack.matchAll(pattern)) {
    const file = relative(folder, name.startsWith('file:') ? fileURLToPath(name) : name);
    if (!/^\.\.|(?:^|\/)node_modules\//.test(file)) return { file, line: Number(line) };
  }
  return undefined;
}

/** V8 does not expose the place of a syntax error in an ES module; the type stripper does. */
function syntaxPlace(file: string): { file?: string; line?: number } {
  try {
    stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'strip' });
    return {};
  } catch (error) {
    const head = /^[^\n]*:(\d+)\n/.exec((error as Error).stack ?? '');
    return head === null ? {} : { file: basename(file), line: Number(head[1]) };
  }
}
