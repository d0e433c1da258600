export { clark, localOf, namespaceOf, type QName } from './names.js';
export type { Content, KindOf, ValueKind } from './instance/content.js';
export { contextKey, duplicatesOf, isDimensional, unitKey } from './instance/equality.js';
export {
  decimalsOf,
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
export { readInstance } from './instance/read-instance.js';
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
