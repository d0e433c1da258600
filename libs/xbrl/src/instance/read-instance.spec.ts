/** Instances as values: references, contexts, units, facts, and refused input. */

import { describe, expect, it } from 'vitest';
import { isFailure } from '#values';
import {
  c1,
  contextXml,
  duration,
  head,
  instanceOf,
  instant,
  refusalOf,
  usd,
} from './instance.fixture.js';
import { readInstance } from './read-instance.js';

describe('an instance', () => {
  it('has its references, as written, with lines', async () => {
    const { schemaRefs, linkbaseRefs, roleRefs, arcroleRefs } = await instanceOf(`
<link:schemaRef xlink:type="simple" xlink:href="a.xsd"/>
<link:linkbaseRef xml:base="sub/" xlink:type="simple" xlink:href="a_cal.xml" xlink:role="urn:r"
  xlink:arcrole="http://www.w3.org/1999/xlink/properties/linkbase"><link:documentation>x
</link:documentation></link:linkbaseRef><link:roleRef roleURI="urn:role" xlink:type="simple" xlink:href="a.xsd#role"/>
<link:arcroleRef arcroleURI="urn:arcrole" xlink:type="simple" xlink:href="a.xsd#arcrole"/>`);
    expect(schemaRefs).toEqual([{ href: 'a.xsd', line: 6 }]);
    const arcrole = 'http://www.w3.org/1999/xlink/properties/linkbase';
    expect(linkbaseRefs).toEqual([
      { href: 'a_cal.xml', base: 'sub/', role: 'urn:r', arcrole, line: 7 },
    ]);
    expect(roleRefs).toEqual([{ href: 'a.xsd#role', uri: 'urn:role', line: 9 }]);
    expect(arcroleRefs).toEqual([{ href: 'a.xsd#arcrole', uri: 'urn:arcrole', line: 10 }]);
  });

  it('has contexts with dimensions and other content in document order', async () => {
    const segment = `<xbrldi:typedMember dimension="a:Typed"><b:key> 12 </b:key></xbrldi:typedMember>
      <a:note z="1" y="2">p<!-- - -->q <a:in/></a:note>
      <xbrldi:explicitMember dimension="a:Axis"> b:Member </xbrldi:explicitMember>`;
    const { contexts } = await instanceOf(
      contextXml('c1', duration('2020-01-01', '2020-12-31'), segment, '<b:s/>') +
        contextXml('c2', '<forever/>'),
    );
    expect([...contexts.keys()]).toEqual(['c1', 'c2']);
    expect(contexts.get('c1')).toEqual({
      id: 'c1',
      entity: { scheme: 'urn:cik', identifier: '1' },
      period: { kind: 'duration', start: '2020-01-01', end: '2020-12-31' },
      segment: [
        {
          kind: 'typed',
          dimension: '{urn:a}Typed',
          text: '12',
          content: ['{urn:b}key', [], ['12']],
        },
        {
          kind: 'other',
          content: [
            '{urn:a}note',
            [
              ['y', '2'],
              ['z', '1'],
            ],
            ['pq', ['{urn:a}in', [], []]],
          ],
        },
        { kind: 'explicit', dimension: '{urn:a}Axis', member: '{urn:b}Member' },
      ],
      scenario: [{ kind: 'other', content: ['{urn:b}s', [], []] }],
      line: 5,
    });
    expect(contexts.get('c2')?.period).toEqual({ kind: 'forever' });
  });

  it('has units, plain and divided', async () => {
    const divided = `<unit id="eps"><divide><unitNumerator><measure>iso4217:USD</measure></unitNumerator>
      <unitDenominator><measure> shares </measure></unitDenominator></divide></unit>`;
    const { units } = await instanceOf(usd + divided);
    const dollar = '{http://www.xbrl.org/2003/iso4217}USD';
    const share = '{http://www.xbrl.org/2003/instance}shares';
    expect(units.get('usd')).toEqual({
      id: 'usd',
      numerators: [dollar],
      denominators: [],
      line: 5,
    });
    expect(units.get('eps')).toEqual({
      id: 'eps',
      numerators: [dollar],
      denominators: [share],
      line: 5,
    });
  });

  it('has facts verbatim, also before their contexts, and by concept', async () => {
    const { facts, factsByConcept, prefixes } = await instanceOf(`
<a:Rate contextRef="c1" unitRef="usd" decimals="4" id="f1">-.0130</a:Rate>
<a:Note contextRef="c1" xml:lang="en-US"> &lt;p&gt;x<![CDATA[ & y]]>&#10;</a:Note>
<a:Rate contextRef="c1" unitRef="usd" xsi:nil="true"/>
<a:Half contextRef="c1" unitRef="usd"><numerator> 1</numerator><denominator>3 </denominator></a:Half>
<n:Other xmlns:n="urn:n" contextRef="c1" unitRef="usd" precision="INF">1.0</n:Other>${usd}${c1}`);
    const common = { context: 'c1', nil: false, tuples: [] };
    expect(facts).toEqual([
      {
        ...common,
        concept: '{urn:a}Rate',
        unit: 'usd',
        decimals: '4',
        id: 'f1',
        text: '-.0130',
        line: 6,
      },
      { ...common, concept: '{urn:a}Note', language: 'en-US', text: ' <p>x & y\n', line: 7 },
      { ...common, concept: '{urn:a}Rate', unit: 'usd', nil: true, text: '', line: 8 },
      {
        ...common,
        concept: '{urn:a}Half',
        unit: 'usd',
        text: '',
        fraction: { numerator: '1', denominator: '3' },
        line: 9,
      },
      { ...common, concept: '{urn:n}Other', unit: 'usd', precision: 'INF', text: '1.0', line: 10 },
    ]);
    expect(factsByConcept.get('{urn:a}Rate')).toEqual([facts[0], facts[2]]);
    expect(prefixes.get('urn:a')).toBe('a');
    expect(prefixes.get('urn:n')).toBe('n');
  });

  it('reads past tuples and footnotes, and keeps the items inside tuples', async () => {
    const { facts } = await instanceOf(`${c1}
<a:T><a:U><a:X contextRef="c1">1</a:X></a:U><a:X contextRef="c1">2</a:X></a:T><a:T/>
<a:T><a:X contextRef="c1">3</a:X></a:T><a:X contextRef="c1">4</a:X>
<link:footnoteLink xlink:type="extended"><link:footnote xml:lang="en">
  <p xmlns="http://www.w3.org/1999/xhtml">text <a>b</a></p></link:footnote></link:footnoteLink>`);
    expect(facts.map(({ text, tuples }) => [text, ...tuples])).toEqual([
      ['1', '{urn:a}T#1', '{urn:a}U#2'],
      ['2', '{urn:a}T#1'],
      ['3', '{urn:a}T#4'],
      ['4'],
    ]);
  });

  it.each([
    ['<a:X contextRef="c2">1</a:X>', 'line 7: {urn:a}X refers to no context'],
    ['<a:X contextRef="c1" unitRef="u">1</a:X>', '{urn:a}X refers to no unit'],
    ['<a:X contextRef="c1"><a:Y/></a:X>', 'expected a value without elements in it'],
    ['<a:X contextRef="c1"><numerator>1</numerator></a:X>', 'found half a fraction'],
    ['<a:X contextRef="c1"><numerator>1</numerator><a:Y/></a:X>', 'found {urn:a}Y'],
    ['<a:T><a:X>1</a:X></a:T>', 'expected a contextRef on each element with a value; found "1"'],
    ['<foo/>', 'expected a fact, a context, a unit or a reference'],
    ['<unit id="u"><measure>iso4217</measure><measure>q:USD</measure></unit>', 'found "q:USD"'],
    ['<unit id="u"/>', 'expected measures'],
    [
      `<unit id="u"><divide><unitNumerator><measure>a:x</measure></unitNumerator>
<unitDenominator><measure>a:x</measure></unitDenominator></divide></unit>`,
      'expected a unit in its simplest form; found {urn:a}x on both sides',
    ],
    [
      contextXml('c1', instant('2020-12-31')),
      'expected another id than that of line 5; found "c1"',
    ],
    [contextXml('c3', instant('2020-02-30')), 'expected dates as YYYY-MM-DD'],
    [contextXml('c3', duration('2020-12-31', '2020-12-30')), 'expected an end after the start'],
    [
      contextXml('c3', '<startDate>2020-01-01</startDate>'),
      'expected an instant, a startDate with',
    ],
    [contextXml('c3', instant('2020-12-31'), '<measure>x</measure>'), 'other namespaces than XBRL'],
    [
      contextXml('c3', instant('2020-12-31'), '<xbrldi:explicitMember>a:b</xbrldi:explicitMember>'),
      'dimension',
    ],
    ['<context id="c3"><entity/></context>', 'expected one identifier; found 0'],
    ['<link:schemaRef xlink:type="simple"/>', 'attribute {http://www.w3.org/1999/xlink}href'],
  ])('refuses %.70s', async (content, reason) => {
    const refusal = await refusalOf(`${c1}\n${content}`);
    expect(refusal).toContain(reason);
    expect(refusal).toContain('a_htm.xml');
  });

  it.each([
    [
      '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
      'this is XBRL inside HTML (Inline XBRL)',
    ],
    ['<link:linkbase xmlns:link="http://www.xbrl.org/2003/linkbase"/>', 'expected an instance'],
    [head, 'unclosed tag'],
    [`${head}<a:T>`.repeat(1) + '<a:T>'.repeat(10_000), 'too deep'],
  ])('refuses the file %.40s', async (text, reason) => {
    const reading = readInstance([new TextEncoder().encode(text)], 'a_htm.xml');
    await expect(reading).rejects.toThrow(reason);
  });

  it('refuses a context with too much in it', async () => {
    const segment = '<a:x/>'.repeat(20_001);
    expect(await refusalOf(contextXml('c1', instant('2020-12-31'), segment))).toContain(
      'at most 20000',
    );
  });

  it('refuses a file that is cut anywhere, and one with a NUL anywhere', async () => {
    const fact = '<a:X contextRef="c1" unitRef="usd" decimals="0">1</a:X>';
    const whole = new TextEncoder().encode(`${head}${usd}${c1}${fact}</xbrl>`);
    const refused = (error: unknown): string =>
      isFailure(error, 'InvalidInput') ? 'refused' : String(error);
    const outcomes = new Set<string>();
    for (let at = 0; at < whole.length; at++) {
      const withNul = whole.with(at, 0);
      for (const bytes of [whole.subarray(0, at), withNul]) {
        outcomes.add(await readInstance([bytes], 'a_htm.xml').then(() => `read at ${at}`, refused));
      }
    }
    expect([...outcomes]).toEqual(['refused']);
  });
});
