/** What the values of an item are, by the type at the root of its type (XBRL 2.1, 5.1.1.3; Data Type Registry 1.1). */

import { localOf, namespaceOf, xbrli, xsd, type QName } from '../names.js';

/** All but `fraction` and `text` are numbers: amounts of money, of shares, ratios, and other ones. */
export type ItemKind = 'monetary' | 'shares' | 'pure' | 'decimal' | 'fraction' | 'text';

export const isNumeric = (kind: ItemKind | undefined): boolean =>
  kind !== undefined && kind !== 'fraction' && kind !== 'text';

const exactly: Readonly<Record<string, ItemKind>> = {
  monetaryItemType: 'monetary',
  sharesItemType: 'shares',
  pureItemType: 'pure',
  fractionItemType: 'fraction',
};

const numbers = new Set([
  ...['decimal', 'float', 'double', 'integer', 'long', 'int', 'short', 'byte'],
  ...['nonPositiveInteger', 'negativeInteger', 'nonNegativeInteger', 'positiveInteger'],
  ...['unsignedLong', 'unsignedInt', 'unsignedShort', 'unsignedByte'],
]);

/** Types of the registry, whose schemas are seldom at hand; before 2020 they lie in namespaces of their own. */
const registry = /^http:\/\/(www\.)?xbrl\.(org|us)\/(dtr\/type\/|us-types\/)/;
const registryMonetary = /^(noDecimalsMonetary|nonNegativeMonetary|nonNegativeNoDecimalsMonetary)/;
const registryNumbers = new Set([
  ...['perShare', 'perUnit', 'area', 'volume', 'mass', 'weight', 'energy', 'power', 'length'],
  ...['memory', 'flow', 'irradiance', 'speed', 'temperature', 'voltage', 'pressure', 'frequency'],
  ...['electricCharge', 'electricCurrent', 'force', 'planeAngle', 'insolation', 'ghgEmissions'],
  ...['ghgEmissionsPerMonetary', 'massPerMonetary', 'energyPerMonetary', 'volumePerMonetary'],
]);

/** The kind of a type that needs no schema to be known; undefined for any other. */
export function knownKind(type: QName): ItemKind | undefined {
  const [namespace, local] = [namespaceOf(type), localOf(type)];
  const name = local.replace(/ItemType$/, '');
  if (namespace === xsd) return numbers.has(local) ? 'decimal' : 'text';
  if (namespace === xbrli) return exactly[local] ?? (numbers.has(name) ? 'decimal' : 'text');
  if (!registry.test(namespace)) return undefined;
  if (name === 'percent') return 'pure';
  if (registryMonetary.test(name)) return 'monetary';
  return registryNumbers.has(name) ? 'decimal' : 'text';
}
