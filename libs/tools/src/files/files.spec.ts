/**
 * Documents as files and as pages of a web search: what is listed, read and found, and what is
 * not known yet.
 */

import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { answer, closeOf, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { fileTools } from './file-tools.js';
import { webTools } from './web-tools.js';

const market = smallMarket({
  prices: { AAA: { '2026-01-02': 1, '2026-01-05': 2, '2026-01-06': 3 }, BBB: { '2026-01-02': 1 } },
  news: [
    { id: '7', symbol: 'AAA', date: '2026-01-02', title: 'Gears', text: 'Gears sell well.\nMore.' },
    { id: '8', symbol: 'BBB', date: '2026-01-02', text: 'Nothing of note' },
    { id: 'wire:10', symbol: 'AAA', date: '2026-01-06', title: 'Recall', text: 'Gears recalled.' },
  ],
  filings: [
    {
      symbol: 'AAA',
      date: '2026-01-02',
      form: '10-K',
      sections: { mda: `${'word '.repeat(4000)}gears at the end`, risk: 'a\nb\nc' },
    },
    { symbol: 'AAA', date: '2026-01-02', form: '10-K', sections: { risk: 'amended' } },
    { symbol: 'AAA', date: '2026-01-06', form: '10-Q', sections: { mda: 'gears again' } },
    { symbol: 'AAA', date: '2026-01-02', form: 'data', sections: { 'lines.jsonl': '{"gears":1}' } },
  ],
});
const ask = (name: string, args: object, asOf = '2026-01-05') =>
  answer(fileTools, { view: market(asOf) }, [name, args]);
const documentOf = (text: string) => ({ sha256: sha256Hex(text), chars: text.length });
const pathsOf = (listed: unknown) =>
  (listed as { files: { path: string }[] }).files.map(({ path }) => path);

describe('files', () => {
  it('have stable paths by knowledge time; rows of data are not files', () => {
    const known = [
      'filings/AAA/2026-01-02-10-K/mda.txt',
      'filings/AAA/2026-01-02-10-K/risk.txt',
      'filings/AAA/2026-01-02-10-K/risk~2.txt',
      'news/AAA/2026-01-02-7.txt',
      'news/BBB/2026-01-02-8.txt',
    ];
    expect(pathsOf(ask('list_files', {}))).toEqual(known);
    const later = pathsOf(ask('list_files', {}, '2026-01-06'));
    expect(later.filter((path) => !known.includes(path))).toEqual([
      'filings/AAA/2026-01-06-10-Q/mda.txt',
      'news/AAA/2026-01-06-wire_10.txt',
    ]);
    expect(later.filter((path) => known.includes(path))).toEqual(known);
  });

  it('are listed by folder, with length and title, and from a path on', () => {
    expect(ask('list_files', { folder: 'filings/AAA/2026-01-02-10-K/r' })).toEqual({
      files: [
        {
          path: 'filings/AAA/2026-01-02-10-K/risk.txt',
          date: '2026-01-02',
          chars: 5,
          title: 'AAA 10-K risk',
        },
        {
          path: 'filings/AAA/2026-01-02-10-K/risk~2.txt',
          date: '2026-01-02',
          chars: 7,
          title: 'AAA 10-K risk',
        },
      ],
      next: null,
    });
    const after = 'filings/AAA/2026-01-02-10-K/risk~2.txt';
    expect(pathsOf(ask('list_files', { after }))).toEqual([
      'news/AAA/2026-01-02-7.txt',
      'news/BBB/2026-01-02-8.txt',
    ]);
  });

  it('come 200 at a time, all of them once', () => {
    const many = smallMarket({
      prices: { AAA: { '2026-01-02': 1 } },
      news: Array.from({ length: 450 }, (_, id) => {
        return { id: `${id + 1000}`, symbol: 'AAA', date: '2026-01-02', text: 'x' };
      }),
    });
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: unknown = answer(fileTools, { view: many('2026-01-02') }, [
        'list_files',
        { after },
      ]);
      seen.push(...pathsOf(page));
      after = (page as { next: string | null }).next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([450, 450]);
  });

  it('are read by pages of 16,000 characters, and by lines', () => {
    const path = 'filings/AAA/2026-01-02-10-K/mda.txt';
    const read = (args: object) => ask('read_file', { path, ...args }) as { text: string };
    expect(read({})).toMatchObject({ pages: 2, lines: 1, date: '2026-01-02' });
    expect(read({}).text).toHaveLength(16_000);
    expect(read({ page: 2 }).text).toMatch(/^word .*gears at the end$/);
    expect(read({ page: 3 }).text).toBe('');
    const risk = 'filings/AAA/2026-01-02-10-K/risk.txt';
    expect(ask('read_file', { path: risk, line_start: 2, lines: 1 })).toMatchObject({ text: 'b' });
    expect(ask('read_file', { path: risk, line_start: 2 })).toMatchObject({ text: 'b\nc' });
  });

  it.each([
    ['filings/AAA/2026-01-06-10-Q/mda.txt', 'not known yet'],
    ['news/AAA/2026-01-06-wire_10.txt', 'not known yet'],
    ['../../secret.txt', 'outside'],
    ['/etc/passwd', 'absolute'],
    ['filings/AAA/2026-01-02-10-K/../2026-01-02-10-K/risk.txt', 'not as it is listed'],
    ['__proto__', 'nothing'],
  ])('refuse %s, which is %s, in the same words', (path) => {
    const { error } = outcomeOf(fileTools, { view: market('2026-01-05') }, ['read_file', { path }]);
    expect(error).toBe(
      `path: no such file; expected a path from list_files; found ${JSON.stringify(path)}`,
    );
  });

  it('are searched line by line, for all keywords in any case', () => {
    const hits = (args: object, asOf?: string) => ask('search_files', args, asOf);
    expect(hits({ keywords: ['gears', 'SELL'] })).toEqual({
      total: 1,
      hits: [{ path: 'news/AAA/2026-01-02-7.txt', line: 3, text: 'Gears sell well.' }],
    });
    expect(hits({ keywords: ['gears'], limit: 1 })).toMatchObject({ total: 3 });
    expect(hits({ keywords: ['gears'] }, '2026-01-06')).toMatchObject({ total: 5 });
    expect(hits({ keywords: ['gears'], folder: 'news/BBB' })).toEqual({ total: 0, hits: [] });
  });
});

describe('the documents of the task at the desk', () => {
  const inputs = [
    { name: '10-K/mda.txt', document: documentOf('Gears sell well in the plant.') },
    { name: 'notes.md', document: documentOf('Nothing'), knownAt: closeOf('2026-01-02') },
  ];
  const task = { kind: 'task' as const, id: 'a', instruction: 'do', inputs };
  const withTask = smallMarket({
    prices: { AAA: { '2026-01-02': 1, '2026-01-05': 2 } },
    news: [{ id: '7', symbol: 'AAA', date: '2026-01-02', text: 'Gears sell.' }],
    facts: [{ time: closeOf('2026-01-05'), payload: task }],
    texts: ['Gears sell well in the plant.', 'Nothing'],
  });
  const desk = { workflow: 'x', symbols: [], submit: () => undefined, task };
  const askAt = (asOf: string, name: string, args: object) =>
    answer(fileTools, { view: withTask(asOf), desk }, [name, args]);

  it('are listed by the names of its inputs, with the day on which they became known', () => {
    const { files } = askAt('2026-01-05', 'list_files', {}) as { files: object[] };
    expect(files).toEqual([
      { path: '10-K/mda.txt', date: '', chars: 29, title: '10-K/mda.txt' },
      { path: 'news/AAA/2026-01-02-7.txt', date: '2026-01-02', chars: 11, title: '' },
      { path: 'notes.md', date: '2026-01-02', chars: 7, title: 'notes.md' },
    ]);
    expect(pathsOf(ask('list_files', {}))).not.toContain('notes.md');
  });

  it('are read and searched beside filings and news', () => {
    const path = '10-K/mda.txt';
    expect(askAt('2026-01-05', 'read_file', { path })).toMatchObject({
      text: 'Gears sell well in the plant.',
    });
    expect(askAt('2026-01-05', 'search_files', { keywords: ['gears'] })).toEqual({
      total: 2,
      hits: [
        { path, line: 1, text: 'Gears sell well in the plant.' },
        { path: 'news/AAA/2026-01-02-7.txt', line: 1, text: 'Gears sell.' },
      ],
    });
  });

  it('say nothing before the task is known', () => {
    const path = '10-K/mda.txt';
    expect(askAt('2026-01-02', 'read_file', { path })).toMatchObject({ text: '' });
  });
});

describe('search_web', () => {
  const search = (query: string, asOf = '2026-01-05', pages?: 'whole') =>
    answer(webTools(pages), { view: market(asOf) }, ['search_web', { query }]) as {
      path: string;
      text: string;
    }[];

  it('ranks by the words of the query, the short page with all of them first', () => {
    expect(search('gears sell').map(({ path }) => path)).toEqual([
      'news/AAA/2026-01-02-7.txt',
      'filings/AAA/2026-01-02-10-K/mda.txt',
    ]);
    expect(search('nothing, of: NOTE').map(({ path }) => path)).toEqual([
      'news/BBB/2026-01-02-8.txt',
    ]);
    expect(search('unheard')).toEqual([]);
  });

  it('ranks by Okapi BM25, over documents of all lengths and queries of several words', () => {
    const words = ['gear', 'wheel', 'cog', 'axle', 'rare'];
    // Each text repeats words in its own proportions; one word is in nearly all of
    // them, one in two.
    const texts = Array.from({ length: 24 }, (_, at) =>
      words
        .flatMap((word, place) => {
          const isIn = word === 'rare' ? at % 12 === 5 : (at * 7 + place * 5) % 11 > place;
          return isIn ? Array<string>(1 + ((at * (place + 3)) % 5)).fill(word) : [];
        })
        .concat(Array<string>((at * 13) % 37).fill('filler'))
        .join(' '),
    );
    const news = texts.map((text, at) => ({
      id: String(at),
      symbol: 'AAA',
      date: '2026-01-02',
      text,
    }));
    const view = smallMarket({ prices: { AAA: { '2026-01-02': 1 } }, news })('2026-01-02');
    const split = texts.map((text) => text.split(' ').filter(Boolean));
    const lengthMean = split.flat().length / split.length;
    const scoreOf = (at: number, query: readonly string[]): number => {
      let score = 0;
      for (const word of query) {
        const having = split.filter((own) => own.includes(word)).length;
        const idf = Math.log(1 + (split.length - having + 0.5) / (having + 0.5));
        const tf = split[at]!.filter((one) => one === word).length;
        const norm = 1 - 0.75 + (0.75 * split[at]!.length) / lengthMean;
        score += (idf * tf * (1.2 + 1)) / (tf + 1.2 * norm);
      }
      return score;
    };
    const queries = words.flatMap((one, at) => [
      [one],
      ...words.slice(at + 1).map((two) => [one, two]),
    ]);
    for (const query of queries) {
      const ranked = split
        .map((_, at) => ({ at, score: scoreOf(at, query) }))
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score || (one.at < other.at ? -1 : 1))
        .map(({ score }) => score.toFixed(9));
      const found = answer(webTools(), { view }, [
        'search_web',
        { query: query.join(' '), limit: 20 },
      ]) as { path: string }[];
      const scores = found.map(({ path }) =>
        scoreOf(Number(/-(\d+)\.txt$/.exec(path)![1]), query).toFixed(9),
      );
      expect(scores).toEqual(ranked.slice(0, 20));
    }
  });

  it('finds what has become known since, and nothing before', () => {
    expect(search('recalled')).toEqual([]);
    expect(search('recalled', '2026-01-06').map(({ path }) => path)).toEqual([
      'news/AAA/2026-01-06-wire_10.txt',
    ]);
  });

  it('shows what is around the first hit, or the page', () => {
    const filing = (pages?: 'whole') =>
      search('gears end', '2026-01-05', pages).find(({ path }) => path.includes('mda'))?.text;
    expect(filing()).toMatch(/^word .*gears at the end$/);
    expect(filing()?.length).toBeLessThan(300);
    expect(filing('whole')).toHaveLength(16_000);
  });
});
