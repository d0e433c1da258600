/**
 * The members of an event, from the JSON Schema of its layout, and how their types read in a table.
 */

export type Schema = Readonly<Record<string, unknown>>;

/** Name and schema of each member, in written order. */
export function membersOf(layout: Schema): [string, Schema][] {
  return Object.entries((layout['properties'] ?? {}) as Record<string, Schema>);
}

/**
 * `number or null`, `list of {symbol: text; note?: text}` (`?`: may be absent), `"buy" | "sell"`.
 */
export function describeType(schema: Schema): string {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (choices !== undefined) return choices.map(describeType).join(' or ');
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const types = schema['type'];
  if (Array.isArray(types)) return types.map((type) => describeType({ type })).join(' or ');
  if (schema['type'] === 'array') return `list of ${describeType(schema['items'] as Schema)}`;
  if (schema['type'] === 'object') return describeStruct(schema);
  if (types === undefined) return 'any JSON';
  return types === 'string' ? 'text' : String(types);
}

function describeStruct(schema: Schema): string {
  const others = schema['additionalProperties'];
  if (schema['properties'] === undefined && typeof others === 'object' && others !== null) {
    return `{any name: ${describeType(others as Schema)}}`;
  }
  const required = schema['required'] as readonly string[] | undefined;
  const members = membersOf(schema).map(
    ([name, member]) => `${name}${required?.includes(name) ? '' : '?'}: ${describeType(member)}`,
  );
  return `{${members.join('; ')}}`;
}
