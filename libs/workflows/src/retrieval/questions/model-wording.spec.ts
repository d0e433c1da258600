/** A model's wording is used if it asks the same; otherwise the question records why not. */

import { describe, expect, it } from 'vitest';
import { fundamentalsStores } from '../store/fundamentals-store.js';
import { syntheticFundamentals } from '../store/synthetic-source.js';
import { makeQuestions, type MadeQuestion } from './make-questions.js';
import { wordingPrompt, withWording } from './model-wording.js';

const store = fundamentalsStores(syntheticFundamentals({ seed: 5 }))(Infinity);
const questions = makeQuestions(store, { count: 200, seed: 1 });

describe('the words that a wording must hold', () => {
  it('are in each question of the templates, which is its own wording', () => {
    for (const made of questions) {
      expect(made.words.filter((one) => !made.question.includes(one))).toEqual([]);
      expect(withWording(made, ` ${made.question}\n`)).toEqual({
        ...made,
        facts: { ...made.facts, phrasing: 'model' },
      });
      expect(wordingPrompt(made)).toContain(made.words.join('\n- '));
    }
  });

  it('distinguish questions', () => {
    const asked = questions.map(({ words, facts }) => [facts.company, ...words].join('\n'));
    expect(new Set(asked).size).toBe(questions.length);
  });

  it('name the fiscal year when it does not end in December', () => {
    const fiscal = questions.filter(({ facts }) => facts.periodType === 'fiscal');
    for (const { question, facts } of fiscal) {
      const year = /Fiscal (\d{4}) is the year to (\w+) (\d{4})\.$/.exec(question);
      if (facts.fiscalYearEndMonth === 12) expect(year).toBeNull();
      else expect(year?.[1], question).toMatch(/^\d{4}$/);
    }
    const ends = new Set(
      fiscal.map(({ facts, question }) => {
        const [, label, , end] = /Fiscal (\d{4}) is the year to (\w+) (\d{4})/.exec(question) ?? [];
        return `${facts.country} ${facts.fiscalYearEndMonth} ${Number(end) - Number(label)}`;
      }),
    );
    // Japan's years are named by their start in this store, those of India by their end.
    expect(ends).toContain('JP 3 1');
    expect(ends).toContain('IN 3 0');
  });
});

describe('another wording', () => {
  const [made] = questions as [MadeQuestion];
  const kept = `Please tell me: ${made.words.join(', ')}?`;

  it('is taken when it holds them all', () => {
    expect(withWording(made, kept)).toMatchObject({
      question: kept,
      facts: { phrasing: 'model' },
      expected: made.expected,
    });
  });

  it.each([
    ['no answer', null, 'the model gave no answer'],
    ['no company', kept.replace(made.facts.ticker, 'it'), `without "${made.facts.ticker}"`],
    ['a number of its own', `${kept} Is it 4711?`, 'with a number of its own'],
    ['a story', `${kept} ${'so '.repeat(300)}`, 'more than 600 characters'],
  ])('is left alone with %s', (_, wording, why) => {
    const { question, facts } = withWording(made, wording);
    expect([question, facts.phrasing]).toEqual([made.question, `template: ${why}`]);
  });
});
