/** Validates external YAML (and so JSON) against a schema: every error names the line. */

import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml';
import { z } from 'zod';
import { excerpt, invalidInput, printable, type TapefoldError } from '#values';
import { expectedOf } from './schema-issue.js';
import { valueAt } from './value-at.js';

type Issue = z.core.$ZodIssue;

/**
 * Parses a text and validates it against a schema, or the one selected for its value. `where` names
 * the file in messages. Broken YAML, duplicate or unknown keys, wrong types and contradictions
 * throw `InvalidInput` with the line number.
 */
export function parseYaml<S extends z.ZodType>(
  text: string,
  where: string,
  schema: S | ((value: unknown) => S),
): z.output<S> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  const [broken] = document.errors;
  const defect = broken
    ? { what: wordsOf(broken), position: broken.pos[0] }
    : defectOf(document, new Set());
  if (defect) {
    const { line } = lineCounter.linePos(defect.position);
    throw invalidInput(defect.what, { where: `${where} line ${line}`, cause: broken });
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw invalidInput('the aliases of the file cannot be resolved', { where, cause });
  }
  const chosen = typeof schema === 'function' ? schema(value) : schema;
  const parsed = chosen.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepest(firstOf(parsed.error.issues, value));
  throw asFailure(issue, where, document, { lineCounter, value, schema: chosen });
}

/** The line at a path of a text that `parseYaml` has read, or of the nearest node around it. */
export function yamlLineOf(text: string, path: readonly (string | number)[]): number | undefined {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false });
  const position = positionOf(document, path, undefined);
  return position === undefined ? undefined : lineCounter.linePos(position).line;
}

function wordsOf({ code, message }: YAMLParseError): string {
  return code === 'RESOURCE_EXHAUSTION' ? 'the text is nested too deeply' : printable(message, 200);
}

interface Defect {
  readonly what: string;
  readonly position: number;
}

/**
 * Defects that the parser accepts: a duplicate key (its own check takes quadratic time), a key that
 * is not a scalar, and an alias of nothing or of a node that contains it.
 */
function defectOf(document: Document, anchors: Set<string>): Defect | undefined {
  let defect: Defect | undefined;
  visit(document, {
    Node: (_, node, path) => {
      const position = node.range?.[0] ?? 0;
      if (isAlias(node)) {
        const { source } = node;
        const circular = path.some((outer) => isNode(outer) && outer.anchor === source);
        if (circular) defect = { what: `alias ${excerpt(source)} contains itself`, position };
        if (!anchors.has(source)) defect = { what: `no anchor ${excerpt(source)}`, position };
      } else {
        if (node.anchor !== undefined) anchors.add(node.anchor);
        if (isMap(node)) defect = keyDefectOf(node, position);
      }
      return defect === undefined ? undefined : visit.BREAK;
    },
  });
  return defect;
}

function keyDefectOf(map: YAMLMap, position: number): Defect | undefined {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    if (!isScalar(key)) return { what: 'a key must be a single value', position };
    const name = String(key.value ?? '');
    const at = key.range?.[0] ?? position;
    if (name === '__proto__') return { what: 'no key can be named __proto__', position: at };
    if (seen.has(name)) return { what: `duplicate key ${excerpt(name)}`, position: at };
    seen.add(name);
  }
  return undefined;
}

/** A missing key may be present under another name, which is more informative. */
function firstOf(issues: readonly Issue[], value: unknown): Issue {
  const first = issues[0] as Issue;
  if (valueAt(value, pathOf(first)) !== undefined) return first;
  return issues.find(({ code }) => code === 'unrecognized_keys') ?? first;
}

function pathOf({ path }: Issue): (string | number)[] {
  return path.filter((part) => typeof part !== 'symbol');
}

/** Picks the issue of a union that matched furthest: `bars` may be an object or a list. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors
    .flat()
    .map((one) => deepest(one as Issue))
    .sort((a, b) => b.path.length - a.path.length || rank(b) - rank(a));
  const best = inner[0];
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue;
}

/** A wrong type of the whole is less informative than any issue inside it. */
const rank = (issue: Issue): number => (issue.code === 'invalid_type' ? 0 : 1);

function asFailure(
  issue: Issue,
  where: string,
  document: Document,
  {
    lineCounter,
    value,
    schema,
  }: {
    readonly lineCounter: LineCounter;
    readonly value: unknown;
    readonly schema: z.ZodType;
  },
): TapefoldError {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
  const path = pathOf(issue);
  const position = positionOf(document, path, keys?.[0]);
  const at = position === undefined ? where : `${where} line ${lineCounter.linePos(position).line}`;
  const name = printable(path.join('.'), 120);
  if (keys) {
    const inside = name === '' ? '' : ` in ${name}`;
    const known = keysOfSchema(schema, path);
    return invalidInput(`unknown key ${excerpt(keys[0])}${inside}`, {
      where: at,
      ...(known === undefined ? {} : { expected: `one of ${known.join(', ')}` }),
    });
  }
  const found = valueAt(value, path);
  const isSecret = typeof found === 'string' && path.some((part) => secretKeys.test(String(part)));
  const message = printable(wordsOfIssue(issue), 300);
  const what = name === '' ? message : `${name}: ${message}`;
  let words;
  if (found === undefined) {
    words = 'nothing';
  } else if (isSecret) {
    words = 'a text';
  } else {
    words = excerpt(found);
  }
  return invalidInput(what, { where: at, found: words });
}

/** A secret put in a file by mistake must not also reach a terminal or a log. */
const secretKeys = /^(key|secret|password|username|token|headers)$/iu;

/** The received value follows as written in the file, so its type is obvious. */
function wordsOfIssue(issue: Issue): string {
  const { code, message } = issue;
  const isOwn = !message.startsWith('Invalid');
  if (code === 'invalid_value' && issue.values.length > 1 && !isOwn) {
    return `expected one of ${issue.values.map(String).join(', ')}`;
  }
  if (code === 'invalid_union' && 'options' in issue && issue.options !== undefined) {
    return `expected one of ${issue.options.map(String).join(', ')}`;
  }
  if (/^Invalid (?:input|key in record)$/.test(message)) return `expected ${expectedOf(issue)}`;
  return message
    .replace(/^(?:Invalid input|Too small|Too big): (?=expected )/, '')
    .replace(/, received \w+$/, '');
}

/** Offset of a key, of a value, or of the nearest existing node around it. */
function positionOf(
  document: Document,
  path: readonly (string | number)[],
  key: string | undefined,
): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown =
      length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (key !== undefined && isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      const keyRange = isScalar(pair?.key) ? pair.key.range : undefined;
      if (keyRange) return keyRange[0];
    }
    const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
    if (range?.[0] !== undefined) return range[0];
  }
  return undefined;
}

/** Undefined if that depends on the value, as in a union, or there is no object. */
export function keysOfSchema(
  schema: unknown,
  path: readonly (string | number)[],
): readonly string[] | undefined {
  const inner = unwrapped(schema);
  const [next, ...rest] = path;
  if (inner instanceof z.ZodObject) {
    const shape: Readonly<Record<string, unknown>> = inner.shape;
    if (next === undefined) return Object.keys(shape);
    return Object.hasOwn(shape, next) ? keysOfSchema(shape[next], rest) : undefined;
  }
  if (next === undefined) return undefined;
  if (inner instanceof z.ZodRecord) return keysOfSchema(inner.valueType, rest);
  return inner instanceof z.ZodArray ? keysOfSchema(inner.element, rest) : undefined;
}

function unwrapped(schema: unknown): unknown {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}
