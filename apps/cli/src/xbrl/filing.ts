/** A filing as the commands read it: facts and calculation networks under the same names, `prefix:name`. */

import { createReadStream, readFileSync } from 'node:fs';
import * as xbrl from '#xbrl';
import { invalidInput } from '#values';
import { filingFiles, ownFile, type FilingFiles } from './filing-files.js';

export interface Filing {
  readonly files: FilingFiles;
  readonly instance: xbrl.Instance;
  /** `us-gaap:Assets`, with the prefix that the instance uses. */
  nameOf(name: xbrl.QName): string;
  placeOf(context: xbrl.Context): Place;
}

/** Where a fact belongs. */
export interface Place {
  /** `2023-09-30`, or `2022-09-25 to 2023-09-30`. */
  readonly period: string;
  /** Members by dimension, in document order; typed ones by their text. */
  readonly dimensions: Readonly<Record<string, string>>;
}

/** Reads the instance. `InvalidInput` names file and line. */
export async function readFiling(path: string): Promise<Filing> {
  const files = filingFiles(path);
  const chunks = createReadStream(ownFile(files.instance)) as AsyncIterable<Uint8Array>;
  const instance = await xbrl.readInstance(chunks, files.instance);
  const nameOf = (name: xbrl.QName): string => {
    const prefix = instance.prefixes.get(xbrl.namespaceOf(name));
    return prefix === undefined ? name : `${prefix}:${xbrl.localOf(name)}`;
  };
  const memberOf = (part: xbrl.Qualifier): (readonly [string, string])[] => {
    if (part.kind === 'other') return [];
    const member = part.kind === 'explicit' ? nameOf(part.member) : part.text;
    return [[nameOf(part.dimension), member]];
  };
  const placeOf = ({ period, segment, scenario }: xbrl.Context): Place => ({
    period: xbrl.periodKey(period).replace('/', ' to '),
    dimensions: Object.fromEntries([...segment, ...scenario].flatMap(memberOf)),
  });
  return { files, instance, nameOf, placeOf };
}

export interface FilingNetworks {
  readonly networks: readonly xbrl.CalculationNetwork[];
  readonly labelOf: xbrl.LabelOf;
}

/** Reads calculations and labels, those inside schemas too. `InvalidInput` where there is no calculation. */
export function readNetworks({ files, nameOf }: Filing): FilingNetworks {
  const bytesOf = (file: string): Uint8Array => readFileSync(ownFile(file));
  const schemas = files.ending('.xsd').map((file) => xbrl.readSchema(bytesOf(file), file));
  const schemaSet = new xbrl.SchemaSet(schemas);
  const inside = schemas.filter(({ embeddedLinkbases }) => embeddedLinkbases.length > 0);
  const linkbases = [
    ...['_cal.xml', '_lab.xml'].flatMap((end) => files.ending(end)),
    ...inside.map(({ file }) => file),
  ];
  const sets = xbrl.baseSets(linkbases.map((file) => xbrl.readLinkbase(bytesOf(file), file)));
  const conceptOf = (href: string): string | undefined => {
    const element = schemaSet.elementById(href);
    return element && nameOf(element.name);
  };
  const definitionOf = (role: string): string | undefined =>
    schemaSet.roleTypes.get(role)?.definition;
  const networks = xbrl.calculationNetworks(sets, conceptOf, definitionOf);
  if (networks.length > 0) return { networks, labelOf: xbrl.labelsOf(sets, conceptOf) };
  const expected = 'a linkbase *_cal.xml with calculation arcs';
  throw invalidInput('no calculation network', { where: files.folder, expected });
}

/** Whether a name is the one asked for: a whole one with `:` or `_`, or a part of it in any case. */
export function isNamed(name: string, asked: string): boolean {
  if (/[:_]/.test(asked)) return name === asked.replace('_', ':') || name === asked;
  return name
    .slice(name.indexOf(':') + 1)
    .toLowerCase()
    .includes(asked.toLowerCase());
}
