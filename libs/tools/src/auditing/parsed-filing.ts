/** A filing as values: its facts by concept, its networks, labels and elements, each read when first asked for. */

import {
  arcroles,
  baseSets,
  calculationNetworks,
  clark,
  isDimensional,
  labelsOf,
  networksOf,
  periodKey,
  readLinkbase,
  readSchema,
  readWholeInstance,
  SchemaSet,
  type BaseSet,
  type CalculationNetwork,
  type Fact,
  type Instance,
  type LabelOf,
  type Network,
  type SchemaElement,
} from '#xbrl';
import { Prefixes, localName } from './concept-names.js';
import { filesOfKind, type FileKind } from './file-kinds.js';
import { once } from './once.js';

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
  private readonly contexts = new Map<string, FactContext>();

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

  readonly prefixes = once(() => new Prefixes(this.instance()?.prefixes ?? new Map()));

  /** All calculation networks, as their roles first appear. */
  readonly calculations = once((): readonly CalculationNetwork[] =>
    calculationNetworks(this.setsOf('cal'), this.conceptOf, (role) => {
      return this.schemas().roleTypes.get(role)?.definition;
    }),
  );

  readonly presentations = once((): readonly Network[] =>
    networksOf(this.setsOf('pre'), [arcroles.parentChild], this.conceptOf),
  );

  readonly labels = once((): LabelOf => labelsOf(this.setsOf('lab'), this.conceptOf));

  private readonly facts = once(() => {
    const byConcept = [...(this.instance()?.factsByConcept ?? [])];
    return new Map(byConcept.map(([name, facts]) => [this.prefixes().nameOf(name), facts]));
  });

  /** In document order, nil and empty ones too. */
  factsOf(concept: string): readonly Fact[] {
    return this.facts().get(concept) ?? [];
  }

  /** What the filing's own schemas declare; undefined for concepts of other taxonomies. */
  elementOf(concept: string): SchemaElement | undefined {
    const namespace = this.prefixes().namespaceOf(concept);
    if (namespace === undefined) return undefined;
    return this.schemas().element(clark(namespace, localName(concept)));
  }

  contextOf({ context: id }: Pick<Fact, 'context'>): FactContext {
    const known = this.contexts.get(id);
    if (known !== undefined) return known;
    const context = this.describedContext(id);
    this.contexts.set(id, context);
    return context;
  }

  private describedContext(id: string): FactContext {
    const context = this.instance()?.contexts.get(id);
    // The reader refuses facts without a context.
    if (context === undefined) throw new Error(`no context ${id}`);
    const nameOf = (name: string): string => this.prefixes().nameOf(name);
    const axes = [...context.segment, ...context.scenario].flatMap((one) => {
      if (one.kind === 'other') return [];
      const member = one.kind === 'typed' ? one.text : nameOf(one.member);
      return [{ axis: nameOf(one.dimension), member, isTyped: one.kind === 'typed' }];
    });
    return {
      periodType: context.period.kind,
      period: periodKey(context.period),
      dimensions: Object.fromEntries(axes.map(({ axis, member }) => [axis, member])),
      typedAxes: axes.filter(({ isTyped }) => isTyped).map(({ axis }) => axis),
      isDimensional: isDimensional(context),
    };
  }

  private readonly conceptOf = (href: string): string => {
    const element = this.schemas().elementById(href);
    if (element !== undefined) return this.prefixes().nameOf(element.name);
    return this.prefixes().nameOfId(href.slice(href.indexOf('#') + 1));
  };

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
