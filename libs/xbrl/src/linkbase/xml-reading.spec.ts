/** XML as elements, and hostile or broken XML refused. */

import { describe, expect, it } from 'vitest';
import { bytesOf } from './linkbase-text.fixture.js';
import { readXml } from './xml-reading.js';

function namesIn(bytes: Uint8Array): string[] {
  const names: string[] = [];
  readXml(bytes, 'f.xml', {
    open: ({ name, line }) => names.push(`${line} ${name}`),
    text: () => undefined,
    close: () => names.push('/'),
  });
  return names;
}

describe('readXml', () => {
  it('names elements by namespace and counts lines', () => {
    const text = '<a xmlns="urn:x">\n<p:b\nxmlns:p="urn:y"/>\n<c/></a>';
    expect(namesIn(bytesOf(text))).toEqual([
      ...['1 {urn:x}a', '2 {urn:y}b', '/', '4 {urn:x}c', '/', '/'],
    ]);
  });

  it('reads UTF-16 by its mark', () => {
    const units = Uint16Array.from([...'\uFEFF<ä/>'].map((character) => character.charCodeAt(0)));
    expect(namesIn(new Uint8Array(units.buffer))).toEqual(['1 ä', '/']);
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', /f\.xml:1: XML.*found DOCTYPE/],
    ['HTML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /XBRL inside HTML is not read/],
    ['an entity that nobody declared', '<a>&b;</a>', /well-formed document; found "?undefined ent/],
    ['a cut file', '<a>\n<b>', /f\.xml:2: XML.*unclosed tag/],
    ['nothing', '', /well-formed/],
    ['a prefix that nobody declared', '<p:a/>', /unbound namespace prefix/],
    ['a NUL', '<a>\0</a>', /disallowed character/],
    ['a depth of 10,000', '<a>'.repeat(10_000), /depth of at most 200; found a/],
    ['a long attribute', `<a b="${'c'.repeat(65_537)}"/>`, /attribute b.*65536.*65537/],
    ['Latin 1', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /utf-8.*found "ISO-8859-1"/],
  ])('refuses %s', (_, text, error) => {
    expect(() => namesIn(bytesOf(text))).toThrow(error);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => namesIn(Uint8Array.of(0x3c, 0xe4, 0x2f, 0x3e))).toThrow(/f\.xml: bytes.*utf-8/);
  });
});
