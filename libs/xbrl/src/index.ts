export { clark, localOf, namespaceOf, type QName } from './names.js';
export type { Content, KindOf, ValueKind } from './instance/content.js';
export type { Defect } from './defect.js';
export { checkFacts } from './instance/check-facts.js';
export { contextKey, duplicatesOf, isDimensional, unitKey } from './instance/equality.js';
export {
  decimalsOf,
  numberOf,
  rounded,
  roundedValue,
  valueOf,
  type Decimals,
} from './instance/fact-value.js';
export type {
  Context,
  Fact,
  Instance,
  Period,
  Qualifier,
  Reference,
  RoleReference,
  Unit,
} from './instance/instance.js';
export { periodKey } from './instance/period.js';
export { readInstance, readWholeInstance } from './instance/read-instance.js';
export { isNumeric, type ItemKind } from './schema/item-kind.js';
export { readSchema } from './schema/read-schema.js';
export type {
  ArcroleType,
  RoleType,
  Schema,
  SchemaElement,
  SchemaImport,
  SchemaType,
} from './schema/schema.js';
export { SchemaSet } from './schema/schema-set.js';
export {
  type CalculationCheck,
  type CalculationMode,
  type Contribution,
  type Outcome,
} from './calculation/calculation-check.js';
export { checkCalculations } from './calculation/check-calculations.js';
export type { NumericFact } from './calculation/numeric-fact.js';
export { baseSets, type BaseSet, type Canonical, type Relationship } from './linkbase/base-sets.js';
export { breaksCycles, cyclesOf, standardCycles, type CyclesAllowed } from './linkbase/cycles.js';
export type { Linkbase } from './linkbase/linkbase.js';
export { checkArcs } from './linkbase/check-arcs.js';
export { readLinkbase } from './linkbase/read-linkbase.js';
export { resolveReference } from './linkbase/resolve-href.js';
export { arcroles } from './linkbase/vocabulary.js';
export { calculationNetworks, type CalculationNetwork } from './networks/calculation-network.js';
export type { ConceptOf } from './networks/concept-of.js';
export { labelsOf, type LabelOf } from './networks/labels.js';
export { networksOf, type Branch, type Network } from './networks/network.js';
export { treeRows, type TreeRow } from './networks/tree-rows.js';
