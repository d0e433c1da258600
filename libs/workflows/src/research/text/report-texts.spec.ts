/** Passages, words, sections and figures of reports. */

import { describe, expect, it } from 'vitest';
import { finderIn } from '../../judging/text/passages.js';
import { figuresIn, measuresOf, wordsIn } from './report-measures.js';

const report = `# Rates will stay **high**

> Inflation is at 3.5 %,
> above the target.

  - The [central bank](https://example.org/a_b) waits.
1. \`Wages\` grow — fast.

| Year | Rate |
| 2023 | 5.25 |
`;
const placesIn = (text: string) => finderIn(text, { wholeWords: true });
const found = (words: string): string | null => {
  const [place] = placesIn(report)(words);
  return place === undefined ? null : report.slice(place.from, place.to);
};

describe('whole words', () => {
  it('finds words up to white space, Markdown marks and case', () => {
    expect(found('rates will  stay HIGH')).toBe('Rates will stay **high');
    expect(found('Inflation is at 3.5 %, above the target.')).toBe(
      'Inflation is at 3.5 %,\n> above the target.',
    );
    expect(found('- the central bank waits')).toBe(
      'central bank](https://example.org/a_b) waits'.replace(/^/, 'The ['),
    );
    expect(found('Wages grow fast')).toBe('Wages` grow — fast');
    expect(found('2023 5.25')).toBe('2023 | 5.25');
  });

  it('finds whole words alone, and nothing when there is no word', () => {
    for (const words of ['ate', 'Rates will stay hig', '3', '5', '25', 'cut', '', '**', '-']) {
      expect(found(words), words).toBeNull();
    }
    expect(placesIn('营收增长，利润下降。')('利润下降')).toEqual([{ from: 5, to: 9 }]);
    expect(placesIn('İstanbul grows. It does')('it does')).toEqual([{ from: 16, to: 23 }]);
  });
});

describe('wordsIn', () => {
  it('counts what white space surrounds, and each CJK character', () => {
    expect(wordsIn('Net income rose 3.5 % - again')).toBe(7);
    expect(wordsIn('营收增长5%，利润 fell')).toBe(4 + 1 + 2 + 1);
    expect(wordsIn('# **A** [b c](https://d.e)\n\n- f')).toBe(4);
    expect(wordsIn(' \n ')).toBe(0);
  });
});

describe('measuresOf', () => {
  it('has the mean number of words under a subtitle, without the title', () => {
    const text = '# The title\none two\n## First\nthree four five\n## Second one\n### Third\nsix\n';
    expect(measuresOf(text)).toEqual({ words: 12, subtitles: 3, wordsPerSubtitle: 2 });
  });

  it('takes a report without a subtitle for one section, and no heading out of code', () => {
    expect(measuresOf('# Title\none two three')).toMatchObject({
      subtitles: 0,
      wordsPerSubtitle: 3,
    });
    expect(measuresOf('one two')).toEqual({ words: 2, subtitles: 0, wordsPerSubtitle: 2 });
    expect(measuresOf('')).toEqual({ words: 0, subtitles: 0, wordsPerSubtitle: 0 });
    expect(measuresOf('## A\n```sh\n# no heading\n```\n## B\nx')).toMatchObject({ subtitles: 2 });
  });
});

describe('figuresIn', () => {
  it('removes charts and images, and describes them to judges', () => {
    const text = [
      'Before ![Sales](data:image/png;base64,AAAA) and ![elsewhere](https://a.b/c.png)',
      '```vega-lite\n{"mark": "bar"}\n```\n```python\nprint()\n```',
      `![](sha256:${'ab'.repeat(32)})`,
    ].join('\n');
    const { text: shown, figures } = figuresIn(text);
    expect(figures).toHaveLength(3);
    expect(figures[0]).toMatch(
      /^Image: Sales\nimage\/png;base64, 4 characters, sha256:[0-9a-f]{64}$/,
    );
    expect(figures[1]).toContain('{"mark": "bar"}');
    expect(figures[2]).toBe(`Image: without a title\nsha256:${'ab'.repeat(32)}`);
    expect(shown.split('\n').slice(0, 2)).toEqual([
      'Before [figure 1: Sales] and ![elsewhere](https://a.b/c.png)',
      '[figure 2: vega-lite]',
    ]);
    expect(shown).toContain('print()');
    expect(figuresIn(report)).toEqual({ text: report, figures: [] });
  });

  it('separates two charts in a row, and ends an unclosed one', () => {
    const { figures } = figuresIn('```chart\na\n```\n```chart\nb\n```\n\n~~~mermaid\nc');
    expect(figures.map((figure) => figure.split('\n')[0])).toEqual(['a', 'b', 'c']);
  });
});
