/**
 * A filing as values: its facts by concept, its networks, labels and elements, each
 * read on first use.
 */

import { invariant } from '#values';
import { instanceIn } from '#market-data/xbrl/package-files';
import * as xbrl from '#xbrl';
import { withColon } from './concept-names.js';
import { once } from './parsed-cache.js';

/** Instance, calculation, definition, label and presentation linkbase, schema. */
export const fileKinds = ['htm', 'cal', 'def', 'lab', 'pre', 'xsd'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * Files by their name suffix, `_cal.xml` and `.xsd`, in the order of `names`; at most one instance.
 */
export function filesOfKind(names: readonly string[], kind: FileKind): string[] {
  if (kind !== 'htm') {
    return names.filter((name) => name.endsWith(kind === 'xsd' ? '.xsd' : `_${kind}.xml`));
  }
  const instance = instanceIn(names);
  return instance === undefined ? [] : [instance];
}

/** A context in the form that agents read. */
export interface FactContext {
  readonly periodType: 'instant' | 'duration' | 'forever';
  /** `2023-09-30`, `2022-09-25/2023-09-30` or `forever`. */
  readonly period: string;
  /** Members by axis, in document order: `prefix:Name`, or the text of a typed member. */
  readonly dimensions: Readonly<Record<string, string>>;
  readonly typedAxes: readonly string[];
  readonly isDimensional: boolean;
}

/**
 * A filing from its files, by name: the instance that `instanceIn` finds, linkbases `*_cal.xml` and
 * `*_lab.xml`, schemas `*.xsd`; any may be missing. Concepts are `prefix:Name` everywhere, with the
 * prefixes that the instance declares. Everything is read on first use, so each member may throw
 * `InvalidInput` with file and line.
 */
export class ParsedFiling {
  /**
   * `textOf` returns the text of a file; it is called once for each, and the text is not kept.
   * `read` was streamed.
   */
  constructor(
    private readonly names: readonly string[],
    private readonly textOf: (name: string) => string,
    private readonly read?: xbrl.Instance,
  ) {}

  /** Undefined if no file is an instance. */
  readonly instance = once((): xbrl.Instance | undefined => {
    if (this.read !== undefined) return this.read;
    const [file] = filesOfKind(this.names, 'htm');
    return file === undefined ? undefined : xbrl.readWholeInstance(this.bytesOf(file), file);
  });

  /** The filing's own schemas; the ones they import are not available. */
  readonly schemas = once(() => {
    const files = filesOfKind(this.names, 'xsd');
    return new xbrl.SchemaSet(files.map((file) => xbrl.readSchema(this.bytesOf(file), file)));
  });

  /** All calculation networks, in order of first appearance of their roles. */
  readonly calculations = once(() =>
    xbrl.calculationNetworks(
      this.setsOf('cal'),
      this.conceptOf,
      (role) => this.schemas().roleTypes.get(role)?.definition,
    ),
  );

  readonly labels = once(() => xbrl.labelsOf(this.setsOf('lab'), this.conceptOf));

  private readonly facts = once(() => {
    const byConcept = [...(this.instance()?.factsByConcept ?? [])];
    return new Map(byConcept.map(([name, facts]) => [this.nameOf(name), facts]));
  });

  private readonly elements = once(() => {
    const elements = this.schemas().schemas.flatMap((schema) => schema.elements);
    return new Map(elements.map((element) => [this.nameOfElement(element), element]));
  });

  /** In document order, including nil and empty ones. */
  readonly factsOf = (concept: string): readonly xbrl.Fact[] => this.facts().get(concept) ?? [];

  /** The declaration in the filing's own schemas; undefined for concepts of other taxonomies. */
  readonly elementOf = (concept: string) => this.elements().get(concept);

  private readonly contexts = once(() => {
    const contexts = [...(this.instance()?.contexts.values() ?? [])];
    return new Map(contexts.map((context) => [context.id, this.described(context)]));
  });

  /** The context of a fact of this filing. */
  contextOf({ context }: Pick<xbrl.Fact, 'context'>): FactContext {
    const found = this.contexts().get(context);
    invariant(found !== undefined, `a fact refers to the context ${context}, which is not there`);
    return found;
  }

  private readonly units = once(() => {
    const first = new Map<string, string>();
    for (const unit of this.instance()?.units.values() ?? []) {
      const key = xbrl.unitKey(unit);
      if (!first.has(key)) first.set(key, unit.id);
    }
    return first;
  });

  /**
   * The id of the unit of a fact; of equal units, that of the first. Null for a fact
   * without a unit.
   */
  unitOf({ unit: id }: Pick<xbrl.Fact, 'unit'>): string | null {
    const unit = id === undefined ? undefined : this.instance()?.units.get(id);
    return unit === undefined ? null : (this.units().get(xbrl.unitKey(unit)) ?? null);
  }

  private described({ segment, scenario, period }: xbrl.Context): FactContext {
    const axes = [...segment, ...scenario].map((one) => this.axisOf(one));
    const members = Map.groupBy(axes, ({ axis }) => axis);
    const typed = axes.flatMap(({ axis, isTyped }) => (isTyped ? axis : []));
    return {
      periodType: period.kind,
      period: xbrl.periodKey(period),
      dimensions: Object.fromEntries(
        [...members].map(([axis, own]) => [axis, own.map(({ member }) => member).join(', ')]),
      ),
      typedAxes: [...new Set(typed)],
      isDimensional: axes.length > 0,
    };
  }

  /** An element that is no dimension of XBRL Dimensions narrows its context all the same. */
  private axisOf(qualifier: xbrl.Qualifier) {
    if (qualifier.kind === 'other') {
      const [element] = qualifier.content;
      const member = xbrl.contentText(qualifier.content);
      return { axis: this.nameOf(element), member, isTyped: true };
    }
    const axis = this.nameOf(qualifier.dimension);
    if (qualifier.kind === 'typed') return { axis, member: qualifier.text, isTyped: true };
    return { axis, member: this.nameOf(qualifier.member), isTyped: false };
  }

  private readonly conceptOf: xbrl.ConceptOf = (href) => {
    const element = this.schemas().elementById(href);
    return element && this.nameOfElement(element);
  };

  /** `prefix:Name`; the Clark name if the instance has no prefix for the namespace. */
  nameOf(name: xbrl.QName): string {
    const prefix = this.instance()?.prefixes.get(xbrl.namespaceOf(name));
    return prefix === undefined ? name : `${prefix}:${xbrl.localOf(name)}`;
  }

  /** For a namespace that the instance never uses, takes the prefix from its ids. */
  private nameOfElement({ name, id = name }: xbrl.SchemaElement): string {
    const known = this.nameOf(name);
    return known === name ? withColon(id) : known;
  }

  /** Base sets from the files of a kind, and from linkbases inside schemas. */
  private setsOf(kind: FileKind): xbrl.BaseSet[] {
    const embedding = this.schemas().schemas.filter((one) => one.embeddedLinkbases.length > 0);
    const files = [...filesOfKind(this.names, kind), ...embedding.map(({ file }) => file)];
    return xbrl.baseSets(files.map((file) => xbrl.readLinkbase(this.bytesOf(file), file)));
  }

  private readonly bytesOf = (file: string): Uint8Array => Buffer.from(this.textOf(file));
}
