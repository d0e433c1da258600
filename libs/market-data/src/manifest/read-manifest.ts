/** `dataset.yaml` from its text: every error names the line. */

import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { excerpt, invalidInput, type TapefoldError } from '#values';
import { datasetManifestSchema, type DatasetManifest } from './dataset-manifest.js';

type Issue = z.core.$ZodIssue;

/**
 * Parses and checks a manifest. `where` names the file in messages. Unknown keys, wrong types and
 * contradictions are `InvalidInput` with the line number.
 */
export function parseManifest(text: string, where: string): DatasetManifest {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const [broken] = document.errors;
  if (broken) {
    const { line } = lineCounter.linePos(broken.pos[0]);
    throw invalidInput(broken.message, { where: `${where} line ${line}`, cause: broken });
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw invalidInput('the aliases of the file cannot be resolved', { where, cause });
  }
  const parsed = datasetManifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues[0] as Issue);
  throw asFailure(issue, where, document, lineCounter, value);
}

/** Of a union's issues the one that got furthest: `bars` may be an object or a list. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors
    .flat()
    .map((one) => deepest(one as Issue))
    .sort((a, b) => b.path.length - a.path.length || rank(b) - rank(a));
  const best = inner[0];
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue;
}

/** A wrong type of the whole says less than anything inside of it. */
const rank = (issue: Issue): number => (issue.code === 'invalid_type' ? 0 : 1);

function asFailure(
  issue: Issue,
  where: string,
  document: Document,
  lineCounter: LineCounter,
  value: unknown,
): TapefoldError {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const position = positionOf(document, path, keys?.[0]);
  const at = position === undefined ? where : `${where} line ${lineCounter.linePos(position).line}`;
  const name = path.join('.');
  if (keys) {
    const inside = name === '' ? '' : ` in ${name}`;
    return invalidInput(`unknown key ${excerpt(keys[0])}${inside}`, { where: at });
  }
  const found = path.reduce<unknown>(
    (inner, part) => (inner as Record<string | number, unknown> | undefined)?.[part],
    value,
  );
  const what = name === '' ? issue.message : `${name}: ${issue.message}`;
  return invalidInput(what, { where: at, found: found === undefined ? 'nothing' : excerpt(found) });
}

/** Offset of a key, of a value, or of the nearest thing around it that exists. */
function positionOf(
  document: Document,
  path: readonly (string | number)[],
  key: string | undefined,
): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown =
      length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (key !== undefined && isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      const keyRange = isScalar(pair?.key) ? pair.key.range : undefined;
      if (keyRange) return keyRange[0];
    }
    const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
    if (range?.[0] !== undefined) return range[0];
  }
  return undefined;
}
