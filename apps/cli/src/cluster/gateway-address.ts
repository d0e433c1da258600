/**
 * The gateway's address and token: from options, the environment, or the folder of a local cluster.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { excerpt, invalidInput, withoutEnd } from '#values';
import { requireBounded, writtenBytesMax } from '#files';
import { type Options, textOf } from '../program/option-value.js';

export interface GatewayAddress {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** Where the token comes from, for messages. */
  readonly tokenFile: string;
  /** The options that named it; empty if other commands find it in the same way. */
  readonly words: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Folders in which a cluster, or `tapefold serve`, announces its gateway. */
const folders = (env: Environment): readonly string[] => [
  env['TAPEFOLD_CLUSTER_DATA'] ?? '.tapefold-cluster',
  '.tapefold-serve',
];

/** The file in such a folder, next to `token`. */
export const stateName = 'state.json';
export const tokenName = 'token';

const tokenPattern = /^[\x21-\x7e]{16,256}$/;

/**
 * Tries `--url` and `--token-file`, then TAPEFOLD_URL and TAPEFOLD_TOKEN_FILE, then the first
 * folder that announces a gateway. `InvalidInput` names what is missing or wrong.
 */
export function gatewayAddress(options: Options, env: Environment = process.env): GatewayAddress {
  const named = textOf(options['url']) ?? env['TAPEFOLD_URL'];
  const running = folders(env)
    .map((folder) => ({ folder, url: stateIn(folder)['gatewayUrl'] }))
    .find(({ url }) => url !== undefined);
  const url = named ?? running?.url;
  if (url === undefined) {
    throw invalidInput('no gateway is known', {
      where: '--url',
      expected: 'an address, TAPEFOLD_URL, or a cluster or `tapefold serve` started in this folder',
    });
  }
  const tokenOption = options['tokenFile'];
  const tokenFile = textOf(tokenOption) ?? env['TAPEFOLD_TOKEN_FILE'];
  // Never a path from the state: a folder from elsewhere could have any file sent to any address.
  const file = tokenFile ?? (running === undefined ? undefined : join(running.folder, tokenName));
  if (file === undefined) {
    throw invalidInput('no token is known', {
      where: '--token-file',
      expected: 'the path of a file with a token, or TAPEFOLD_TOKEN_FILE',
    });
  }
  const words = [...wordsOf('--url', options['url']), ...wordsOf('--token-file', tokenOption)];
  return { url: requireUrl(url), token: tokenIn(resolve(file)), tokenFile: file, words };
}

const wordsOf = (option: string, value: unknown): readonly string[] =>
  typeof value === 'string' ? [option, value] : [];

/** The texts that a cluster wrote about itself into its folder; empty if it wrote none. */
export function stateIn(folder: string): Readonly<Record<string, string | undefined>> {
  try {
    const state = JSON.parse(readFileSync(join(folder, stateName), 'utf8')) as object;
    const texts = Object.entries(state).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

function requireUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWhole = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '';
  if (isWhole) return `${url.origin}${withoutEnd(url.pathname, '/')}`;
  throw invalidInput('not a gateway address', {
    where: '--url',
    expected: 'http://host:port',
    found: excerpt(text),
  });
}

function tokenIn(file: string): string {
  let text: string;
  requireBounded(file, writtenBytesMax);
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw invalidInput('the token cannot be read', { where: file, cause });
  }
  if (tokenPattern.test(text)) return text;
  throw invalidInput('not a token', {
    where: file,
    expected: 'one line of 16 to 256 characters',
    found: `${text.length} characters that are not shown`,
  });
}
