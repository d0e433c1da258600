/**
 * What a module consists of: its file, the files that it imports by literal, and the packages
 * that these import.
 */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire, findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isWithin } from '#market-data/rows/inside-folder';
import { packageRoot } from '../process/node-arguments.js';
import { literalImports, type LiteralImport } from './literal-imports.js';

export interface ModuleParts {
  /** The module first, then the files that it imports; absolute and real. */
  readonly files: readonly string[];
  /** Links by which some of these files are imported. */
  readonly links: readonly string[];
  readonly packages: readonly PackagePart[];
}

export interface PackagePart {
  readonly name: string;
  /** Its folder, absolute and real. */
  readonly root: string;
  /** The link by which it was found in a `node_modules`, if it was. */
  readonly link: string | undefined;
}

/** Extensions of modules, and of the source files among what they import. */
export const sourceExtensions: readonly string[] = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** What Node loads besides: an import of anything else fails, and opens nothing. */
const dataExtensions: readonly string[] = ['.json', '.wasm'];

/** Beyond this a source file is data. */
const sourceBytesMax = 32 * 1024 * 1024;

interface PackageManifest {
  readonly imports?: unknown;
  readonly exports?: unknown;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
}

/**
 * The parts of the module in `file` (absolute and real), as they are now. An import that does not
 * resolve adds nothing: loading the module fails, with the reason.
 */
export function moduleParts(file: string): ModuleParts {
  return new PartsWalk(file).parts();
}

class PartsWalk {
  /** Grows while it is walked. */
  private readonly files = new Set<string>();
  private readonly links = new Set<string>();
  private readonly packages = new Map<string, PackagePart>();

  /** `file`: the module. */
  constructor(private readonly file: string) {
    this.files.add(file);
  }

  parts(): ModuleParts {
    for (const file of this.files) this.addImportsOf(file);
    const packages = [...this.packages.values()];
    return { files: [...this.files], links: [...this.links], packages };
  }

  /** `path`: as it is imported, perhaps a link. */
  private addFile(path: string): void {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return;
    const file = realpathSync(path);
    if (![...sourceExtensions, ...dataExtensions].includes(extname(file))) return;
    // Node follows a link only where it may read the link itself; a linked folder is not
    // opened for one file.
    if (file !== path && realpathSync(dirname(path)) === dirname(path)) this.links.add(path);
    if (![...this.packages.values()].some(({ root }) => isWithin(root, file))) this.files.add(file);
  }

  private addImportsOf(file: string): void {
    const extension = extname(file);
    if (!sourceExtensions.includes(extension) || statSync(file).size > sourceBytesMax) return;
    const isTypeScript = extension.endsWith('ts');
    for (const literal of literalImports(readFileSync(file, 'utf8'), isTypeScript)) {
      try {
        this.addImport(literal, file);
      } catch {
        // Node refuses it as well, and says why.
      }
    }
  }

  private addImport({ specifier, isRequired }: LiteralImport, from: string): void {
    if (isPath(specifier)) {
      const path = isRequired ? createRequire(from).resolve(specifier) : pathOf(specifier, from);
      return this.addFile(path);
    }
    if (/^[a-z][a-z+.-]*:/i.test(specifier)) return;
    if (specifier.startsWith('#')) this.addInternal(specifier, from);
    else this.addPackage(specifier, from);
  }

  /** A target of `imports` in the package.json around the file, under every condition. */
  private addInternal(specifier: string, from: string): void {
    const manifest = findPackageJSON(pathToFileURL(from));
    if (manifest === undefined) return;
    for (const target of targetsOf(readManifest(manifest).imports, specifier)) {
      if (isPath(target)) this.addFile(join(dirname(manifest), target));
      else this.addPackage(target, manifest);
    }
  }

  private addPackage(specifier: string, from: string): void {
    const name = packageName(specifier);
    const manifest = packageManifest(name, from);
    if (manifest === undefined) return this.addOwnExport(specifier, name, from);
    const found = dirname(manifest);
    const root = realpathSync(found);
    // The product opens its own files to a module, and no others; a package around the module would
    // open its folder.
    const isOwn = root === packageRoot() || isWithin(root, this.file);
    if (isOwn || this.packages.has(root)) return;
    this.packages.set(root, { name, root, link: root === found ? undefined : found });
    const { dependencies, optionalDependencies, peerDependencies } = readManifest(
      join(root, 'package.json'),
    );
    for (const needed of [dependencies, optionalDependencies, peerDependencies]) {
      for (const other of Object.keys(needed ?? {})) {
        this.addPackage(other, join(root, 'package.json'));
      }
    }
  }

  /** The package of the module may import itself by its name. */
  private addOwnExport(specifier: string, name: string, from: string): void {
    const manifest = findPackageJSON(pathToFileURL(from));
    if (manifest === undefined) return;
    const { exports } = readManifest(manifest);
    const isMap = typeof exports === 'object' && Object.keys(exports ?? {}).some(isPath);
    const map = isMap ? exports : { '.': exports };
    const path = `.${specifier.slice(name.length)}`;
    for (const target of targetsOf(map, path)) this.addFile(join(dirname(manifest), target));
  }
}

const isPath = (specifier: string): boolean =>
  /^\.{0,2}\//.test(specifier) || /^\.{1,2}$/.test(specifier) || specifier.startsWith('file:');

function pathOf(specifier: string, from: string): string {
  return fileURLToPath(new URL(specifier, pathToFileURL(from)));
}

/** `@scope/name` or `name`, without the path in the package. */
const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * The package.json of an installed package, as Node looks it up: in each `node_modules`
 * upwards of the file.
 */
function packageManifest(name: string, from: string): string | undefined {
  if (!/^(?:@[^/\\]+\/)?[^/\\.@%][^/\\%]*$/.test(name)) return undefined;
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (statSync(manifest, { throwIfNoEntry: false })?.isFile() === true) return manifest;
    if (folder === dirname(folder)) return undefined;
  }
}

function readManifest(path: string): PackageManifest {
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return typeof manifest === 'object' && manifest !== null ? manifest : {};
}

/** Targets of `key` in a map of `imports` or `exports`, whatever their conditions. */
function targetsOf(map: unknown, key: string): string[] {
  if (typeof map !== 'object' || map === null) return [];
  return Object.entries(map).flatMap(([pattern, target]) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) return pattern === key ? textsIn(target) : [];
    const fits = key.startsWith(before) && key.endsWith(after) && key.length >= pattern.length;
    const filled = key.slice(before.length, key.length - after.length);
    return fits ? textsIn(target).map((text) => text.replaceAll('*', () => filled)) : [];
  });
}

function textsIn(target: unknown): string[] {
  if (typeof target === 'string') return [target];
  return typeof target === 'object' && target !== null
    ? Object.values(target).flatMap(textsIn)
    : [];
}
