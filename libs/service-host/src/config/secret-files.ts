/** Secrets in files, which keeps them out of the environment: `<NAME>_FILE` instead of `<NAME>`. */

import { readFileSync } from 'node:fs';
import { invalidInput } from '#values';
import { requireBounded, writtenBytesMax } from '#files';
import type { Environment } from './service-config.js';

/**
 * The value of the variable, or of the file named next to it; '' if neither is set.
 * `InvalidInput` if both are.
 */
export function secretOf(env: Environment, name: string): string {
  const where = `${name}_FILE`;
  const given = env[name] ?? '';
  const file = env[where] ?? '';
  if (file === '') return given;
  if (given !== '') {
    const found = `${name} as well`;
    throw invalidInput('invalid environment variable', { where, expected: 'only one', found });
  }
  let text: string;
  requireBounded(file, writtenBytesMax);
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw invalidInput(`${where} names a file that cannot be read`, { where: file, cause });
  }
  if (text !== '') return text;
  throw invalidInput(`${where} names a file without content`, { where: file });
}

/**
 * The database address, with the password of TAPEFOLD_DATABASE_PASSWORD if set. `InvalidInput`
 * without an address.
 */
export function databaseUrlWith(env: Environment, url: string | undefined): string {
  if (url === undefined) {
    throw invalidInput('invalid environment variable', {
      where: 'TAPEFOLD_DATABASE_URL',
      expected: 'postgres://user:password@host:port/database',
      found: 'nothing',
    });
  }
  const password = secretOf(env, 'TAPEFOLD_DATABASE_PASSWORD');
  if (password === '') return url;
  const address = new URL(url);
  address.password = password;
  return address.href;
}

/** Format of the token that agent adapter and model gateway share. */
const tokenPattern = /^[\x21-\x7e]{16,256}$/;

/**
 * The token of TAPEFOLD_MODEL_GATEWAY_TOKEN or its file. `InvalidInput` if it is
 * missing or malformed.
 */
export function modelGatewayToken(env: Environment): string {
  const token = secretOf(env, 'TAPEFOLD_MODEL_GATEWAY_TOKEN');
  if (tokenPattern.test(token)) return token;
  throw invalidInput('invalid environment variable', {
    where: 'TAPEFOLD_MODEL_GATEWAY_TOKEN',
    expected: 'a token of 16 to 256 visible characters, the same for model gateway and adapter',
    found: token === '' ? 'nothing' : `a text of ${token.length} characters that is not shown`,
  });
}
