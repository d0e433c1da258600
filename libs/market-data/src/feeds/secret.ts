/** Reads a secret from where a description says it is. Only this file knows how; no message says what it is. */

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { invalidInput } from '#values';
import type { SecretPlace } from './feed-description.js';
import type { FeedContext } from './feed-context.js';
import { memberPlace } from './member-place.js';

const bytesMax = 8192;
/** What a header or a message can carry: a line break in a key is a mistake, and would split a header. */
const printableText = /^[\u0021-\u007e]+( [\u0021-\u007e]+)*$/;

/**
 * The secret, without space around it. `InvalidInput` where there is none, or nothing that could be one: it names
 * `member` of the description, with file and line where they are known.
 */
export async function readSecret(
  place: SecretPlace,
  context: Pick<FeedContext, 'directory' | 'env' | 'file'>,
  member: string,
): Promise<string> {
  const secret =
    ('env' in place ? context.env[place.env] : await ofFile(context, place.file, member)) ?? '';
  const trimmed = secret.trim();
  const source = 'env' in place ? `the variable ${place.env}` : `the file ${place.file}`;
  if (trimmed === '') {
    const where = memberPlace(member, context);
    throw invalidInput('a secret is missing', { where, expected: `a value in ${source}` });
  }
  if (!printableText.test(trimmed)) {
    throw invalidInput('a secret has characters that are not allowed', {
      where: memberPlace(member, context),
      expected: `one line of printable ASCII in ${source}`,
    });
  }
  return trimmed;
}

async function ofFile(
  context: Pick<FeedContext, 'directory' | 'file'>,
  file: string,
  member: string,
): Promise<string> {
  try {
    const path = resolve(context.directory, file);
    if ((await stat(path)).size > bytesMax) throw new Error('it is too large');
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw invalidInput('the file of a secret cannot be read', {
      where: memberPlace(member, context),
      expected: `a file of ${bytesMax} bytes at most`,
      found: file,
      cause,
    });
  }
}

/** `text` with each secret replaced: for what a server says, which may repeat what it was told. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***');
  return clean;
}
