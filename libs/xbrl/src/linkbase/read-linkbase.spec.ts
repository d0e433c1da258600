/** Linkbases as values, and refused input. */

import { describe, expect, it } from 'vitest';
import type { Linkbase } from './linkbase.js';
import { arc, bytesOf, extended, linkbaseText, linkOf, locator } from './linkbase-text.fixture.js';
import { readLinkbase } from './read-linkbase.js';

const read = (content: string, attributes = ''): Linkbase =>
  readLinkbase(bytesOf(linkbaseText(content, attributes)), 'x/a_cal.xml');

const label = (attributes: string, text: string): string =>
  `<link:label xlink:type="resource" xlink:label="l" ${attributes}>${text}</link:label>`;

describe('readLinkbase', () => {
  it('reads an arc with its decimals, and 1 and 0 when order and priority are not written', () => {
    const [link] = read(
      linkOf('calculation', ['A B weight="+1.00"', 'A C order="2.5" weight="-.5" priority="3"']),
    ).links;
    expect(link).toMatchObject({
      element: '{http://www.xbrl.org/2003/linkbase}calculationLink',
      role: 'http://e.g/role',
    });
    const [first, second] = link!.arcs;
    expect([first!.order, first!.weight, second!.order, second!.weight].map(String)).toEqual([
      '1',
      '1',
      '2.5',
      '-0.5',
    ]);
    expect([first!.priority, first!.prohibited, second!.priority]).toEqual([0, false, 3]);
    expect(link!.ends.get('B')).toEqual([{ href: 'x/s.xsd#t_B' }]);
  });

  it('resolves locators against xml:base, and references within the file against its name', () => {
    const content = extended(
      'definition',
      locator('a', 'a.xsd#t_a') + locator('b', '#t_b') + locator('c', 'http://e.g/a.xsd#t_c'),
    );
    const ends = read(content, 'xml:base="../base/"').links[0]!.ends;
    expect([...ends.values()].flat().map(({ href }) => href)).toEqual([
      'base/a.xsd#t_a',
      'x/a_cal.xml#t_b',
      'http://e.g/a.xsd#t_c',
    ]);
  });

  it('reads labels with role, inherited language, and the text of markup inside', () => {
    const content = extended(
      'label',
      label('id="i" xlink:role="r" xml:lang="de"', 'Summe') +
        label('', 'Net <b>income</b> &amp; <![CDATA[<x>]]>'),
    );
    expect(read(content, 'xml:lang="en"').links[0]!.ends.get('l')).toEqual([
      {
        href: 'x/a_cal.xml#i',
        resource: {
          element: '{http://www.xbrl.org/2003/linkbase}label',
          role: 'r',
          lang: 'de',
          text: 'Summe',
        },
      },
      {
        href: 'x/a_cal.xml#?1',
        resource: {
          element: '{http://www.xbrl.org/2003/linkbase}label',
          role: undefined,
          lang: 'en',
          text: 'Net income & <x>',
        },
      },
    ]);
  });

  it('keeps child sequences as they lead', () => {
    const { links } = read(extended('reference', locator('a', 'a.xsd#element(/1/14)')));
    expect([...links[0]!.ends.values()]).toEqual([[{ href: 'x/a.xsd#/1/14' }]]);
  });

  it('skips footnotes, whatever their content', () => {
    const footnotes = extended('footnote', locator('a', 'a.xsd#xpointer(/1/14)'));
    const { links } = read(footnotes + linkOf('presentation', ['A B']));
    expect(links.map(({ element }) => element)).toEqual([
      '{http://www.xbrl.org/2003/linkbase}presentationLink',
    ]);
  });

  it('reads linkbases inside a schema', () => {
    const text = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"><xsd:annotation><xsd:appinfo>${linkbaseText(
      linkOf('presentation', ['A B']),
    )}</xsd:appinfo></xsd:annotation></xsd:schema>`;
    expect(readLinkbase(bytesOf(text), 'a.xsd').links[0]!.arcs).toHaveLength(1);
  });

  it.each([
    [
      'other pointers',
      extended('label', locator('a', 'a.xsd#xpointer(x)')),
      /x\/a_cal\.xml, line 1: .*\}loc cannot be read; expected xlink:href as file#id; found "a\.xsd#xpointer\(x\)"/,
    ],
    [
      'locators without an id',
      extended('label', locator('a', 'a.xsd')),
      /expected xlink:href as file#id/,
    ],
    [
      'arcs without an end',
      extended('calculation', locator('A') + arc('calculation', 'A', 'B', 'weight="1"')),
      /labels of its extended link; found "B"/,
    ],
    [
      'a weight of 0',
      linkOf('calculation', ['A B weight="0.0"']),
      /decimal other than 0; found "0\.0"/,
    ],
    [
      'a missing weight',
      linkOf('calculation', ['A B order="1"']),
      /calculationArc cannot be read; expected an attribute weight; found none/,
    ],
    [
      'an exponent',
      linkOf('calculation', ['A B weight="1e999999"']),
      /decimal other than 0; found "1e999999"/,
    ],
    [
      'two signs',
      linkOf('presentation', ['A B order="+-1"']),
      /expected order as a decimal; found "\+-1"/,
    ],
    ['another use', linkOf('presentation', ['A B use="maybe"']), /optional or prohibited/],
    ['a fractional priority', linkOf('presentation', ['A B priority="1.5"']), /an integer/],
    [
      'a link inside another',
      extended('label', extended('label', '')),
      /no extended link in another/,
    ],
    ['a link without a role', '<link:labelLink xlink:type="extended"/>', /xlink\}role; found none/],
  ])('refuses %s, with file and line', (_, content, error) => {
    expect(() => read(content)).toThrow(error);
  });

  it('refuses what is not a linkbase', () => {
    expect(() => readLinkbase(bytesOf('<a/>'), 'a.xml')).toThrow(
      'a.xml, line 1: a cannot be read; expected a root element link:linkbase or xsd:schema; ' +
        'found a',
    );
  });
});
