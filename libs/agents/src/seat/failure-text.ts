/**
 * Turns an error or message of foreign code into one short line without stacks and machine paths.
 */

import { excerpt } from '#values';

/** Characters of a reason in the journal. */
export const reasonCharsMax = 300;

/**
 * One line of at most `charsMax` characters: control characters and runs of white space
 * become one space.
 */
export function oneLine(text: string, charsMax = reasonCharsMax): string {
  const line = text
    .slice(0, charsMax * 16)
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .toWellFormed();
  return line.length <= charsMax ? line : `${line.slice(0, charsMax - 1).toWellFormed()}…`;
}

/** Replaces absolute paths and file URLs by their last part: the same text on every machine. */
export function withoutPaths(text: string): string {
  return text
    .slice(0, reasonCharsMax * 64)
    .replace(/(?<![\w.\-/:])(?:file:\/\/)?\/(?:[\w.@+~-]+\/)*([\w.@+~-]+)\/?/g, '$1')
    .replace(/(?<!\w)[A-Za-z]:\\(?:[^\\\s'"]+\\)*([^\\\s'"]+)/g, '$1');
}

/** `Name: message` of a thrown value, as one line; never throws, whatever the value. */
export function reasonOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return oneLine(withoutPaths(`threw ${excerpt(thrown, 200)}`));
    const { name, message } = thrown;
    return oneLine(withoutPaths(`${String(name)}: ${String(message)}`));
  } catch {
    return 'threw something that cannot be read';
  }
}
