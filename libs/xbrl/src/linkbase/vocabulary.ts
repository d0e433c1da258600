/** Arcroles and roles that XBRL 2.1 fixes, and names of XLink. */

import { clark, xlink as xlinkNamespace, type QName } from '../names/names.js';

export const arcroles = {
  summationItem: 'http://www.xbrl.org/2003/arcrole/summation-item',
  /** Defined by Calculations 1.1; XBRL 2.1 does not know it. */
  summationItem11: 'https://xbrl.org/2023/arcrole/summation-item',
  parentChild: 'http://www.xbrl.org/2003/arcrole/parent-child',
  conceptLabel: 'http://www.xbrl.org/2003/arcrole/concept-label',
  conceptReference: 'http://www.xbrl.org/2003/arcrole/concept-reference',
  generalSpecial: 'http://www.xbrl.org/2003/arcrole/general-special',
  essenceAlias: 'http://www.xbrl.org/2003/arcrole/essence-alias',
  similarTuples: 'http://www.xbrl.org/2003/arcrole/similar-tuples',
  requiresElement: 'http://www.xbrl.org/2003/arcrole/requires-element',
} as const;

export const standardLabel = 'http://www.xbrl.org/2003/role/label';

/** `{http://www.w3.org/1999/xlink}href` and so on. */
export function xlink(local: string): QName {
  return clark(xlinkNamespace, local);
}
