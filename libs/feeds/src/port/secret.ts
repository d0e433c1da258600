/**
 * Reads secrets and certificates from where a description says they are, and names that place in
 * errors. Only this file knows how; no message contains a secret.
 */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { invalidInput } from '#values';
import { boundedText } from '#files';
import { yamlLineOf } from '#contracts/parsing/yaml-document';
import type { SecretPlace } from './feed-description.js';
import type { FeedContext } from './feed-context.js';
import { recordingName } from '../recording/recording-folder.js';

const secretBytesMax = 8192;
/** A file may hold a chain of certificates. */
const certificateBytesMax = 1 << 20;
/**
 * What a header or a message can carry: a line break in a key is a mistake, and would
 * split a header.
 */
const printableText = /^[\u0021-\u007e]+( [\u0021-\u007e]+)*$/;

/**
 * The secret, without surrounding space. Throws `InvalidInput` if it is missing or cannot be one:
 * the error names `member` of the description, with file and line if they are known.
 */
export async function readSecret(
  place: SecretPlace,
  context: Pick<FeedContext, 'directory' | 'env' | 'file'>,
  member: string,
): Promise<string> {
  const [secret = '', source] =
    'env' in place
      ? [context.env[place.env], `the variable ${place.env}`]
      : [await textOf(place.file, context, member, secretBytesMax), `the file ${place.file}`];
  const trimmed = secret.trim();
  if (printableText.test(trimmed)) return trimmed;
  const isMissing = trimmed === '';
  throw invalidInput(
    isMissing ? 'a secret is missing' : 'a secret has characters that are not allowed',
    {
      where: memberPlace(member, context),
      expected: isMissing ? `a value in ${source}` : `one line of printable ASCII in ${source}`,
    },
  );
}

/**
 * The certificate that `feed.certificate` names, in PEM, as returned by `parse`; undefined if there
 * is none. Throws `InvalidInput` if its file cannot be read, or `parse` fails.
 */
export async function readCertificate(
  file: string | undefined,
  context: Pick<FeedContext, 'directory' | 'file'>,
  parse?: (pem: string) => string,
): Promise<string | undefined> {
  return file === undefined
    ? undefined
    : textOf(file, context, 'feed.certificate', certificateBytesMax, parse);
}

/**
 * The text of a small file that a member names, as returned by `parse`. Throws `InvalidInput`
 * if either fails.
 */
async function textOf(
  file: string,
  context: Pick<FeedContext, 'directory' | 'file'>,
  member: string,
  bytesMax: number,
  parse: (text: string) => string = (text) => text,
): Promise<string> {
  try {
    const path = resolve(context.directory, file);
    return parse(boundedText(path, file, bytesMax));
  } catch (cause) {
    throw invalidInput('the file of a secret or a certificate cannot be read', {
      where: memberPlace(member, context),
      expected: `a file of ${bytesMax} bytes at most, in PEM for a certificate`,
      found: file,
      cause,
    });
  }
}

/**
 * Where a member is, such as `feed.key`, for errors found after the description was read: its file,
 * line and name. Only the name if the file is unknown or gone.
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
