/** Names of elements: a QName is the string `{namespace}local`, in Clark's notation. */

export type QName = string;

/** `{namespace}local`; without a namespace, `local`. */
export function clark(namespace: string, local: string): QName {
  return namespace === '' ? local : `{${namespace}}${local}`;
}

/** The part after the namespace. */
export const localOf = (name: QName): string => name.slice(name.lastIndexOf('}') + 1);

/** The namespace; empty if there is none. */
export const namespaceOf = (name: QName): string =>
  name.slice(1, Math.max(1, name.lastIndexOf('}')));

/** Namespaces that XBRL 2.1, Dimensions 1.0 and XML Schema fix. */
export const xbrli = 'http://www.xbrl.org/2003/instance';
export const link = 'http://www.xbrl.org/2003/linkbase';
export const xlink = 'http://www.w3.org/1999/xlink';
export const xbrldi = 'http://xbrl.org/2006/xbrldi';
export const iso4217 = 'http://www.xbrl.org/2003/iso4217';
export const xsd = 'http://www.w3.org/2001/XMLSchema';
export const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
export const xml = 'http://www.w3.org/XML/1998/namespace';
