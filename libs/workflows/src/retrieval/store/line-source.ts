/**
 * Fundamentals from JSON lines, the format of user files. Each line is an object with a `kind`: `company`, `series` or
 * `point`, and the members of that schema; the order of lines does not matter, empty ones are skipped.
 */

import { z } from 'zod';
import { excerpt, invalidInput, jsonOf } from '#values';
import {
  companySchema,
  pointSchema,
  seriesSchema,
  type Company,
  type FundamentalsData,
  type Point,
  type Series,
} from './fundamentals-model.js';

const schemas = { company: companySchema, series: seriesSchema, point: pointSchema };

/** `file` names the text in errors. Throws `InvalidInput` with the line for one that breaks its schema. */
export function readFundamentalsLines(text: string, file: string): FundamentalsData {
  const data = { company: [] as Company[], series: [] as Series[], point: [] as Point[] };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${file}:${index + 1}`;
    const { kind, ...fields } = { kind: undefined, ...objectOf(line, where) };
    if (kind === 'company') data.company.push(parsed(schemas.company, fields, where));
    else if (kind === 'series') data.series.push(parsed(schemas.series, fields, where));
    else if (kind === 'point') data.point.push(parsed(schemas.point, fields, where));
    else throw invalidInput('unknown kind', { where, expected: kinds, found: excerpt(kind) });
  }
  return { companies: data.company, series: data.series, points: data.point };
}

const kinds = Object.keys(schemas).join(', ');

function objectOf(line: string, where: string): object {
  const value = jsonOf(line);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalidInput('not a JSON object', { where, found: excerpt(line) });
}

function parsed<T>(schema: z.ZodType<T>, fields: object, where: string): T {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidInput(issue?.message ?? 'not valid', {
    where: [where, ...(issue?.path ?? [])].join(' '),
    found: excerpt(issue?.path.reduce<unknown>(memberOf, fields)),
  });
}

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
