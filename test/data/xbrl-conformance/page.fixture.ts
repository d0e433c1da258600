/**
 * The page on conformance with XBRL 2.1, from verdicts, and from the table of what is relied on
 * and out of scope.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { TestCase, Variation } from './variations.fixture.js';

/** `scope.json`: by name of test case or variation, why. */
export interface Scope {
  /** Test cases that an audit relies on. */
  readonly reliedOn: Readonly<Record<string, string>>;
  /** Variations of those that it does not rely on. */
  readonly notReliedOn: Readonly<Record<string, string>>;
  /** Variations whose verdict rests on XML Schema. */
  readonly xmlSchema: Readonly<Record<string, string>>;
  /** What is missing for the variations of a test case that are wrong. */
  readonly notChecked: Readonly<Record<string, string>>;
}

export const pagePath = resolve('docs/reference/xbrl-conformance.md');
export const scope = JSON.parse(
  readFileSync(resolve('test/data/xbrl-conformance/scope.json'), 'utf8'),
) as Scope;

export interface Judged extends Variation {
  readonly found: string;
  readonly standing: 'right' | 'wrong' | 'out of scope';
}

export function judged(variation: Variation, found: string): Judged {
  const isInScope = scope.xmlSchema[variation.name] === undefined;
  let standing: 'right' | 'wrong' | 'out of scope';
  if (isInScope) {
    if (found === variation.expected) {
      standing = 'right';
    } else {
      standing = 'wrong';
    }
  } else {
    standing = 'out of scope';
  }
  return { ...variation, found, standing };
}

export const isReliedOn = ({ name }: TestCase, variation: Variation): boolean =>
  scope.reliedOn[name] !== undefined &&
  scope.notReliedOn[variation.name] === undefined &&
  scope.xmlSchema[variation.name] === undefined;

export interface JudgedCase extends TestCase {
  readonly variations: readonly Judged[];
}

/** The whole page, formatted. */
export async function conformancePage(cases: readonly JudgedCase[]): Promise<string> {
  const all = cases.flatMap(({ variations }) => variations);
  const [right, wrong, outside] = counts(all);
  const rows = all.map((of) => [of.name, of.expected, of.found] as const);
  const standing = (wanted: Judged['standing']) => (_: unknown, index: number) =>
    all[index]?.standing === wanted;
  const numbers = ['right', 'wrong', 'out of scope', 'total'];
  const text = [
    '# Conformance with XBRL 2.1',
    [
      `Tapefold's reader of filings runs all ${all.length} variations in the index of the XBRL ` +
        '2.1 conformance suite',
      `(2014-12-10). ${right} verdicts are right, ${wrong} are wrong, and ${outside} are out ` +
        'of scope because they',
      'depend on XML Schema validity, or on values that only a validating processor adds. ' +
        'Tapefold is not a complete',
      'XBRL processor, but everything that an audit relies on is right.',
    ].join(' '),
    [
      'A variation is invalid if a file cannot be read, if a fact, context, unit or arc breaks ' +
        'a rule, if a cycle is',
      'not allowed, if a calculation is inconsistent by XBRL 2.1, or if an alias differs from ' +
        'its essence.',
      '`vitest run --project data -u test/data/xbrl-conformance.spec.ts` writes this page; ' +
        'without `-u` it fails where',
      'the page differs. `test/data/xbrl-conformance/scope.json` states what audits rely on ' +
        'and what is out of scope.',
    ].join(' '),
    '## What an audit relies on',
    [
      'Every variation of these test cases is right, except for those that are out of scope, ' +
        'and for footnotes, which',
      `are skipped (${footnotes()} of 301-idScope).`,
    ].join(' '),
    table(['test case', 'relied on for', ...numbers], rowsOf(cases, true)),
    '## The rest',
    table(['test case', 'not checked', ...numbers], rowsOf(cases, false)),
    '## Wrong verdicts',
    table(['variation', 'expected', 'verdict'], rows.filter(standing('wrong'))),
    '## Out of scope',
    table(
      ['variation', 'expected', 'verdict', 'depends on'],
      rows.filter(standing('out of scope')).map((row) => [...row, scope.xmlSchema[row[0]] ?? '']),
    ),
  ].join('\n\n');
  const options = await resolveConfig(pagePath);
  return format(text, { ...options, parser: 'markdown' });
}

const counts = (variations: readonly Judged[]): number[] =>
  (['right', 'wrong', 'out of scope'] as const).map(
    (standing) => variations.filter((of) => of.standing === standing).length,
  );

function rowsOf(cases: readonly JudgedCase[], relied: boolean): string[][] {
  return cases
    .filter(({ name }) => (scope.reliedOn[name] !== undefined) === relied)
    .map(({ name, variations }) => [
      name,
      (relied ? scope.reliedOn : scope.notChecked)[name] ?? '',
      ...[...counts(variations), variations.length].map(String),
    ]);
}

const footnotes = (): string =>
  Object.keys(scope.notReliedOn)
    .map((name) => name.split(' ')[1])
    .join(', ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
