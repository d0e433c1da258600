/**
 * Arguments as models write them: numbers as text, symbols in any case, and where a published
 * server takes them so, names in any case. Nothing else is taken for what it is not.
 */

import type { z } from 'zod';
import { valueAt } from '#contracts/parsing/value-at';
import type { MarketView } from '#market-view';
import type { Tool } from './tool.js';

type Arguments = Readonly<Record<string, unknown>>;
type Parsed = z.ZodSafeParseResult<Record<string, unknown>>;
type Issue = z.core.$ZodIssue;

/** Parses arguments; where a text stands for the number or name that is expected, that is taken. */
export function parseLeniently(tool: Pick<Tool, 'input' | 'isPublished'>, args: unknown): Parsed {
  const { input: schema, isPublished: inAnyCase = false } = tool;
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed;
  const meant = structuredClone(args);
  const changed = parsed.error.issues.filter((issue) => takeMeant(meant, issue, inAnyCase));
  return changed.length === 0 ? parsed : schema.safeParse(meant);
}

/** Replaces the value that an issue is about by what it stands for; false where that is unclear. */
function takeMeant(args: unknown, issue: Issue, inAnyCase: boolean): boolean {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const last = path.at(-1);
  const written = valueAt(args, path);
  const value = typeof written === 'string' ? meantBy(written, issue, inAnyCase) : undefined;
  const holder = valueAt(args, path.slice(0, -1));
  if (value === undefined || last === undefined || !isObject(holder)) return false;
  holder[last] = value;
  return true;
}

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;

const numeral = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

function meantBy(text: string, issue: Issue, inAnyCase: boolean): unknown {
  if (issue.code === 'invalid_type' && ['number', 'int'].includes(issue.expected)) {
    return numeral.test(text) ? Number(text) : undefined;
  }
  if (issue.code !== 'invalid_value' || !inAnyCase) return undefined;
  const names = issue.values.filter((name) => inOneCase(String(name)) === inOneCase(text));
  return names.length === 1 ? names[0] : undefined;
}

const symbolArguments = ['symbol', 'left', 'right', 'symbols'] as const;

/** Arguments whose symbols are spelled as on the tape, where the case alone differs. */
export function withKnownSymbols(args: Arguments, view: MarketView): Arguments {
  const given = symbolArguments.filter((name) => args[name] !== undefined);
  if (given.length === 0) return args;
  const { symbols } = view;
  const spelled = (asked: unknown): unknown => {
    if (typeof asked !== 'string' || symbols.includes(asked)) return asked;
    const known = symbols.filter((symbol) => inOneCase(symbol) === inOneCase(asked));
    return known.length === 1 ? known[0] : asked;
  };
  const renamed = given.map((name) => {
    const asked = args[name];
    return [name, Array.isArray(asked) ? asked.map(spelled) : spelled(asked)] as const;
  });
  return { ...args, ...Object.fromEntries(renamed) };
}

const inOneCase = (text: string): string => text.toUpperCase();
