/** A filing as values: its facts by concept, its networks, labels and elements, each read when first asked for. */

import { invariant } from '#values';
import {
  arcroles,
  baseSets,
  calculationNetworks,
  labelsOf,
  localOf,
  namespaceOf,
  networksOf,
  periodKey,
  readLinkbase,
  readSchema,
  readWholeInstance,
  SchemaSet,
  type BaseSet,
  type CalculationNetwork,
  type Context,
  type Fact,
  type Instance,
  type LabelOf,
  type Network,
  type QName,
  type SchemaElement,
} from '#xbrl';
import { conceptOfHref, withColon } from './concept-names.js';
import { once } from './once.js';

/** Instance, calculation, definition, label and presentation linkbase, schema. */
export const fileKinds = ['htm', 'cal', 'def', 'lab', 'pre', 'xsd'] as const;
type FileKind = (typeof fileKinds)[number];

/** Files by the end of their names, `_htm.xml` and `.xsd`, in the order of `names`. */
export const filesOfKind = (names: readonly string[], kind: FileKind): string[] =>
  names.filter((name) => name.endsWith(kind === 'xsd' ? '.xsd' : `_${kind}.xml`));

/** A context as agents read it. */
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
 * A filing from its files, by name: instance `*_htm.xml`, linkbases `*_cal.xml`, `*_pre.xml`, `*_lab.xml`, schemas
 * `*.xsd`; any may be missing. Concepts are `prefix:Name` everywhere, with the prefixes that the instance declares.
 * Nothing is read before it is asked for, so each member may throw `InvalidInput` with file and line.
 */
export const parseFiling = (files: ReadonlyMap<string, string>): ParsedFiling =>
  new ParsedFiling([...files.keys()], (name) => files.get(name) ?? '');

export class ParsedFiling {
  /** `textOf` gives the text of a file; it is asked once for each, and the text is not kept. `read` was streamed. */
  constructor(
    private readonly names: readonly string[],
    private readonly textOf: (name: string) => string,
    private readonly read?: Instance,
  ) {}

  /** Undefined where no file is an instance. */
  readonly instance = once((): Instance | undefined => {
    if (this.read !== undefined) return this.read;
    const [file] = filesOfKind(this.names, 'htm');
    return file === undefined ? undefined : readWholeInstance(this.bytesOf(file), file);
  });

  /** The filing's own schemas; those that they import are not at hand. */
  readonly schemas = once((): SchemaSet => {
    const files = filesOfKind(this.names, 'xsd');
    return new SchemaSet(files.map((file) => readSchema(this.bytesOf(file), file)));
  });

  /** All calculation networks, as their roles first appear. */
  readonly calculations = once((): readonly CalculationNetwork[] =>
    calculationNetworks(
      this.setsOf('cal'),
      this.conceptOf,
      (role) => this.schemas().roleTypes.get(role)?.definition,
    ),
  );

  readonly presentations = once((): readonly Network[] =>
    networksOf(this.setsOf('pre'), [arcroles.parentChild], this.conceptOf),
  );

  readonly labels = once((): LabelOf => labelsOf(this.setsOf('lab'), this.conceptOf));

  private readonly facts = once(() => {
    const byConcept = [...(this.instance()?.factsByConcept ?? [])];
    return new Map(byConcept.map(([name, facts]) => [this.nameOf(name), facts]));
  });

  private readonly elements = once(() => {
    const elements = this.schemas().schemas.flatMap((schema) => schema.elements);
    return new Map(elements.map((element) => [this.nameOfElement(element), element]));
  });

  /** In document order, nil and empty ones too. */
  factsOf(concept: string): readonly Fact[] {
    return this.facts().get(concept) ?? [];
  }

  /** What the filing's own schemas declare; undefined for concepts of other taxonomies. */
  elementOf(concept: string): SchemaElement | undefined {
    return this.elements().get(concept);
  }

  private readonly contexts = once((): ReadonlyMap<string, FactContext> => {
    const contexts = [...(this.instance()?.contexts.values() ?? [])];
    return new Map(contexts.map((context) => [context.id, this.described(context)]));
  });

  /** The context of a fact of this filing. */
  contextOf({ context }: Pick<Fact, 'context'>): FactContext {
    const found = this.contexts().get(context);
    invariant(found !== undefined, `a fact refers to the context ${context}, which is not there`);
    return found;
  }

  private described(context: Context): FactContext {
    const axes = [...context.segment, ...context.scenario].flatMap((one) => {
      if (one.kind === 'other') return [];
      const member = one.kind === 'typed' ? one.text : this.nameOf(one.member);
      return [{ axis: this.nameOf(one.dimension), member, isTyped: one.kind === 'typed' }];
    });
    return {
      periodType: context.period.kind,
      period: periodKey(context.period),
      dimensions: Object.fromEntries(axes.map(({ axis, member }) => [axis, member])),
      typedAxes: axes.filter(({ isTyped }) => isTyped).map(({ axis }) => axis),
      isDimensional: axes.length > 0,
    };
  }

  private readonly conceptOf = (href: string): string => {
    const element = this.schemas().elementById(href);
    return element === undefined ? conceptOfHref(href) : this.nameOfElement(element);
  };

  /** `prefix:Name`; the Clark name where the instance has no prefix for the namespace. */
  nameOf(name: QName): string {
    const prefix = this.instance()?.prefixes.get(namespaceOf(name));
    return prefix === undefined ? name : `${prefix}:${localOf(name)}`;
  }

  /** A namespace that the instance never uses has the prefix of its ids. */
  private nameOfElement({ name, id = name }: SchemaElement): string {
    const known = this.nameOf(name);
    return known === name ? withColon(id) : known;
  }

  /** Those of the files of a kind, and of linkbases that stand inside schemas. */
  private setsOf(kind: FileKind): BaseSet[] {
    const embedding = this.schemas().schemas.filter(
      (schema) => schema.embeddedLinkbases.length > 0,
    );
    const files = [...filesOfKind(this.names, kind), ...embedding.map(({ file }) => file)];
    return baseSets(files.map((file) => readLinkbase(this.bytesOf(file), file)));
  }

  private bytesOf(file: string): Uint8Array {
    return Buffer.from(this.textOf(file));
  }
}
