/**
 * Mutated filings one after another, in a process with limits. Prints the seed before each, so that
 * the last line of a process that was killed names what it hung on, and what should not have come
 * of it. Runs the built libraries.
 */

import { readFileSync, writeSync } from 'node:fs';
import { isFailure, seededRandom, type SeededRandom } from '#values';
import {
  SchemaSet,
  baseSets,
  calculationNetworks,
  checkCalculations,
  contextKey,
  cyclesOf,
  decimalsOf,
  labelsOf,
  readInstance,
  readLinkbase,
  readSchema,
  treeRows,
  unitKey,
  valueOf,
  type Instance,
  type NumericFact,
  type Schema,
} from '#xbrl';
import { networkPackages } from '../arelle/networks.ts';
import { mutations } from './mutations.ts';

interface Files {
  readonly instance: Uint8Array;
  readonly schema: Uint8Array;
  readonly linkbase: Uint8Array;
}

/** A small package, or the real one every eighth time. */
function packageOf(seed: number, real: Files, random: SeededRandom): Files {
  if (seed % 8 === 0) return real;
  const [drawn] = networkPackages(`fuzz ${random.below(50)}`, 1, 3);
  const bytes = (text: string): Uint8Array => Buffer.from(text);
  const elements = Array.from(
    { length: 9 },
    (_, index) => `<element id="t_N0x${index}" name="N0x${index}" type="x:decimalItemType"
      substitutionGroup="x:item" x:periodType="duration" x:balance="credit" abstract="false"/>`,
  );
  const schema = `<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:x="http://www.xbrl.org/2003/instance"
    xmlns:link="http://www.xbrl.org/2003/linkbase" targetNamespace="http://e.g/t"><annotation><appinfo>
    <link:roleType roleURI="http://e.g/N0/0" id="r"><link:definition>One</link:definition></link:roleType>
    </appinfo></annotation><import namespace="urn:i" schemaLocation="i.xsd"/>${elements.join('')}</schema>`;
  return {
    instance: bytes(drawn!.instance),
    schema: bytes(schema),
    linkbase: bytes(drawn!.linkbase),
  };
}

/** One file with one to three mutations; their names go into `done`. */
function mutated(files: Files, random: SeededRandom, done: string[]): Files {
  const names = ['instance', 'schema', 'linkbase'] as const;
  const name = names[random.below(3)]!;
  let text = Buffer.from(files[name]).toString('latin1');
  const all = Object.keys(mutations);
  for (let left = 1 + random.below(3); left > 0; left--) {
    const mutation = all[random.below(all.length)]!;
    done.push(`${mutation} (${name})`);
    text = mutations[mutation]!(text, random);
  }
  return { ...files, [name]: Buffer.from(text, 'latin1') };
}

async function readFiles(files: Files, seed: number): Promise<void> {
  const chunk = 1 + ((seed * 7_919) % 70_000);
  const instance = await outcome('i.xml', () =>
    readInstance(chunksOf(files.instance, chunk), 'i.xml'),
  );
  const schema = await outcome('t.xsd', () => readSchema(files.schema, 't.xsd'));
  const linkbase = await outcome('c.xml', () => readLinkbase(files.linkbase, 'c.xml'));
  if (linkbase === undefined) return;
  await outcome('c.xml', () => {
    const sets = baseSets([linkbase]);
    const set = new SchemaSet(schema === undefined ? [] : [schema]);
    const networks = calculationNetworks(sets, (href) => set.elementById(href)?.name);
    sets.forEach((each) => cyclesOf(each));
    networks.forEach((each) => treeRows(each));
    labelsOf(sets, () => undefined)('t:N0x0', {});
    const facts = instance === undefined ? [] : numericFacts(instance, set, schema);
    for (const mode of ['1.0', '1.1-round', '1.1-truncate'] as const) {
      checkCalculations(facts, networks, mode);
    }
  });
}

function* chunksOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function numericFacts(
  instance: Instance,
  set: SchemaSet,
  schema: Schema | undefined,
): NumericFact[] {
  const key = (id: string): string => contextKey(instance.contexts.get(id)!, set.valueKind);
  return instance.facts.flatMap((fact) => {
    if (fact.unit === undefined) return [];
    // Without a schema, networks have `t:N0x0` for `{http://e.g/t}N0x0`.
    const concept = schema === undefined ? fact.concept.replace(/\{.*\}/, 't:') : fact.concept;
    const { line, tuples } = fact;
    const value = valueOf(fact);
    const decimals = decimalsOf(fact);
    const unit = unitKey(instance.units.get(fact.unit)!);
    return [
      { concept, contextKey: key(fact.context), unitKey: unit, value, decimals, line, tuples },
    ];
  });
}

const tally = { read: 0, refused: 0 };

/** The value; undefined for what is refused as it should be. */
async function outcome<T>(file: string, read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    const value = await read();
    tally.read += 1;
    return value;
  } catch (error) {
    if (!isFailure(error, 'InvalidInput') || !error.message.includes(file)) throw error;
    tally.refused += 1;
    return undefined;
  }
}

const say = (line: string): void => void writeSync(1, `${line}\n`);

/** Seconds of the processor that one filing may take. */
const secondsMax = 10;

async function main([from, to, ...real]: readonly string[]): Promise<void> {
  const [instance, schema, linkbase] = real.map((path) => readFileSync(path));
  const files = { instance: instance!, schema: schema!, linkbase: linkbase! };
  for (let seed = Number(from); seed < Number(to); seed++) {
    const random = seededRandom(`xbrl fuzz ${seed}`);
    const done: string[] = [];
    const broken = mutated(packageOf(seed, files, random), random, done);
    say(`seed ${seed}: ${done.join(', ')}`);
    const before = process.cpuUsage();
    try {
      await readFiles(broken, seed);
    } catch (error) {
      say(
        `finding ${seed}: ${done.join(', ')}: ${(error as Error).stack ?? String(error)}`.replace(
          /\n/g,
          ' ',
        ),
      );
    }
    const seconds = process.cpuUsage(before).user / 1e6;
    if (seconds > secondsMax)
      say(`finding ${seed}: ${done.join(', ')}: took ${seconds} s of the processor`);
  }
  say(`end ${tally.read} ${tally.refused}`);
}

await main(process.argv.slice(2));
