/**
 * Several schemas together: elements by name and by `file#id`, and types followed from
 * one to another.
 */

import type { KindOf, ValueKind } from '../instance/content.js';
import { clark, localOf, namespaceOf, xbrli, xsd, type QName } from '../names/names.js';
import type { ArcroleType, RoleType, Schema, SchemaElement, SchemaType } from './schema.js';

const item = clark(xbrli, 'item');
const tuple = clark(xbrli, 'tuple');

/** Where two schemas declare the same name, id or role, the first one counts. */
export class SchemaSet {
  private readonly byName = new Map<QName, SchemaElement>();
  private readonly byId = new Map<string, SchemaElement>();
  private readonly types = new Map<QName, SchemaType>();
  readonly roleTypes = new Map<string, RoleType>();
  readonly arcroleTypes = new Map<string, ArcroleType>();

  constructor(readonly schemas: readonly Schema[]) {
    for (const { file, elements, types, roleTypes, arcroleTypes } of schemas) {
      for (const element of elements) {
        addFirst(this.byName, element.name, element);
        if (element.id !== undefined) addFirst(this.byId, `${file}#${element.id}`, element);
        addFirst(this.byId, `${file}#${element.sequence}`, element);
      }
      for (const type of types) addFirst(this.types, type.name, type);
      for (const role of roleTypes) addFirst(this.roleTypes, role.uri, role);
      for (const arcrole of arcroleTypes) addFirst(this.arcroleTypes, arcrole.uri, arcrole);
    }
  }

  element(name: QName): SchemaElement | undefined {
    return this.byName.get(name);
  }

  /** Whether a schema was read under this name. */
  readonly has = (name: string): boolean => this.schemas.some(({ file }) => file === name);

  /** By a locator: the file as it was given to `readSchema`, and the id or child sequence. */
  elementById(fileAndId: string): SchemaElement | undefined {
    return this.byId.get(fileAndId);
  }

  /**
   * The kind of concept, through any chain of substitutions (5.1.1, 4.9); undefined for
   * other elements.
   */
  conceptKind(name: QName): 'item' | 'tuple' | undefined {
    const groups = this.chain(name, (at) => this.element(at)?.substitutionGroup);
    if (groups.includes(item)) return 'item';
    if (groups.includes(tuple)) return 'tuple';
    return undefined;
  }

  /**
   * What the values of an element are; undefined where it, or the root of its type, is
   * not in the set.
   */
  itemKind(name: QName): ItemKind | undefined {
    const types = this.typesOf(this.typeOf(name));
    return types.map(knownKind).find((kind) => kind !== undefined);
  }

  /** The default of an attribute of an element, by the type of the element. */
  defaultOf(name: QName, attribute: QName): string | undefined {
    const types = this.typesOf(this.typeOf(name)).map((type) => this.types.get(type));
    return types.find((type) => type?.defaults.has(attribute))?.defaults.get(attribute);
  }

  /** How values of free content are compared: to be given to `contextKey`. */
  readonly valueKind: KindOf = (name, attribute) => {
    const own = this.typesOf(this.typeOf(name));
    if (attribute === undefined) return this.spellingOf(own);
    const types = own.map((type) => this.types.get(type)?.attributes.get(attribute));
    return this.spellingOf(this.typesOf(types.find((type) => type !== undefined)));
  };

  private spellingOf(chain: readonly QName[]): ValueKind {
    if (chain.includes(clark(xsd, 'boolean'))) return 'boolean';
    if (chain.includes(clark(xbrli, 'booleanItemType'))) return 'boolean';
    const kind = chain.map(knownKind).find((known) => known !== undefined);
    return isNumeric(kind) ? 'number' : 'text';
  }

  /** As the element states it, or else the first that it substitutes (XML Schema 3.3.2). */
  private typeOf(name: QName): QName | undefined {
    const heads = this.chain(name, (at) => this.element(at)?.substitutionGroup);
    return heads.map((at) => this.element(at)?.type).find((type) => type !== undefined);
  }

  /** A type and those it derives from, as far as they are known. */
  private typesOf(type: QName | undefined): QName[] {
    return this.chain(type, (at) => this.types.get(at)?.base);
  }

  /** From name to name; a circle ends where it closes. */
  private chain(first: QName | undefined, next: (at: QName) => QName | undefined): QName[] {
    const chain = new Set<QName>();
    for (let at = first; at !== undefined && !chain.has(at); at = next(at)) chain.add(at);
    return [...chain];
  }
}

function addFirst<K, V>(to: Map<K, V>, key: K, value: V): void {
  if (!to.has(key)) to.set(key, value);
}

/**
 * All but `fraction` and `text` are numbers: amounts of money, of shares, ratios, and other ones.
 */
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
  'decimal',
  'float',
  'double',
  'integer',
  'long',
  'int',
  'short',
  'byte',
  'nonPositiveInteger',
  'negativeInteger',
  'nonNegativeInteger',
  'positiveInteger',
  'unsignedLong',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
]);

/**
 * Types of the registry, whose schemas are rarely available; before 2020 they have
 * namespaces of their own.
 */
const registry = /^http:\/\/(www\.)?xbrl\.(org|us)\/(dtr\/type\/|us-types\/)/;
const registryMonetary = /^(noDecimalsMonetary|nonNegativeMonetary|nonNegativeNoDecimalsMonetary)/;
const registryNumbers = new Set([
  'perShare',
  'perUnit',
  'area',
  'volume',
  'mass',
  'weight',
  'energy',
  'power',
  'length',
  'memory',
  'flow',
  'irradiance',
  'speed',
  'temperature',
  'voltage',
  'pressure',
  'frequency',
  'electricCharge',
  'electricCurrent',
  'force',
  'planeAngle',
  'insolation',
  'ghgEmissions',
  'ghgEmissionsPerMonetary',
  'massPerMonetary',
  'energyPerMonetary',
  'volumePerMonetary',
]);

/** The kind of a type that needs no schema to be known; undefined for any other. */
function knownKind(type: QName): ItemKind | undefined {
  const namespace = namespaceOf(type);
  const local = localOf(type);
  const name = local.replace(/ItemType$/, '');
  if (namespace === xsd) return numbers.has(local) ? 'decimal' : 'text';
  if (namespace === xbrli) return exactly[local] ?? (numbers.has(name) ? 'decimal' : 'text');
  if (!registry.test(namespace)) return undefined;
  if (name === 'percent') return 'pure';
  if (registryMonetary.test(name)) return 'monetary';
  return registryNumbers.has(name) ? 'decimal' : 'text';
}
