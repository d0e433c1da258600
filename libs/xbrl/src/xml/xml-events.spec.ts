/** The stream of elements: names, lines, encodings, and refused input. */

import { describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import { qnameAt, XmlEvents, type XmlElement } from './xml-events.js';

/** The events of bytes that arrive `size` at a time. */
function eventsOf(bytes: Uint8Array, size = bytes.length): string[] {
  const seen: string[] = [];
  const events = new XmlEvents('a.xml', {
    open: ({ name, line, attributes }) => {
      seen.push(
        [`<${name}@${line}`, ...[...attributes].map(([of, value]) => `${of}=${value}`)].join(' '),
      );
    },
    text: (text) => void (text.trim() === '' || seen.push(text)),
    close: ({ name }) => void seen.push(`/${name}`),
  });
  for (let at = 0; at < bytes.length; at += size) events.write(bytes.subarray(at, at + size));
  events.end();
  return seen;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function refusalOf(bytes: Uint8Array | string): string {
  try {
    eventsOf(typeof bytes === 'string' ? utf8(bytes) : bytes);
  } catch (error) {
    expect(isFailure(error, 'InvalidInput')).toBe(true);
    return (error as Error).message;
  }
  return 'read';
}

const small = `<?xml version="1.0" encoding="utf-8"?>
<a xmlns="urn:a" xmlns:b="urn:b">
  <b:c
    b:d="1" e="&lt;&#228;"/>
  <f>né<![CDATA[<x>]]></f>
</a>`;
const smallEvents = [
  '<{urn:a}a@2 {http://www.w3.org/2000/xmlns/}xmlns=urn:a {http://www.w3.org/2000/xmlns/}b=urn:b',
  '<{urn:b}c@3 {urn:b}d=1 e=<ä',
  '/{urn:b}c',
  '<{urn:a}f@5',
  'né',
  '<x>',
  '/{urn:a}f',
  '/{urn:a}a',
];

describe('XML as events', () => {
  it.each([1, 2, 3, 7, 1000])('reads chunks of %d bytes alike', (size) => {
    expect(eventsOf(utf8(small), size)).toEqual(smallEvents);
    expect(eventsOf(utf8(`\ufeff${small}`), size)).toEqual(smallEvents);
  });

  it('reads UTF-16 by its byte order mark, both ways', () => {
    const little = Buffer.from(`\ufeff${small.replace('utf-8', 'UTF-16')}`, 'utf16le');
    expect(eventsOf(little, 5)).toEqual(smallEvents);
    expect(eventsOf(Buffer.from(little).swap16(), 5)).toEqual(smallEvents);
  });

  it.each([1, 50, 1000])('reads ISO-8859-1 that is declared, in chunks of %d bytes', (size) => {
    const latin = Buffer.from(small.replace('utf-8', 'ISO-8859-1'), 'latin1');
    expect(eventsOf(latin, size)).toEqual(smallEvents);
  });

  it('resolves names in text by the prefixes at their place', () => {
    const names: string[] = [];
    const take = (element: XmlElement): void => void names.push(qnameAt(element, ' p:x ', 'a.xml'));
    const events = new XmlEvents('a.xml', { open: take, text: () => undefined, close: take });
    events.write(utf8('<a xmlns:p="urn:1"><b xmlns:p="urn:2"/></a>'));
    events.end();
    expect(names).toEqual(['{urn:1}x', '{urn:2}x', '{urn:2}x', '{urn:1}x']);
  });

  it.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'line 1: a DOCTYPE, which could declare entities'],
    ['<!DOCTYPE html>\n<html><br></html>', 'this is XBRL inside HTML'],
    ['<html xmlns="http://www.w3.org/1999/xhtml"/>', 'this is XBRL inside HTML'],
    ['<a>&x;</a>', 'undefined entity'],
    ['<a>\u0000</a>', 'disallowed character'],
    ['<a><b></a>', 'unexpected close tag'],
    ['<a><b>', 'unclosed tag: b'],
    ['', 'document must contain a root element'],
    ['text', 'text data outside of root node'],
    ['<a>'.repeat(10_000), 'elements inside each other too deep; expected a depth of at most 200'],
    [`<a b="${'x'.repeat(70_000)}"/>`, 'an attribute b that is too long'],
    [`<a ${Array.from({ length: 600 }, (_, n) => `b${n}=""`).join(' ')}/>`, 'too many attributes'],
    ['<?xml version="1.0" encoding="windows-1252"?><a/>', 'found "windows-1252"'],
    ['<?xml version="1.0" encoding="utf-16"?><a/>', 'found "utf-16"'],
    ['<p:a/>', 'unbound namespace prefix'],
  ])('refuses %.60s', (text, reason) => {
    expect(refusalOf(text)).toContain(reason);
    expect(refusalOf(text)).toContain('a.xml');
  });

  it('refuses invalid UTF-8, and half a character at the end', () => {
    expect(refusalOf(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c]))).toContain(
      'expected text in UTF-8',
    );
    expect(refusalOf(Buffer.from([0x3c, 0x61, 0x3e, 0xc3]))).toContain('expected text in UTF-8');
    expect(refusalOf(Buffer.from('<a/>', 'utf16le'))).toContain('disallowed character');
  });

  it('refuses a billion laughs before it reads an entity', () => {
    const laughs = Array.from(
      { length: 30 },
      (_, n) => `<!ENTITY l${n + 1} "&l${n};&l${n};">`,
    ).join('');
    const text = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l30;</a>`;
    expect(refusalOf(text)).toContain('a DOCTYPE, which could declare entities');
  });

  it('stops at a text, a tag and a comment without end', () => {
    const endless = 'x'.repeat(9 * 1024 * 1024);
    for (const start of ['<a>', '<a b="', '<a><!--']) {
      expect(refusalOf(start + endless)).toContain('too long');
    }
  });
});
