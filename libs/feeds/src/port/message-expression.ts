/**
 * JMESPath over JSON messages: `data.price`, `[0]`, `$.symbol` from the whole message, `@`
 * for the element.
 */

import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { invalidInput } from '#values';

export interface MessageExpression {
  readonly text: string;
  /** Undefined for a malformed expression. */
  readonly compiled: ReturnType<typeof compile> | undefined;
}

export function parseExpression(text: string): MessageExpression {
  try {
    return { text, compiled: compile(text) };
  } catch {
    return { text, compiled: undefined };
  }
}

/**
 * Its value; null if there is none. With `$` first it starts at the whole message, not at the
 * element of a list. `InvalidInput` if a function of it does not take its arguments.
 */
export function valueOf(
  { text, compiled }: MessageExpression,
  message: unknown,
  element: unknown,
): unknown {
  try {
    const from = text.startsWith('$') ? message : element;
    return compiled && TreeInterpreter.search(compiled, from as never);
  } catch (cause) {
    const expected = 'an expression that applies to the message';
    throw invalidInput('the expression has no value', { where: text, expected, cause });
  }
}
