/**
 * The index of the conformance suite of XBRL 2.1: test cases, and what each of their
 * variations expects.
 */

import { readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';

export const suite = resolve(
  process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set',
  'xbrl-conformance',
);

export interface Entry {
  readonly kind: 'instance' | 'linkbase' | 'xsd';
  /** From the folder of the suite. */
  readonly path: string;
}

export interface Variation {
  readonly id: string;
  /** Test case and id: `302-context V-05`. */
  readonly name: string;
  readonly expected: 'valid' | 'invalid';
  /** What is read first. */
  readonly entries: readonly Entry[];
}

export interface TestCase {
  /** `302-context`. */
  readonly name: string;
  readonly variations: readonly Variation[];
}

const textOf = (path: string): string =>
  readFileSync(join(suite, path), 'utf8').replace(/<!--.*?-->/gs, '');

function variationOf(text: string, testCase: string, folder: string): Variation {
  const id = /\bid\s*=\s*["']([^"']*)/.exec(text)![1]!;
  const entries = [...text.matchAll(/<(instance|linkbase|xsd)\b([^>]*)>([^<]*)</g)]
    .filter(([, , attributes]) => /readMeFirst\s*=\s*["']true/.test(attributes!))
    .map(([, kind, , file]) => ({
      kind: kind as Entry['kind'],
      path: posix.join(folder, file!.trim()),
    }));
  const expected = /(?:expected\s*=\s*["']|<result>)\s*(\w+)/.exec(
    text,
  )![1] as Variation['expected'];
  return { id, name: `${testCase} ${id}`, expected, entries };
}

/** All test cases of the index, in its order. */
export function testCases(): TestCase[] {
  const uris = [...textOf('xbrl.xml').matchAll(/<testcase uri="([^"]*)"/g)].map(([, uri]) => uri!);
  return uris.map(testCaseAt);
}

/** A test case by its file, from the folder of the suite. */
export function testCaseAt(uri: string): TestCase {
  const text = textOf(uri);
  const name = posix
    .basename(uri, '.xml')
    .replace(/-?testcase-?/i, '-')
    .replace(/^-|-$/g, '');
  const found = text.match(/<variation\s.*?<\/variation>/gs) ?? [];
  return { name, variations: found.map((each) => variationOf(each, name, posix.dirname(uri))) };
}
