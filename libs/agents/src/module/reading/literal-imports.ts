/** The specifiers that a source file imports by literal, read without running it. */

import { createRequire, isBuiltin, stripTypeScriptTypes } from 'node:module';
import type * as Lexer from 'es-module-lexer';

/** A literal specifier, and whether `require` resolves it. */
export interface LiteralImport {
  readonly specifier: string;
  readonly isRequired: boolean;
}

/** Loaded when a module imports something: most do not. */
const load = createRequire(import.meta.url);

/** Sources without these words import nothing. */
const importing = /\b(?:import|export|require)\b/;
/** A comment or a text with such a call only adds a file that the module could import as well. */
const requireCall = /\brequire(?:\.resolve)?\(\s{0,100}(['"])([^'"\n]{1,1000})\1/g;
const typeImport = /^import\s+type\b(?!\s*(?:,|from\b))/;

/**
 * Static imports, re-exports, and dynamic imports and calls of `require` with a literal; no
 * types and no built-in modules. Nothing for a source that cannot be read: loading it fails,
 * with the reason.
 */
export function literalImports(source: string, isTypeScript: boolean): LiteralImport[] {
  if (!importing.test(source)) return [];
  const imported = importedIn(source, isTypeScript).map((specifier) => {
    return { specifier, isRequired: false };
  });
  const required = [...source.matchAll(requireCall)].map(([, , specifier = '']) => {
    return { specifier, isRequired: true };
  });
  return [...imported, ...required].filter(({ specifier }) => !isBuiltin(specifier));
}

function importedIn(source: string, isTypeScript: boolean): string[] {
  const { initSync, parse } = load('es-module-lexer') as typeof Lexer;
  initSync();
  const readFrom = (text: string): string[] =>
    parse(text)[0].flatMap(({ n: specifier, ss: from, se: to }) => {
      const isType = isTypeScript && typeImport.test(text.slice(from, to));
      return specifier === undefined || isType ? [] : [specifier];
    });
  try {
    return readFrom(source);
  } catch {
    return isTypeScript ? importedWithoutTypes(source, readFrom) : [];
  }
}

/**
 * The lexer knows JavaScript, and reads nearly all TypeScript as it is, which is faster than to
 * strip the types.
 */
function importedWithoutTypes(source: string, readFrom: (text: string) => string[]): string[] {
  try {
    return readFrom(stripTypeScriptTypes(source));
  } catch {
    return [];
  }
}
