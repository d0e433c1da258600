/**
 * The whole verdict on responses: fault, value, reason and whether it gave up. The labels of
 * `score-response.spec.ts` say which are right; here it is seen when the same response is wrong for
 * another reason.
 */

import { expect, it } from 'vitest';
import { variantLine, variantsOf } from '#values/text-variants.fixture';
import { amountRows } from './answer-strings.fixture.js';
import { calculationRows } from './calculation-strings.fixture.js';
import { chatRows } from './chat-strings.fixture.js';
import { figureRows } from './figure-strings.fixture.js';
import { modelStrings } from './model-strings.fixture.js';
import { questionSchema, type ExpectedAnswer, type Question } from './schemas.js';
import { scoreResponse } from './score-response.js';
import { toldVerdict } from './told-verdict.fixture.js';
import { unitRows } from './unit-strings.fixture.js';
import { companySentences } from '../company-sentences.fixture.js';
import { sentenceStrings } from './sentence-strings.fixture.js';

type Row = readonly [question: Question, text: string];

const questionOf = (question: string, expected: ExpectedAnswer): Question => ({
  id: 'q',
  question,
  expected,
});
const ofSentences = (sentences: typeof sentenceStrings): Row[] =>
  sentences.flatMap(([expected, texts]) =>
    texts.map(([text]): Row => [questionOf('How much was it?', expected), text]),
  );
const ofModels = modelStrings.flatMap(([question, expected, texts]) =>
  texts.map(([text]): Row => [questionOf(question, expected), text]),
);

/** A value that every unit of a question is asked of, with what is said to it. */
const units = [
  'USD',
  'usd',
  'USD/share',
  'EUR per share',
  'shares',
  'units',
  'ratio',
  'JPY',
  'Ratio',
];
const answerTexts = [
  '5',
  '$5',
  '5%',
  '0.05',
  '500%',
  '5x',
  '5 shares',
  '5 stores',
  '$5 per share',
  '€5',
  '¥5',
  '5 cents',
  '5 million',
  '-5',
  '0',
  '0.4',
  '$0.4',
  'about 5 to 6',
  'more than 5',
  '5 or 6',
  'not 5',
  'it fell by 5',
  'Currency: USD. It was 5',
  '"currency": "EUR", 5',
  '5 dollars, all amounts in USD',
  '(in thousands) 5',
  'I cannot find it, but it may be 5',
  'I could not find it, but it was 5. It was 5',
  'unknown',
  'n/a',
  'no data',
  'Answer: 6. Answer: 5',
  'Answer: 5. I did not find more',
  'So the total was 5',
  'It is 4. Correction: 5',
  '5 in 2023',
  '5 in Q4 2023',
  '5 at December 31, 2023',
  '5 in 2022',
  '5 (6 the prior year)',
  '2023',
];
const periods = [null, '2023FY', '2023Q4'];
const ofUnits = units.flatMap((unit) =>
  periods.flatMap((period) => {
    const precision = unit === 'ratio' ? 0.01 : null;
    const expected = {
      value: unit === 'Ratio' ? 0.05 : 5,
      unit,
      currency: null,
      period,
      precision,
    };
    const question =
      period === null ? 'How much was it?' : `How many stores were open in ${period}?`;
    return answerTexts.map((text): Row => [questionOf(question, expected), text]);
  }),
);
const zero = { value: 0, unit: 'USD', currency: 'usd', period: null, precision: 1_000_000 };
const ofZero = ['0', '0.4', '$0.4', '$400,000', '$600,000', 'nil'].map((text): Row => [
  questionOf('By how much did it change, in millions?', zero),
  text,
]);

const lineOf = ([question, text]: Row): string =>
  toldVerdict(question, text, scoreResponse(question, { id: 'q', text }));

it.each<[string, readonly Row[]]>([
  ['sentences', ofSentences([...sentenceStrings, ...companySentences])],
  ['models', ofModels],
  ['units', [...ofUnits, ...ofZero]],
])('on %s', async (name, rows) => {
  const text = `${rows.map(lineOf).join('\n')}\n`;
  await expect(text).toMatchFileSnapshot(`./golden-verdicts/${name}.txt`);
});

const ofRows = [amountRows, unitRows, chatRows, figureRows, calculationRows].flatMap((rows) =>
  rows.map(({ question, text }): Row => [question, text]),
);
const variantsOfEach = 5;

it.each<[string, readonly Row[]]>([
  ['rows', ofRows],
  ['sentences', ofSentences([...sentenceStrings, ...companySentences])],
  ['models', ofModels],
])('on variants of %s', async (name, rows) => {
  const texts = rows.map(([, text]) => text);
  const lines = rows.map(([question, text], number) => {
    const variants = variantsOf(texts, number, variantsOfEach);
    const verdicts = variants.map((variant) => scoreResponse(question, { id: 'q', text: variant }));
    return variantLine(text, verdicts);
  });
  const file = `./golden-verdicts/${name}-variants.txt`;
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file);
});

it('refuses questions in these words', async () => {
  const sound = { value: 1, unit: 'USD', currency: null, period: null, precision: null };
  const asked = (members: object, more: object = {}) => ({
    id: 7,
    question: '?',
    expected: { ...sound, ...members },
    ...more,
  });
  const lines = [
    ...[null, '', '1e5', 'x', '-1.5', '1.50'].map((value) => asked({ value })),
    ...['', 'x'].map((unit) => asked({ unit })),
    ...[0, -1, '1'].map((precision) => asked({ precision })),
    ...[3, '', '2023Q4'].map((period) => asked({ period })),
    ...[{ id: null }, { question: '' }, { question: 5 }, { start: 5 }, { start: null }].map(
      (more) => asked({}, more),
    ),
    ...[{ fiscalPeriod: 5 }, { calendarPeriod: 5 }].map((more) => asked({}, more)),
  ].map((question) => {
    const parsed = questionSchema.safeParse(question);
    const found = parsed.success
      ? JSON.stringify(parsed.data)
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    return `${JSON.stringify(question)}\n  ${found}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-verdicts/refused.txt');
});
