/** Linkbases for tests, from the parts that a test is about. */

import { baseSets, type BaseSet } from './base-sets.js';
import { readLinkbase } from './read-linkbase.js';

const declarations = [
  'xmlns:link="http://www.xbrl.org/2003/linkbase"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function linkbaseText(content: string, attributes = ''): string {
  return `<link:linkbase ${declarations} ${attributes}>${content}</link:linkbase>`;
}

export const extended = (kind: string, content: string, role = 'http://e.g/role'): string =>
  `<link:${kind}Link xlink:type="extended" xlink:role="${role}">${content}</link:${kind}Link>`;

export const locator = (label: string, href = `s.xsd#t_${label}`): string =>
  `<link:loc xlink:type="locator" xlink:href="${href}" xlink:label="${label}"/>`;

const arcroleOf: Readonly<Record<string, string>> = {
  calculation: 'summation-item',
  presentation: 'parent-child',
  definition: 'general-special',
  label: 'concept-label',
};

export const arc = (kind: string, from: string, to: string, attributes = ''): string =>
  `<link:${kind}Arc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/${arcroleOf[kind]}"
    xlink:from="${from}" xlink:to="${to}" ${attributes}/>`;

/** Each arc as `A B attributes`, with locators for all its ends, in one extended link. */
export function linkOf(kind: string, arcs: readonly string[], role?: string): string {
  const parsed = arcs.map((each) => /^(\S+) (\S+) ?(.*)$/s.exec(each)!.slice(1));
  const labels = new Set(parsed.flatMap(([from, to]) => [from!, to!]));
  const parts = [
    ...[...labels].map((label) => locator(label)),
    ...parsed.map(([from, to, attributes]) => arc(kind, from!, to!, attributes)),
  ];
  return extended(kind, parts.join(''), role);
}

/** Base sets of several files, each given by its links. */
export function setsOf(...files: readonly string[]): BaseSet[] {
  return baseSets(
    files.map((links, index) => readLinkbase(bytesOf(linkbaseText(links)), `${index}.xml`)),
  );
}
