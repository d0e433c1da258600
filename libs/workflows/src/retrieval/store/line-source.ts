/**
 * Fundamentals from JSON lines, the format of user files. Each line is an object with a `kind`, `company`, `series` or
 * `point`, and the members of that schema. Lines may come in any order; empty ones are skipped.
 */

import { expectedOf } from '#contracts/schema-issue';
import { excerpt, formatCivilDate, formatInstant, invalidInput, jsonOf } from '#values';
import {
  companySchema,
  pointSchema,
  seriesSchema,
  type Company,
  type FundamentalsData,
  type Point,
  type Series,
} from './fundamentals-model.js';

const schemas = { companies: companySchema, series: seriesSchema, points: pointSchema };
const listOf = { company: 'companies', series: 'series', point: 'points' } as const;

/** The line that says this, in the form that `readFundamentalsLines` reads. */
export function lineOf(kind: keyof typeof listOf, item: Company | Series | Point): string {
  const { category: _, ...members } = item as Partial<Series>;
  const days = Object.entries(members).map(([name, value]) => {
    if (typeof value !== 'number') return [name, value];
    if (name === 'start' || name === 'end') return [name, formatCivilDate(value)];
    return [name, name === 'knownAt' ? formatInstant(value) : value];
  });
  return JSON.stringify({ kind, ...Object.fromEntries(days) });
}

/** `file` names the text in errors. Throws `InvalidInput` with the number of the first line that breaks its schema. */
export function readFundamentalsLines(text: string, file: string): FundamentalsData {
  const data: Record<keyof typeof schemas, unknown[]> = { companies: [], series: [], points: [] };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${file} line ${index + 1}`;
    const { kind, ...members } = Object(jsonOf(line)) as Record<string, unknown>;
    const list = Object.hasOwn(listOf, String(kind)) ? listOf[kind as keyof typeof listOf] : null;
    if (list === null) {
      const expected = `an object whose kind is ${Object.keys(listOf).join(', ')}`;
      throw invalidInput('unknown kind of line', { where, expected, found: excerpt(line) });
    }
    const { data: item, error } = schemas[list].safeParse(members);
    const [issue] = error?.issues ?? [];
    if (issue !== undefined) {
      const place = [where, ...issue.path].join(': ');
      const expected = expectedOf(issue);
      throw invalidInput(`not a ${String(kind)}`, { where: place, expected, found: excerpt(line) });
    }
    data[list].push(item);
  }
  return data as unknown as FundamentalsData;
}
