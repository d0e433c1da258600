/** Quotations, citations and what code finds of an answer in files. */

import { describe, expect, it } from 'vitest';
import { citedFiles, searchLiterally } from './answer-texts.js';
import { citationsIn } from './citations.js';
import { finderIn, paragraphsAround } from '../../judging/text/passages.js';

describe('a quotation', () => {
  const text = 'Sales **rose**  by\n12 %,\nand “costs” fell. Sales rose.';
  it.each([
    [
      'sales rose',
      [
        { from: 0, to: 12 },
        { from: 43, to: 53 },
      ],
    ],
    ['by 12 %, and "costs"', [{ from: 16, to: 36 }]],
    ['costs rose', []],
    ['', []],
    [' * ', []],
  ])('%j is found at its words, whatever their white space, case and marks', (quote, spans) => {
    expect(finderIn(text)(quote)).toEqual(spans);
  });

  it('is returned as written in the text, after letters whose lower case is longer', () => {
    const odd = 'İstanbul\u00A0grew 5%. Ünal agreed.';
    const [span] = finderIn(odd)('GREW 5%. ünal');
    expect(odd.slice(span!.from, span!.to)).toBe('grew 5%. Ünal');
  });

  it('lies in paragraphs between blank lines', () => {
    const paragraphs = 'one\n\ntwo\nthree\n \nfour';
    const at = paragraphs.indexOf('three');
    const { from, to } = paragraphsAround(paragraphs, { from: at, to: at + 1 });
    expect(paragraphs.slice(from, to)).toBe('two\nthree');
    expect(paragraphsAround('one', { from: 0, to: 1 })).toEqual({ from: 0, to: 3 });
  });
});

describe('citations', () => {
  const files = ['filings/10-K-2024.txt', 'filings/10-Q.txt', 'news/10-Q.txt', 'notes/risks'];
  it.each([
    ['[10-K-2024.txt]', ['filings/10-K-2024.txt']],
    ['(see filings/10-k-2024.TXT, p. 3)', ['filings/10-K-2024.txt']],
    ['as `10-K-2024` says', ['filings/10-K-2024.txt']],
    ['[Source: 10-K-2024, p. 12; risks]', ['filings/10-K-2024.txt', 'notes/risks']],
    ['【10-K-2024.txt】', ['filings/10-K-2024.txt']],
    ['a sentence that ends in 10-K-2024.txt.', ['filings/10-K-2024.txt']],
    ['[10‑K‑2024.txt]', ['filings/10-K-2024.txt']],
    ['[10–k—2024.txt]', ['filings/10-K-2024.txt']],
    ['_10-K-2024.txt_', ['filings/10-K-2024.txt']],
    [
      '__10-K-2024.txt__ and **10-Q.txt**',
      ['filings/10-K-2024.txt', 'filings/10-Q.txt', 'news/10-Q.txt'],
    ],
    [String.raw`[10\-K\-2024\.txt]`, ['filings/10-K-2024.txt']],
    ['[10-K-2024.txt, p. 3]', ['filings/10-K-2024.txt']],
    ['[10-K-2024.txt:1-2]', ['filings/10-K-2024.txt']],
    ['[10-K-2024 p. 3]', ['filings/10-K-2024.txt']],
    ['(*10-K-2024*, pages 3–5)', ['filings/10-K-2024.txt']],
    ['[see 10‑K‑2024 §4]', ['filings/10-K-2024.txt']],
    ['my_10-K-2024.txt and x_10-K-2024.txt_y', []],
    // Two files have this name.
    ['[10-Q.txt]', ['filings/10-Q.txt', 'news/10-Q.txt']],
    ['[news/10-Q.txt]', ['filings/10-Q.txt', 'news/10-Q.txt']],
    ['my-10-K-2024.txt.bak and 10-K-2024.txts', []],
    ['there are risks, and the 10-K-2024 names them (both risks and chances)', []],
    ['[9-K.txt]', []],
  ])('%s', (text, cited) => {
    expect(citedFiles(citationsIn(text, files), files)).toEqual(cited);
  });
});

describe('numbers of citations', () => {
  const files = ['10-K.txt', 'peer.txt'];
  const left = (text: string): string => {
    let rest = text;
    for (const { from, to } of citationsIn(text, files).toReversed()) {
      rest = rest.slice(0, from) + '_'.repeat(to - from) + rest.slice(to);
    }
    return rest.replaceAll('_', '');
  };
  it.each([
    ['a [10-K.txt, p. 3].', 'a .'],
    ['a [10-K.txt:1-2] b', 'a  b'],
    ['a [10-K p. 3; peer.txt, lines 4–9] b', 'a  b'],
    ['a (see 10-K.txt, page 12, table 3) b', 'a  b'],
    ['a 10-K.txt:12 b', 'a  b'],
    ['a `10-K.txt#L10-L20` b', 'a  b'],
    ['a 10-K.txt, p. 3, b', 'a , b'],
    ['a **10-K.txt**, pp. 3-4', 'a **'],
    // Claims beside a name stay claims.
    ['by 10-K.txt, 5% growth', 'by , 5% growth'],
    ['10-K.txt: 5 plants', ': 5 plants'],
    ['(up 5% in 10-K.txt)', '(up 5% in )'],
    ['[10-K.txt, 12%]', '[, 12%]'],
  ])('%j leaves %j', (text, expected) => {
    expect(left(text)).toBe(expected);
  });
});

describe('what code searches', () => {
  const files = new Map([
    [
      'a.txt',
      'Revenue was 1,250.0 million, up 12.5 percent. "We will not\n  cut prices," it said.',
    ],
    ['b.txt', 'Backlog: 1250'],
  ]);
  const search = (answer: string) =>
    searchLiterally(answer, files, citationsIn(answer, ['a.txt', '10-K-2024.txt'])).map(
      ({ text, files: holders }) => [text, ...holders],
    );

  it('are quoted strings, and numbers whatever their separators, sign and unit', () => {
    expect(
      search('It made $1,250 (12.5%) and said “we will not cut prices”; margin 77.3%.'),
    ).toEqual([
      ['we will not cut prices', 'a.txt'],
      ['$1,250', 'a.txt', 'b.txt'],
      ['12.5%', 'a.txt'],
      ['77.3%'],
    ]);
  });

  it('are no marks of notes', () => {
    expect(search('It rose 7%[^1] and fell [2], [3, 4].¹²\n\n[^1]: 10-K-2024.txt')).toEqual([
      ['7%'],
    ]);
  });

  it('are neither numbers of lists nor of files, and each once', () => {
    expect(search('1. First 12.5% [10-K-2024.txt]\n2) then 12.5%\n- 3 of it')).toEqual([
      ['12.5%', 'a.txt'],
      ['3'],
    ]);
  });
});
