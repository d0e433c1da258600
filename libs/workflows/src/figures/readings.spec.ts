/**
 * What is read of texts with amounts, periods and names in every form: what is read differently
 * has to be seen. `npx vitest run libs/workflows/src/figures/readings.spec.ts --update` writes
 * the files again.
 */

import { expect, it } from 'vitest';
import { variantLine, variantsOf } from '#values/text-variants.fixture';
import { amountsIn, currenciesIn, headsIn, type Amount } from './amounts.js';
import { sentenceBreaks, statedPeriods } from './attach.js';
import {
  amountTexts,
  asked,
  clauseTexts,
  headTexts,
  nameTexts,
  periodTexts,
  sentenceTexts,
  typesetTexts,
} from './corpus.fixture.js';
import { spelled } from './decimal.js';
import { isNamed, ofFigure, ofList } from './names.js';
import { agrees, masked, periodsIn, type Period } from './periods.js';
import { plainText } from './plain-text.js';

const wordsOf = ({ value, step, ...amount }: Amount): string => {
  const { kind, role, power, shift, currency, isAside, isVerb, things } = amount;
  const marks = [
    isAside ? 'aside' : '',
    isVerb ? 'verb' : '',
    isNamed(amount as Amount) ? 'named' : '',
  ];
  const parts = [
    kind,
    role,
    spelled(value),
    spelled(step),
    power,
    shift,
    currency,
    things,
    ...marks,
  ];
  return `${parts.map((part) => part ?? '-').join('|')}|${amount.label.slice(-40)}`;
};
const written = ({ part, year, month, isReference, isSpanning }: Period, text: string): string =>
  [
    text,
    part,
    year,
    month ?? '',
    isReference ? 'reference' : '',
    isSpanning === true ? 'spanning' : '',
  ]
    .map((one) => one ?? '-')
    .join('|');

/** All that is read of a text: currencies, periods, and amounts with the periods of each. */
function readOf(plain: string): string[] {
  const periods = periodsIn(plain);
  const text = masked(plain, periods);
  const breaks = sentenceBreaks(text);
  const amounts = amountsIn(text, breaks);
  const stated = statedPeriods(amounts, { text, amounts, periods, breaks });
  const placed = ({ from, to }: Period): string => plain.slice(from, to);
  return [
    ...periods.map((period) => `  ${written(period, placed(period))}`),
    ...amounts.slice(0, 9).map((amount, at) => {
      const own = stated[at];
      return (
        `  ${wordsOf(amount)} @ ` +
        `${(own ?? null) === null ? 'none' : own!.map(placed).join(' & ')}`
      );
    }),
    ...(amounts.length > 9 ? [`  ${amounts.length} amounts`] : []),
  ];
}

const shown = (text: string): string => JSON.stringify(text.length > 200 ? text.slice(-100) : text);
const listed = (texts: readonly string[], read: (text: string) => readonly string[]): string =>
  `${texts.flatMap((text) => [shown(text), ...read(text)]).join('\n')}\n`;

it.each<[string, readonly string[], (text: string) => readonly string[]]>([
  ['amounts', amountTexts, readOf],
  ['periods', periodTexts, readOf],
  ['clauses', clauseTexts, readOf],
  ['sentences', sentenceTexts, (text) => [`  ${sentenceBreaks(text).join(' ')}`]],
  ['heads', headTexts, (text) => [`  ${JSON.stringify([headsIn(text), currenciesIn(text)])}`]],
  ['typeset', typesetTexts, (text) => [`  ${JSON.stringify(plainText(text))}`]],
])('of %s this is read', async (name, texts, read) => {
  await expect(listed(texts, read)).toMatchFileSnapshot(`./golden-readings/${name}.txt`);
});

const variantsOfEach = 12;

it.each<[string, readonly string[], (text: string) => readonly string[]]>([
  ['amounts', amountTexts, readOf],
  ['periods', periodTexts, readOf],
  ['clauses', clauseTexts, readOf],
  ['heads', headTexts, (text) => [JSON.stringify([headsIn(text), currenciesIn(text)])]],
  ['typeset', typesetTexts, (text) => [plainText(text), ...readOf(plainText(text))]],
])('of variants of %s this is read', async (name, texts, read) => {
  const lines = texts.map((text, number) => {
    const variants = variantsOf(texts, number, variantsOfEach);
    return variantLine(text, variants.map(read));
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    `./golden-readings/${name}-variants.txt`,
  );
});

it('of names this is read', async () => {
  const readings = (text: string) =>
    amountsIn(text, sentenceBreaks(text)).map((amount) => ({ amount }));
  const digits = (found: readonly { readonly amount: Amount }[]): string =>
    found.map(({ amount }) => spelled(amount.value)).join(' ');
  const lines = asked.map(([question, text]) => {
    const found = readings(text);
    return (
      `${question} ${shown(text)}\n  ${digits(ofFigure(found, question))} | ` +
      `${digits(ofList(found, question))}`
    );
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-readings/names.txt');
  const all = readings(nameTexts.map((other, at) => `The ${other} was $${at + 1}.`).join(' '));
  const alike = nameTexts.map((name) => `${name}: ${digits(ofFigure(all, `What was ${name}?`))}`);
  await expect(`${alike.join('\n')}\n`).toMatchFileSnapshot('./golden-readings/alike.txt');
});

it('these periods may be the same', async () => {
  const texts = [
    'FY2023',
    '2023/24',
    'Q3 2023',
    'Q3',
    'H1 2023',
    'YTD 2023',
    'prior year',
    'June 30',
  ];
  const ends = ['March', 'June', 'September', 'December'].flatMap((month) => [
    `three months ended ${month} 30, 2023`,
    `six months ended ${month} 30, 2023`,
    `nine months ended ${month} 30, 2024`,
    `year ended ${month} 30, 2024`,
  ]);
  const all = [...texts, ...ends, 'January 31, 2024', 'Q4 2023', 'H2 2024', '2024', 'Q1 2024'];
  const periods = all.map((text) => periodsIn(text)[0]!);
  const lines = periods.map(
    (one, at) => `${all[at]}: ${all.filter((_, place) => agrees(one, periods[place]!)).join('; ')}`,
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-readings/same-periods.txt');
});
