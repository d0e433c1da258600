/**
 * A tool as `tools/list` shows it, with JSON schemas for its arguments and its structured content.
 */

import type { JSONObject, Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from '../tool/tool.js';

type ObjectSchema = ListedTool['inputSchema'];

/** A tool's schemas never change, and are requested once per decision. */
const listed = new WeakMap<Tool, ListedTool>();

export function listingOf(tool: Tool): ListedTool {
  const known = listed.get(tool);
  if (known !== undefined) return known;
  const listing = tool.isPublished === true ? briefListing(tool) : wholeListing(tool);
  listed.set(tool, listing);
  return listing;
}

function wholeListing(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...schemaOf(tool.input, 'input'), type: 'object' },
    outputSchema: structuredSchema(schemaOf(tool.output, 'output')),
    annotations: { title: tool.title, readOnlyHint: tool.reads, openWorldHint: false },
  };
}

/** Without titles, hints, the dialect of schemas, and the bounds that every integer has. */
function briefListing(tool: Tool): ListedTool {
  const { $schema: _input, ...input } = schemaOf(tool.input, 'input');
  const { $schema: _output, ...output } = structuredSchema(schemaOf(tool.output, 'output'));
  return withoutSafeBounds({
    name: tool.name,
    description: tool.description,
    inputSchema: { ...input, type: 'object' },
    outputSchema: output,
  });
}

const withoutSafeBounds = (listing: ListedTool): ListedTool =>
  JSON.parse(
    JSON.stringify(listing, (_, value: unknown) =>
      Number.isInteger(value) && Math.abs(value as number) === Number.MAX_SAFE_INTEGER
        ? undefined
        : value,
    ),
  ) as ListedTool;

/**
 * A result as structured content, which is always an object: a list, null or a scalar becomes its
 * member `result`.
 */
export const structuredContent = (value: unknown): Record<string, unknown> =>
  isObject(value) ? value : { result: value };

const isObject = (value: unknown): value is JSONObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Plain JSON, as sent over the wire. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JSONObject =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io }))) as JSONObject;

/**
 * The schema of `structuredContent` for results of `schema`, some of which may be objects
 * and others not.
 */
function structuredSchema({ $schema, $defs, ...described }: JSONObject): ObjectSchema {
  const outside = {
    ...(typeof $schema === 'string' ? { $schema } : {}),
    ...($defs === undefined ? {} : { $defs }),
  };
  if (described['type'] === 'object') return { ...outside, ...described, type: 'object' };
  const either = described['anyOf'] ?? described['oneOf'];
  const members = Array.isArray(either) ? either.filter(isObject) : [];
  const objects = members.filter(({ type }) => type === 'object');
  if (objects.length === 0) return { ...outside, ...wrapped(described) };
  const others = members.filter(({ type }) => type !== 'object');
  return { ...outside, type: 'object', anyOf: [...objects, ...others.map(wrapped)] };
}

const wrapped = (schema: JSONObject): ObjectSchema => ({
  type: 'object',
  properties: { result: schema },
  required: ['result'],
  additionalProperties: false,
});
