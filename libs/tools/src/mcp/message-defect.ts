/** What is wrong with the text of a message before anybody reads it as one. */

import { isFailure } from '#values';
import { parseJson } from '#values/parse-json';

/** The JSON-RPC error for a text that is no JSON, or has a member `__proto__`, which the protocol's schemas drop. */
export function messageDefect(text: string): { code: number; message: string } | undefined {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    if (!isFailure(error)) return { code: -32_700, message: 'Parse error' };
    return { code: -32_600, message: error.message };
  }
}

/** A JSON-RPC error that answers no request in particular. */
export const errorText = ({ code, message }: { code: number; message: string }): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
