/** The verdict on a variation, by the checks of the library, with every reason for `invalid`. */

import { Big } from 'big.js';
import {
  baseSets,
  breaksCycles,
  calculationNetworks,
  checkArcs,
  checkCalculations,
  checkFacts,
  contextKey,
  cyclesOf,
  decimalsOf,
  standardCycles,
  unitKey,
  valueOf,
  withDefaults,
  type BaseSet,
  type Canonical,
  type Defect,
  type Instance,
  type NumericFact,
  type SchemaSet,
} from '#xbrl';
import { discover } from './discovery.fixture.js';
import { aliasFaults } from './essence-alias.fixture.js';
import type { Variation } from './variations.fixture.js';

export interface Verdict {
  readonly found: 'valid' | 'invalid';
  readonly reasons: readonly string[];
}

export async function verdictOn({ entries }: Variation): Promise<Verdict> {
  const { schemas, linkbases, refusals, ...read } = await discover(entries);
  const instances = read.instances.map((each) => withDefaults(each, schemas));
  const sets = baseSets(linkbases, canonical);
  const defects = checkArcs(linkbases, schemas);
  const reasons = [
    ...refusals,
    ...[...defects, ...instances.flatMap((each) => checkFacts(each, schemas))].map(written),
    ...cycleFaults(sets, schemas),
    ...instances.flatMap((instance) => [
      ...inconsistencies(instance, sets, schemas),
      ...aliasFaults(instance, sets, schemas),
    ]),
  ];
  return { found: reasons.length > 0 ? 'invalid' : 'valid', reasons };
}

const written = ({ file, line, element, expected, found }: Defect): string =>
  `${file}, line ${line}: ${element}; expected ${expected}; found ${found}`;

/** Home-made attributes of arcs in 331, by the types of its schema. */
const canonical: Canonical = (attribute, text) => {
  if (/decAttr|dblAttr/.test(attribute)) return new Big(text.trim()).toString();
  if (attribute.includes('boolAttr')) return String(/^\s*(true|1)\s*$/.test(text));
  return text;
};

/** What the available schemas declare for an arcrole, else what XBRL 2.1 defines for its own. */
function cycleFaults(sets: readonly BaseSet[], schemas: SchemaSet): string[] {
  return sets
    .filter((set) => {
      const declared = schemas.arcroleTypes.get(set.arcrole)?.cyclesAllowed;
      return breaksCycles(cyclesOf(set), declared ?? standardCycles(set.arcrole));
    })
    .map(({ arcrole, role }) => `a cycle in ${role} by ${arcrole}`);
}

/** The numeric facts of an instance, as calculation checks take them. */
function numericFacts({ facts, contexts, units }: Instance, schemas: SchemaSet): NumericFact[] {
  const keys = new Map(
    [...contexts].map(([id, context]) => [id, contextKey(context, schemas.valueKind)]),
  );
  return facts.flatMap((fact) =>
    fact.unit === undefined || fact.fraction !== undefined
      ? []
      : [
          {
            concept: fact.concept,
            contextKey: keys.get(fact.context)!,
            unitKey: unitKey(units.get(fact.unit)!),
            value: valueOf(fact),
            decimals: decimalsOf(fact),
            line: fact.line,
            tuples: fact.tuples,
          },
        ],
  );
}

function inconsistencies(
  instance: Instance,
  sets: readonly BaseSet[],
  schemas: SchemaSet,
): string[] {
  const networks = calculationNetworks(sets, (href) => schemas.elementById(href)?.name);
  if (networks.length === 0) return [];
  return checkCalculations(numericFacts(instance, schemas), networks, '1.0').flatMap((check) =>
    check.outcome.verdict === 'inconsistent'
      ? [`${instance.file}, line ${check.line}: ${check.concept} is not the sum of its parts`]
      : [],
  );
}
