/**
 * The second package, tapefold-services: brings what only services need, and is asked for by name
 * where it lacks.
 */

import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isFailure, unavailable, type TapefoldError } from '#values';
import { packageFolder, servicePackages, version } from '#backtest/run-folder/package-folder';

const servicesPackage = 'tapefold-services';
const install = `npm install ${servicesPackage}@${version}`;
const missing = /^Cannot find (?:package|module) '([^']+)'/;

/** `kafkajs` of `kafkajs/src/network`; `@nestjs/core` of `@nestjs/core/router`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * The failure of a command that needs a package of the services where it is not installed: one
 * line with the command that installs it. Undefined for every other error, also one about
 * another package.
 */
export function missingServices(error: unknown): TapefoldError | undefined {
  if (!(error instanceof Error) || isFailure(error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return undefined;
  const name = packageOf(missing.exec(error.message)?.[1] ?? '');
  if (!servicePackages.includes(name)) return undefined;
  const what = `this command needs ${name}, which is not installed: run "${install}"`;
  return unavailable(what, { cause: error });
}

/**
 * Takes the packages of services from where tapefold-services has them, as the project may have
 * others of the same names. A checkout, and an installation without tapefold-services, finds
 * packages as usual.
 */
export function useServicesPackage(folder = packageFolder()): void {
  if (basename(dirname(folder)) !== 'node_modules') return;
  const manifest = servicesManifest(folder);
  if (manifest === undefined) return;
  const own = pathToFileURL(join(folder, 'dist')).href;
  const parentURL = pathToFileURL(manifest).href;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isNeeded = servicePackages.includes(packageOf(specifier));
      if (!isNeeded || context.parentURL?.startsWith(own) !== true) {
        return nextResolve(specifier, context);
      }
      requireSameVersion(manifest);
      return nextResolve(specifier, { ...context, parentURL });
    },
  });
}

function servicesManifest(folder: string): string | undefined {
  try {
    const { resolve } = createRequire(join(folder, 'package.json'));
    return resolve(`${servicesPackage}/package.json`);
  } catch {
    return undefined;
  }
}

function requireSameVersion(manifest: string): void {
  const found = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  if (found.version === version) return;
  throw unavailable(`${servicesPackage} has another version than tapefold: run "${install}"`, {
    expected: version,
    found: found.version,
  });
}
