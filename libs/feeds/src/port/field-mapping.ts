/**
 * The schema of a mapping in `feed.yaml`: an unusable mapping is rejected when the
 * description is read.
 */

import { z } from 'zod';
import { excerpt } from '#values';
import { parseExpression } from './message-expression.js';
import { mappedKinds, mappingMembers, type MappingMembers } from './mapping-members.js';

const path = z.string().max(200);

/** As in YAML: 1 and "1" are the same. */
const value = z.union([z.string().max(200), z.number(), z.boolean()]).transform(String);

const condition = z.strictObject({
  path,
  /** The value, or a list of accepted values. */
  is: z.union([value, z.array(value).min(1).max(100)]),
});

/**
 * How a foreign message becomes an item: each member by its path (`data.price`), or as a literal
 * (`=BTC`); an id may join several. In a list, paths start at the element; `$.` leads to the whole
 * message, and `@` is the element itself.
 */
const fieldMappingSchema = z
  .strictObject({
    kind: z.enum(mappedKinds),
    fields: z.record(z.string().max(64), z.union([path, z.array(path).min(1).max(8)])),
    /** For messages with many items: the path of the list; `$` if the message is a list. */
    each: path.optional(),
    /** For numeric times; texts are ISO 8601. */
    timeUnit: z.enum(['s', 'ms', 'us', 'ns']).default('ms'),
    /** Only messages, or elements of a list, whose member at `path` has this value. */
    where: condition.optional(),
    /** Maps the feed's symbol names to the tape's; unlisted names are used unchanged. */
    symbols: z.record(z.string().max(100), z.string().min(1).max(32)).default({}),
  })
  .superRefine((mapping, context) => {
    const { fields, each, where } = mapping;
    const refuse = (path: string[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    checkMembers(mapping, refuse);
    const paths: [string[], string | undefined][] = [];
    for (const [member, places] of Object.entries(fields)) {
      if (Array.isArray(places) && member !== 'id') refuse(['fields', member], 'expected one path');
      const own = [places].flat().filter((text) => !text.startsWith('='));
      for (const text of own) paths.push([['fields', member], text]);
    }
    paths.push([['each'], each], [['where', 'path'], where?.path]);
    for (const [at, text] of paths) {
      if (text !== undefined && !parseExpression(text).compiled) refuse(at, pathExpected);
    }
  });

export type FieldMapping = z.infer<typeof fieldMappingSchema>;

export const fieldMappingsSchema = z.array(fieldMappingSchema).min(1).max(20);

const pathExpected =
  'expected a JMESPath expression such as data.price, $.symbol or [0], or a literal such as =BTC';

interface FilledMembers {
  readonly kind: keyof typeof mappingMembers;
  readonly fields: Readonly<Record<string, unknown>>;
}

function checkMembers(
  { kind, fields }: FilledMembers,
  refuse: (path: string[], message: string) => void,
): void {
  const { required, oneOf = [], optional }: MappingMembers = mappingMembers[kind];
  const has = (name: string): boolean => Object.hasOwn(fields, name);
  const known = [...required, ...oneOf, ...optional];
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    const expected = `expected one of ${known.join(', ')}`;
    refuse(['fields', name], `a ${kind} has no member ${excerpt(name)}; ${expected}`);
  }
  const at = ['fields'];
  const missing = required.find((name) => !has(name));
  if (missing !== undefined) refuse(at, `a ${kind} needs the member ${missing}`);
  else if (oneOf.length > 0 && !oneOf.some(has)) {
    refuse(at, `a ${kind} needs the member ${oneOf.join(' or ')}`);
  }
  if (kind === 'bar' && has('start') !== has('end') && !has('minutes')) {
    refuse(at, 'a bar needs start and end, or one of them and minutes');
  }
  if (has('stream') && !has('number')) refuse(at, 'a stream needs the member number');
}
