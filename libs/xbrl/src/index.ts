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
