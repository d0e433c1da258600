/**
 * Every instance against the XML parser of Python, value by value, and the schemas against the
 * list of concepts.
 */

import { spawnSync } from 'node:child_process';
import { createReadStream, globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  decimalsOf,
  localOf,
  periodKey,
  readInstance,
  readSchema,
  SchemaSet,
  valueOf,
  type Instance,
  type Qualifier,
} from '#xbrl';

const data = join(process.env['TAPEFOLD_DATA'] ?? '../shared/data', 'xbrl');
const paths = globSync(join(data, 'XBRL/*/*_htm.xml')).sort();

interface Independent {
  readonly contexts: Record<string, [period: string, explicit: string[], typed: string[]]>;
  readonly units: string[];
  readonly facts: [string, string, string | null, string | null, boolean, string][];
}

/** `xml.etree` is in Python's own library. */
function askPython(files: readonly string[]): Independent[] {
  const options = { input: JSON.stringify(files), maxBuffer: 2 ** 30, encoding: 'utf8' as const };
  const script = resolve('test/data/xbrl_instances.py');
  const { status, stdout, stderr } = spawnSync('python3', [script], options);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Independent[];
}

let independent: Independent[] = [];
beforeAll(() => {
  independent = askPython(paths);
});

const explicitOf = (all: readonly Qualifier[]): string[] =>
  all.flatMap((of) => (of.kind === 'explicit' ? [localOf(of.member)] : []));
const typedOf = (all: readonly Qualifier[]): string[] =>
  all.flatMap((of) => (of.kind === 'typed' ? [of.text] : []));

const asIndependent = ({ contexts, units, facts }: Instance): Independent => ({
  contexts: Object.fromEntries(
    [...contexts].map(([id, { period, segment, scenario }]) => {
      const all = [...segment, ...scenario];
      return [id, [periodKey(period), explicitOf(all), typedOf(all)]];
    }),
  ),
  units: [...units.keys()],
  facts: facts.map(({ concept, context, unit, decimals, nil, text }) => [
    concept,
    context,
    unit ?? null,
    decimals ?? null,
    nil,
    text,
  ]),
});

describe('instances', () => {
  it('are all there', () => {
    expect(paths.length).toBeGreaterThanOrEqual(17);
  });

  it.each(paths.map((path, index) => [path.slice(data.length + 6), path, index] as const))(
    '%s',
    async (_, path, index) => {
      const instance = await readInstance(createReadStream(path), basename(path));
      expect(asIndependent(instance)).toEqual(independent[index]);
      expect(instance.schemaRefs).toHaveLength(1);
      const byConcept = [...instance.factsByConcept.values()].flat();
      expect(byConcept).toHaveLength(instance.facts.length);
    },
  );
});

interface Concept {
  readonly concept: string;
  readonly balance: string | null;
  readonly period_type: string | null;
  readonly abstract?: boolean;
}

describe('schemas', () => {
  it.each(['2022', '2023', '2024'])('of us-gaap %s have the concepts of the list', (year) => {
    const schemas = globSync(join(data, 'us-gaap', year, '*.xsd')).map((path) =>
      readSchema(readFileSync(path), basename(path)),
    );
    const prefixes = new Map(
      schemas.map(({ targetNamespace: of }) => [/(us-gaap|srt|dei)\/\d/.exec(of)?.[1], of]),
    );
    const set = new SchemaSet(schemas);
    const lines = readFileSync(join(data, 'us-gaap', year, 'concepts.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const wrong = lines.filter((line) => {
      const { concept, balance, period_type, abstract } = JSON.parse(line) as Concept;
      const [prefix, local] = concept.split(':');
      const namespace = prefixes.get(prefix);
      if (namespace === undefined) return false;
      const element = set.element(`{${namespace}}${local}`);
      const same =
        element?.balance === (balance ?? undefined) &&
        element?.periodType === (period_type ?? undefined) &&
        element?.abstract === (abstract ?? false);
      return !same;
    });
    expect(lines.length).toBeGreaterThan(10_000);
    expect(wrong).toEqual([]);
  });

  it('of all filings are read, and know the kind of their own items', () => {
    const files = globSync(join(data, 'XBRL/*/*.xsd')).sort();
    const unknown = files.flatMap((path) => {
      const schema = readSchema(readFileSync(path), basename(path));
      const set = new SchemaSet([schema]);
      const items = schema.elements.filter(({ name }) => set.conceptKind(name) === 'item');
      expect(items.length).toBeGreaterThan(0);
      return items
        .filter(({ name }) => set.itemKind(name) === undefined)
        .map(({ type }) => type ?? '');
    });
    expect([...new Set(unknown)]).toEqual([]);
  });
});

describe('decimals inferred from a precision', () => {
  const suite = join(data, '../xbrl-conformance/Common/300-instance');
  const names = globSync('391-?[78]-*.xml', { cwd: suite }).sort();

  /**
   * Facts as concept, with their decimals; 4.6.6 distinguishes those with a value of 0 or a
   * precision of 0.
   */
  const decimalsIn = async (path: string): Promise<Map<string, unknown>> => {
    const { facts } = await readInstance(createReadStream(path), basename(path));
    const known = facts.filter((fact) => fact.precision !== '0' && valueOf(fact)?.eq(0) === false);
    return new Map(known.map((fact) => [fact.concept, decimalsOf(fact)]));
  };

  it.each(names)('are those of %s, whose infoset has the precision', async (name) => {
    const written = await decimalsIn(join(suite, name));
    const inferred = await decimalsIn(join(suite, 'out', name.replace('.xml', 'Out.xml')));
    for (const [concept, decimals] of inferred) expect(decimals).toBe(written.get(concept));
    expect(inferred.size).toBeGreaterThan(1_000);
  });
});
