/**
 * Common to every reading of an answer: an absent value counts as missing, and an error
 * names its place.
 */

import { excerpt } from '#values';
import type { z } from 'zod';
import { expectedOf } from '#contracts/parsing/schema-issue';
import type { NoDecision } from '../../seat/agent.js';
import type { AnswerText } from '../../seat/answer-text.js';
import { oneLine, withoutPaths } from '../../seat/failure-text.js';
import type { Work } from '../../seat/work.js';
import type { ChildAnswer } from './child-message.js';

/** A schema's report on a value that it rejects. */
type Issue = z.core.$ZodIssue;

/** The result of `parse` for the text of a module's answer. */
export function readAnswerText<Made>(
  text: AnswerText,
  parse: (value: unknown) => Made | NoDecision,
): Made | NoDecision {
  if (text.kind === 'missing') return missing;
  if (text.kind === 'unreadable') return invalid(text.reason);
  return parse(JSON.parse(text.json));
}

const missing: NoDecision = Object.freeze({ kind: 'missing' });

/**
 * The answer of a module's process as its work reads it; frozen, so that it can be returned again
 * for an equal one.
 */
export function readChildAnswer<Made>(
  message: ChildAnswer,
  work: Pick<Work<never, Made>, 'read'>,
): Made | NoDecision {
  switch (message.kind) {
    case 'answer':
      return Object.freeze(work.read(message.value));
    case 'missing':
      return missing;
    case 'unreadable':
      return Object.freeze(invalid(message.reason));
    case 'failed':
      return Object.freeze({ kind: 'failed', reason: oneLine(withoutPaths(message.reason)) });
  }
}

/** An invalid answer, with the reason on one line of at most 300 characters. */
export function invalid(reason: string): NoDecision {
  return { kind: 'invalid', reason: oneLine(withoutPaths(reason)) };
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
