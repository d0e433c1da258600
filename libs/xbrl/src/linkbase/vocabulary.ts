/** The names of XLink and of linkbases that the rules of XBRL 2.1 speak of. */

import { clark, type QName } from '../names.js';

export const linkNamespace = 'http://www.xbrl.org/2003/linkbase';
export const xlinkNamespace = 'http://www.w3.org/1999/xlink';
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

export const arcroles = {
  summationItem: 'http://www.xbrl.org/2003/arcrole/summation-item',
  /** Of Calculations 1.1; XBRL 2.1 does not know it. */
  summationItem11: 'https://xbrl.org/2023/arcrole/summation-item',
  parentChild: 'http://www.xbrl.org/2003/arcrole/parent-child',
  conceptLabel: 'http://www.xbrl.org/2003/arcrole/concept-label',
  generalSpecial: 'http://www.xbrl.org/2003/arcrole/general-special',
  essenceAlias: 'http://www.xbrl.org/2003/arcrole/essence-alias',
} as const;

export const standardLabel = 'http://www.xbrl.org/2003/role/label';

/** `{http://www.w3.org/1999/xlink}href` and so on. */
export function xlink(local: string): QName {
  return clark(xlinkNamespace, local);
}
