/** Reads a module's answer: a decision in full, a short form, nothing, or something invalid. */

import { excerpt } from '#values';
import type { Decision } from '#contracts';
import { tradingDecisionSchema } from '#contracts/decision';
import { expectedOf } from '#contracts/schema-issue';
import type { Answer, NoDecision } from '../agent.js';
import type { AnswerText } from './answer-text.js';
import { oneLine, withoutPaths } from './failure-text.js';

/** What a schema says of a value that it does not take. */
type Issue = NonNullable<
  ReturnType<typeof tradingDecisionSchema.safeParse>['error']
>['issues'][number];

/** What a run of one symbol may answer instead of a decision in full. */
const shortForms: Readonly<Record<string, (symbol: string) => Decision>> = {
  __proto__: null as never,
  BUY: (symbol) => ({ kind: 'action', symbol, action: 'BUY' }),
  SELL: (symbol) => ({ kind: 'action', symbol, action: 'SELL' }),
  HOLD: (symbol) => ({ kind: 'action', symbol, action: 'HOLD' }),
  long: (symbol) => ({ kind: 'target', positions: { [symbol]: 1 } }),
  flat: (symbol) => ({ kind: 'target', positions: { [symbol]: 0 } }),
  short: (symbol) => ({ kind: 'target', positions: { [symbol]: -1 } }),
};

const wanted = `a decision or one of ${Object.keys(shortForms).join(', ')}`;

/** What `parse` makes of the text that a module's answer was written to. */
export function readAnswerText<Made>(
  text: AnswerText,
  parse: (value: unknown) => Made | NoDecision,
): Made | NoDecision {
  if (text.kind === 'missing') return { kind: 'missing' };
  if (text.kind === 'unreadable') return invalid(text.reason);
  return parse(JSON.parse(text.json));
}

/**
 * A plain value to a decision on the run's `symbols`, `missing` for null and undefined, or `invalid` with
 * the path, what was expected there and what was found, on one line of at most 300 characters.
 */
export function parseAnswer(value: unknown, symbols: readonly string[]): Answer {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (typeof value === 'string') return parseShortForm(value, symbols);
  const parsed = tradingDecisionSchema.safeParse(value);
  if (!parsed.success) return invalid(describe(parsed.error.issues[0], value));
  const decision = parsed.data;
  if (decision.kind === 'action' && decision.symbol === undefined && symbols.length !== 1) {
    return invalid('symbol: expected one of the symbols, as the run has several, found nothing');
  }
  return decision;
}

function parseShortForm(text: string, symbols: readonly string[]): Answer {
  const decisionOn = shortForms[text];
  if (decisionOn === undefined) return invalid(`expected ${wanted}, found ${excerpt(text)}`);
  const [symbol] = symbols;
  if (symbol === undefined || symbols.length > 1) {
    const reason = 'expected a decision in full, as the run has several symbols';
    return invalid(`${reason}, found ${excerpt(text)}`);
  }
  return decisionOn(symbol);
}

/** An answer that is none, with the reason on one line of at most 300 characters. */
export function invalid(reason: string): NoDecision {
  return { kind: 'invalid', reason: oneLine(withoutPaths(reason)) };
}

function describe(issue: Issue | undefined, value: unknown): string {
  if (issue === undefined || typeof value !== 'object' || Array.isArray(value)) {
    return `expected ${wanted}, found ${excerpt(value)}`;
  }
  return describeIssue(issue, value);
}

/** The place in `value`, what was expected there and what was found. */
export function describeIssue(issue: Issue, value: unknown): string {
  const path = issue.path.map(String).join('.');
  const found = issue.path.reduce<unknown>(memberOf, value);
  const place = path === '' ? '' : `${excerpt(path, 120).slice(1, -1)}: `;
  return `${place}expected ${expectedBy(issue)}, found ${excerpt(found)}`;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key];
}

function expectedBy(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'unrecognized_keys':
      return `no key ${excerpt(issue.keys[0] ?? '')}`;
    case 'invalid_union':
      return expectedByUnion(issue);
    default:
      return issue.message;
  }
}

function expectedByUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.path[0] === 'kind') return oneOf(['action', 'target', 'weights', 'orders']);
  const values = issue.errors
    .flat()
    .flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []));
  return values.length === 0 ? expectedOf(issue) : oneOf(values);
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.map(String);
  return texts.length === 1 ? (texts[0] as string) : `one of ${texts.join(', ')}`;
}
