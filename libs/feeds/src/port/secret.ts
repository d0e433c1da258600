/**
 * Reads secrets and certificates from where a description says they are, and names that place in errors. Only this
 * file knows how; no message contains a secret.
 */

import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { invalidInput } from '#values';
import { yamlLineOf } from '#contracts/parsing/yaml-document';
import type { SecretPlace } from './feed-description.js';
import type { FeedContext } from './feed-context.js';
import { recordingName } from '../recording/recording-folder.js';

const bytesMax = 8192;
/** What a header or a message can carry: a line break in a key is a mistake, and would split a header. */
const printableText = /^[\u0021-\u007e]+( [\u0021-\u007e]+)*$/;

/**
 * The secret, without surrounding space. Throws `InvalidInput` if it is missing or cannot be one: the error names
 * `member` of the description, with file and line if they are known.
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

/**
 * The certificate that `feed.certificate` names, in PEM, as returned by `parse`; undefined if there is none.
 * Throws `InvalidInput` if its file cannot be read, or `parse` fails.
 */
export async function readCertificate(
  file: string | undefined,
  context: Pick<FeedContext, 'directory' | 'file'>,
  parse: (pem: string) => string = (pem) => pem,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return parse(await readFile(resolve(context.directory, file), 'utf8'));
  } catch (cause) {
    throw invalidInput('the certificate cannot be read', {
      where: memberPlace('feed.certificate', context),
      expected: 'a file in PEM',
      found: file,
      cause,
    });
  }
}

/**
 * Where a member is, such as `feed.key`, for errors found after the description was read: its file, line and name.
 * Only the name if the file is unknown or gone.
 */
export function memberPlace(member: string, { file }: Pick<FeedContext, 'file'>): string {
  if (file === undefined) return member;
  const path = [...(file.endsWith(recordingName) ? ['description'] : []), ...member.split('.')];
  try {
    const line = yamlLineOf(readFileSync(file, 'utf8'), path);
    return line === undefined ? `${file}: ${member}` : `${file} line ${line}: ${member}`;
  } catch {
    return `${file}: ${member}`;
  }
}

/** `text` with each secret masked: for messages of a server, which may echo what it received. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***');
  return clean;
}
