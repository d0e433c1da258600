/**
 * Collects the patterns that modules build while they load: their parts may come from other files.
 */

import { existsSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A call that builds a pattern: where the word `RegExp` starts in its file, from 0. */
interface WatchedCall {
  readonly offset: number;
}

/** The patterns (`/source/flags`) that a call built while modules loaded. */
export type BuiltPatterns = ReadonlyMap<WatchedCall, ReadonlySet<string>>;

interface WatchedFile {
  /** Relative to the root. */
  readonly path: string;
  readonly builders: readonly WatchedCall[];
}

const hook = Symbol.for('tapefold.watched-pattern');
const word = 'RegExp';

/**
 * Loads these files from source, each call in them replaced by one that also records
 * what it builds.
 */
export async function loadedPatterns(
  root: string,
  files: readonly WatchedFile[],
): Promise<BuiltPatterns> {
  const built = new Map<WatchedCall, Set<string>>();
  const calls = files.flatMap(({ builders }) => builders);
  const constructorFor = (index: number): RegExpConstructor => {
    const call = calls[index]!;
    const patterns = built.get(call) ?? new Set();
    built.set(call, patterns);
    const record = (pattern: RegExp): RegExp => {
      patterns.add(String(pattern));
      return pattern;
    };
    return new Proxy(RegExp, {
      construct: (_, [source, flags]: [string, string?]) => record(new RegExp(source, flags)),
      apply: (_, __, [source, flags]: [string, string?]) => record(new RegExp(source, flags)),
    });
  };
  Object.assign(globalThis, { [hook]: constructorFor });
  const watched = new Map(
    files.map((file) => [pathToFileURL(resolve(root, file.path)).href, file] as const),
  );
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.startsWith('#')) {
        return next(specifier, { ...context, conditions: [...context.conditions, 'source'] });
      }
      return next(typedFile(specifier, context.parentURL) ?? specifier, context);
    },
    load: (url, context, next) => {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
      const text = readFileSync(fileURLToPath(url), 'utf8');
      const code = watchedText(text, watched.get(url)?.builders ?? [], calls);
      const source = stripTypeScriptTypes(code, { mode: 'transform' });
      return { format: 'module', source, shortCircuit: true };
    },
  });
  try {
    for (const url of watched.keys()) await import(url);
  } finally {
    hooks.deregister();
  }
  return built;
}

/** Relative imports name the compiled file; undefined if there is no source beside it. */
function typedFile(specifier: string, parent: string | undefined): string | undefined {
  if (!specifier.startsWith('.') || parent === undefined) return undefined;
  const typed = new URL(specifier.replace(/\.js$/, '.ts'), parent);
  return existsSync(typed) ? typed.href : undefined;
}

function watchedText(
  text: string,
  builders: readonly WatchedCall[],
  calls: readonly WatchedCall[],
): string {
  return builders.toReversed().reduce((code, call) => {
    const callee = `(globalThis[Symbol.for('${hook.description}')](${calls.indexOf(call)}))`;
    return code.slice(0, call.offset) + callee + code.slice(call.offset + word.length);
  }, text);
}
