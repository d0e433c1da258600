/** Names of elements: a QName is the string `{namespace}local`, in Clark's notation. */

export type QName = string;

/** `{namespace}local`; without a namespace, `local`. */
export function clark(namespace: string, local: string): QName {
  return namespace === '' ? local : `{${namespace}}${local}`;
}
