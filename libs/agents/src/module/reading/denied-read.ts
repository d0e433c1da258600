/**
 * Says of a file that a module may not read what it may read instead; Node's own message names
 * options of Node.
 */

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../../seat/failure-text.js';

const deniedCode = 'ERR_ACCESS_DENIED';
const rule =
  'a module reads its own file, what it imports by literal specifiers, and what its agent lists ' +
  'in reads; never data sets or results';

/**
 * The error to throw for an import that failed with `error`: that of Node, unless the file
 * may not be read.
 */
export function importError(error: unknown, specifier: string): unknown {
  if (!isDenied(error)) return error;
  const name = specifier.startsWith('file:') ? basename(fileURLToPath(specifier)) : specifier;
  const text = `access to ${name} is restricted: ${rule}`;
  return Object.assign(new Error(text), { code: deniedCode });
}

/** As `reasonOf`, of a value that a module threw. */
export function reasonOfThrown(thrown: unknown): string {
  try {
    if (!isDenied(thrown) || !('permission' in thrown) || !('resource' in thrown)) {
      return reasonOf(thrown);
    }
    const { permission, resource } = thrown;
    if (permission !== 'FileSystemRead' || typeof resource !== 'string') return reasonOf(thrown);
    return reasonOf(new Error(`access to ${basename(resource)} is restricted: ${rule}`));
  } catch {
    return reasonOf(thrown);
  }
}

function isDenied(error: unknown): error is object {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === deniedCode
  );
}
