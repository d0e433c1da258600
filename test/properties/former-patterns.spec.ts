/** What scans read is what the patterns read that they replaced. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reasonKey } from '#contracts/journal/answer-class';
import { reportNameIn } from '#agents/script/herculean-report-result';
import { isTwoWay } from '#tools/auditing/concept-names';
import { canonicalPeriod } from '#tools/auditing/get-facts';
import { runsOfSweep } from '#values/sweep-size.fixture';
import { topicOf } from '../../apps/cli/src/commands/data/import-reports.js';

const textOf = (units: readonly string[], maxLength = 16) =>
  fc.string({ unit: fc.constantFrom(...units), maxLength });

it('reasons are alike that differ in numbers alone', () => {
  fc.assert(
    fc.property(textOf(['1', '23', ':', 'a', ' ', '\n']), (reason) => {
      expect(reasonKey(reason)).toBe(reason.replace(/(?<!^\S+:\d*)\d+/g, '#'));
    }),
    runsOfSweep(2000),
  );
});

it('names of reports', () => {
  const former = /^report_generation_([^_].*?)_(\d{4})(\d\d)(\d\d)_(.+)\.md$/;
  const units = ['A', '_', '20240105', '_20240105_', '.md', '\n', '1'];
  fc.assert(
    fc.property(textOf(units), (rest) => {
      const name = `report_generation_${rest}.md`;
      const [, symbol, year, month, day, model] = former.exec(name) ?? [];
      const read =
        symbol === undefined ? undefined : { symbol, date: `${year}-${month}-${day}`, model };
      expect(reportNameIn(name)).toEqual(read);
    }),
    runsOfSweep(2000),
  );
});

it('concepts of either sign, in either order', () => {
  const former = /Gains?.*OrLoss|GainLoss|GainsLosses/;
  const pair = /Gains?(?:Or)?Loss|Loss(?:Or)?Gains?/;
  fc.assert(
    fc.property(textOf(['Gain', 'Gains', 'OrLoss', 'Loss', 'On', 'Or']), (name) => {
      expect(isTwoWay(name)).toBe(former.test(name) || pair.test(name));
    }),
    runsOfSweep(1000),
  );
});

it('topics of reports', () => {
  const plain = (markdown: string): string =>
    markdown
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/^(?:[ \t]*(?:[-*+>]|\d+\.)[ \t]+)+/gm, '')
      .replaceAll(/[*_`]{1,3}/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const former = (report: string): string => {
    const [, heading = ''] = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/m.exec(report) ?? [];
    const text = plain(report);
    const [sentence] = /^.*?(?:[.!?](?=\s|$)|[。！？])/u.exec(text) ?? [text];
    return [...(plain(heading) || sentence)].slice(0, 300).join('');
  };
  const units = [
    '#',
    '## ',
    '\t',
    ' ',
    '\n',
    '\r',
    '\u2028',
    'a',
    '. ',
    '[',
    ']',
    '](',
    ')',
    '!',
    '![',
  ];
  fc.assert(
    fc.property(textOf(units, 24), (report) => {
      expect(topicOf(report)).toBe(former(report));
    }),
    runsOfSweep(4000),
  );
});

it('periods with blanks around their "to"', () => {
  for (const to of [' to ', '  to\t', ' TO  ', '/']) {
    expect(canonicalPeriod(`2023-01-01${to}2023-12-31`)).toBe('2023-01-01/2023-12-31');
  }
  for (const text of ['2023-01-01 / 2023-12-31', '2023-01-01to2023-12-31']) {
    expect(() => canonicalPeriod(text)).toThrow('not a period');
  }
});
