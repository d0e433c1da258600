/** An instance of 30 MB streams through: only its facts are kept, and its texts on request. */

import { describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { c1, head, usd } from './instance.fixture.js';
import { readInstance } from './read-instance.js';

const megabytes = sweepSize(3, 30);

function* chunks(): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${head}${usd}${c1}`);
  const note = `<link:footnote>${'é note '.repeat(140_000)}</link:footnote>`;
  const footnote = `<link:footnoteLink>${note}</link:footnoteLink>`;
  const fact = (of: number): string =>
    `<a:F${of % 50} contextRef="c1" unitRef="usd" decimals="-3">${of}</a:F${of % 50}>\n`;
  const facts = Array.from({ length: 100 }, (_, of) => fact(of)).join('');
  for (let at = 0; at < megabytes; at++) yield encoder.encode(footnote + facts);
  yield encoder.encode('</xbrl>');
}

describe('a large instance', () => {
  it(`of ${megabytes} MB keeps its facts and none of its footnotes`, async () => {
    const { facts, factsByConcept } = await readInstance(chunks(), 'large.xml');
    expect(facts).toHaveLength(megabytes * 100);
    expect(factsByConcept.get('{urn:a}F7')).toHaveLength(megabytes * 2);
    expect(facts.at(-1)).toMatchObject({ text: '99', decimals: '-3', unit: 'usd' });
  });
});
