/**
 * The providers that can be asked, those that are built in included, with the keys and prices of
 * the models file.
 */

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { requireBounded, writtenBytesMax } from '#files';
import { parseYaml } from '#contracts/parsing/yaml-document';
import type { WireApi } from '../calls/recorded-call.js';
import {
  modelsFileSchema,
  providerSchema,
  type ModelsFile,
  type Prices,
  type Provider,
} from './models-file.js';

export interface Models {
  /** The models file; undefined if none was given. */
  readonly file?: string | undefined;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly prices: Prices | undefined;
  /**
   * The key of a provider; undefined if it takes none. `InvalidInput` if it needs one
   * that is missing.
   */
  keyOf(provider: string): Promise<string | undefined>;
}

/** A model as a scenario names it. */
export interface NamedModel {
  /** Name of the provider. */
  readonly name: string;
  readonly provider: Provider;
  /** As the provider knows it. */
  readonly model: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const builtIn: Readonly<Record<string, Provider>> = {
  anthropic: hosted('anthropic-messages', 'api.anthropic.com', 'ANTHROPIC_API_KEY'),
  openai: hosted('openai-responses', 'api.openai.com', 'OPENAI_API_KEY'),
  'openai-chat': hosted('openai-chat', 'api.openai.com', 'OPENAI_API_KEY'),
  google: hosted('google-generate-content', 'generativelanguage.googleapis.com', 'GEMINI_API_KEY'),
};

function hosted(api: WireApi, host: string, env: string): Provider {
  return providerSchema.parse({ api, baseUrl: `https://${host}`, key: { env } });
}

const noModelsFile = 'and no models file was given (--models, or TAPEFOLD_MODELS)';

/** Bytes of a key file or variable: a key is a line. */
const keyLengthMax = 4096;

/**
 * Reads a models file, or uses the built-in providers without one. Keys are read on demand.
 * `InvalidInput` with file and line for a malformed file.
 */
export async function loadModels(file: string | undefined, env: Environment): Promise<Models> {
  if (file === undefined) return modelsOf(modelsFileSchema.parse({}), { directory: '.', env });
  let text: string;
  requireBounded(file, writtenBytesMax);
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw invalidInput('the models file cannot be read', {
      where: file,
      expected: 'a readable YAML file',
      found: systemReason(cause),
      cause,
    });
  }
  const parsed = parseYaml(text, file, modelsFileSchema);
  return { ...modelsOf(parsed, { directory: dirname(file), env }), file };
}

/** The content of a models file; relative key files start at `directory`. */
export function modelsOf(
  { providers: described, prices }: ModelsFile,
  { directory, env }: { readonly directory: string; readonly env: Environment },
): Models {
  const providers = new Map(Object.entries({ ...builtIn, ...described }));
  return {
    providers,
    prices,
    keyOf: async (name) => {
      const key = providers.get(name)?.key;
      if (key === undefined) return undefined;
      const [where, value] =
        'env' in key
          ? [`environment variable ${key.env}`, env[key.env]]
          : [key.file, await keyFile(resolve(directory, key.file), name)];
      return soundKey(value, where, name);
    },
  };
}

/**
 * Finds the model that `provider/model` names; `where` is the member that names it. `InvalidInput`
 * for an unknown provider, with the known ones and their source.
 */
export function namedModel({ providers, file }: Models, name: string, where?: string): NamedModel {
  const slash = name.indexOf('/');
  const provider = name.slice(0, Math.max(slash, 0));
  const model = name.slice(slash + 1);
  const described = providers.get(provider);
  if (described === undefined || model === '') {
    throw invalidInput('no such model provider', {
      ...(where === undefined ? {} : { where }),
      expected: `provider/model with one of the providers ${[...providers.keys()].join(', ')}`,
      found:
        `${excerpt(name)}, ` +
        `${file === undefined ? noModelsFile : `and the models file is ${file}`}`,
    });
  }
  return { name: provider, provider: described, model };
}

async function keyFile(where: string, provider: string): Promise<string> {
  requireBounded(where, writtenBytesMax);
  try {
    return await readFile(where, 'utf8');
  } catch (cause) {
    const expected = `a file with the key of provider ${provider}`;
    throw invalidInput('the key file cannot be read', {
      where,
      expected,
      found: systemReason(cause),
      cause,
    });
  }
}

/** Why a file could not be read. */
function systemReason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : excerpt(cause);
  return code === 'ENOENT' ? 'no such file' : code;
}

/** A key goes into a header: a line of visible characters. Messages never contain it. */
function soundKey(value: string | undefined, where: string, provider: string): string {
  const key = value?.trim() ?? '';
  const expected = `the key of provider ${provider}`;
  if (key === '') throw invalidInput('the key is missing', { where, expected, found: 'nothing' });
  if (key.length > keyLengthMax || !/^[\x21-\x7e]+$/.test(key)) {
    const found = `${key.length} characters, or some that no key has`;
    throw invalidInput('not a valid key', { where, expected: 'one line of ASCII', found });
  }
  return key;
}
