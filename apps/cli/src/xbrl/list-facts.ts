/** `tapefold xbrl facts`: the facts of a filing as a table, CSV or JSON. */

import { decimalsOf } from '#xbrl';
import { type Options, textOf } from '../program/option-value.js';
import { askedPeriod, isNamed, openFiling } from './filing.js';
import { csvOf, tableOf } from '../program/text-table.js';
import { notify, print } from '../program/print.js';

const columns = {
  concept: 64,
  period: 24,
  dimensions: 64,
  value: 32,
  unit: 16,
  decimals: 8,
  context: 24,
};

/** Prints the facts in document order, and counts them on standard error. */
export async function factsCommand(path: string, options: Options): Promise<void> {
  const { filing, instance } = await openFiling(path);
  const concept = textOf(options['concept']);
  const member = textOf(options['member']);
  const asked = askedPeriod(options);
  const hasMember = (members: readonly string[], asked: string): boolean =>
    asked === 'none' ? members.length === 0 : members.some((name) => isNamed(name, asked));
  const rows = instance.facts.flatMap(({ fraction, ...fact }) => {
    const name = filing.nameOf(fact.concept);
    if (concept !== undefined && !isNamed(name, concept)) return [];
    const { period, dimensions } = filing.contextOf(fact);
    if (asked !== undefined && period !== asked) return [];
    if (member !== undefined && !hasMember(Object.values(dimensions), member)) return [];
    const text = fraction ? `${fraction.numerator}/${fraction.denominator}` : fact.text;
    const value = fact.nil ? null : text;
    const decimals = decimalsOf(fact)?.toString() ?? null;
    const { unit = null, context, line } = fact;
    return { concept: name, period, dimensions, value, unit, decimals, context, line };
  });
  const shown = rows.map((row) => ({ ...row, value: row.value?.trim() ?? 'nil' }));
  if (options['json'] === true) for (const row of rows) print(JSON.stringify(row));
  else if (options['csv'] === true) print(csvOf(rows, Object.keys(columns)));
  else if (rows.length > 0) print(tableOf(shown, columns));
  notify(`${rows.length} of ${instance.facts.length} facts`);
}
