/** docker-compose.yml as Docker reads it: anchors and merges resolved, variables put in. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The members of a service that this file uses; another one is an error. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly working_dir?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  /** Every service but the one that ends. */
  readonly healthcheck?: { readonly test: readonly string[]; readonly retries: number };
  readonly restart: string;
  readonly [member: string]: unknown;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** The file as it is written, without variables. */
export const composeText = (): string => readFileSync('docker-compose.yml', 'utf8');

export const rawCompose = (): ComposeFile => parse(composeText(), { merge: true }) as ComposeFile;

/** With the variables of `env`. Throws the file's own words where one is missing. */
export function composeFile(env: Readonly<Record<string, string>>): ComposeFile {
  return interpolated(rawCompose(), env) as ComposeFile;
}

function interpolated(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return withVariables(value, env);
  if (Array.isArray(value)) return value.map((each) => interpolated(each, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, interpolated(member, env)]),
  );
}

const variable = /\$\$|\$\{(?<name>[A-Z_0-9]+)(?:(?<kind>:[-?])(?<rest>[^}]*))?\}/g;

function withVariables(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(variable, (whole, name: string, kind = '', rest = '') => {
    if (whole === '$$') return '$';
    const value = env[name] ?? '';
    if (value !== '' || kind === '') return value;
    if (kind === ':-') return rest;
    throw new Error(`${name}: ${rest}`);
  });
}
