/**
 * Puts what `tsc` compiled into few files, so that a program starts without looking up a
 * hundred modules.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { licenseOf, packageFolders } from './packaging/licenses.ts';
import { readManifest, root } from './packaging/manifest.ts';

interface Program {
  /** The output folder, below dist/; it holds nothing else. */
  readonly folder: string;
  /**
   * Compiled files below dist/, by the name that each gets. What they have in common they share.
   */
  readonly entries: Readonly<Record<string, string>>;
  /** Whether user code runs in it, from which the way to plain modules is hidden. */
  readonly confined?: true;
  /** Whether projects import it: it then shares its packages with them, and includes none. */
  readonly imported?: true;
}

const manifest = readManifest();

/**
 * Packages that the programs include: a start need not look up their hundreds of files, and an
 * installation brings what is used of them instead of all. zod is a dependency too, as published
 * types name it.
 */
const inlined = ['zod', ...manifest.packaging.bundled];

const programs: readonly Program[] = [
  {
    folder: 'program',
    entries: {
      tapefold: 'apps/cli/src/main.js',
      'shard-worker': 'libs/backtest/src/shard/shard-worker.js',
      'yaml-worker': 'libs/gateway/src/http/yaml-worker.js',
      'derive-worker': 'libs/gateway/src/results/derive-worker.js',
      'parse-worker': 'libs/market-data/src/ahead/parse-worker.js',
    },
  },
  // Apart, because the process of a user's module may read this folder, and the program's
  // readers of data not.
  {
    folder: 'module-process',
    entries: {
      'module-process': 'libs/agents/src/module/threads/user-main.js',
      intake: 'libs/backtest/src/module-process/intake-main.js',
    },
    confined: true,
  },
  {
    folder: 'exports',
    entries: {
      tools: 'libs/tools/src/tool/author.js',
      subscriber: 'libs/subscriber/src/index.js',
    },
    imported: true,
  },
];

await inlineScript();
const digests: string[] = [];
const included: string[] = [];
for (const program of programs) digests.push(await bundle(program));
nameBuild(digests);
writeLicenses(included);

/** Compiles the script of report pages into one text, which the program includes as a module. */
async function inlineScript(): Promise<void> {
  const build = await rolldown({ input: join(root, 'libs/report/page/page.ts') });
  const { output } = await build.generate({ format: 'iife', minify: true });
  const folder = join(root, 'dist', 'page');
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(output[0].code);
  writeFileSync(join(folder, 'page-script.js'), `export const pageScript = ${text};\n`);
}

/**
 * What is loaded on demand stays a separate file; packages and Node's built-ins stay external.
 * Returns the digest of what was written, and adds the files that it includes to `included`.
 */
async function bundle(program: Program): Promise<string> {
  const { folder, entries, confined } = program;
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(root, 'dist', file)]),
    ),
    platform: 'node',
    external: packagesOutside(program),
    plugins: confined ? [] : [{ name: 'plain-builtins', renderChunk: plainBuiltins }],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(`${folder} cannot be bundled: ${message}`);
    },
  });
  const directory = join(root, 'dist', folder);
  const { output } = await build.write({
    dir: directory,
    format: 'esm',
    comments: false,
    // Next to the entries: paths from `import.meta.url` then resolve as they do in tsc's output.
    // The ending says what they are: for others Node looks up the package.json of each.
    chunkFileNames: 'part-[name].mjs',
  });
  removeOthers(
    directory,
    output.map(({ fileName }) => fileName),
  );
  for (const file of output) {
    if (file.type === 'chunk') included.push(...file.moduleIds);
  }
  const files = output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : '']);
  return digestOf(files.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Results name the build that wrote them: the same sources and packages have the same. */
function nameBuild(digests: readonly string[]): void {
  const build = digestOf(digests).slice(0, 12);
  writeFileSync(join(root, 'dist', 'build.json'), `${JSON.stringify({ build })}\n`);
}

/** Installations do not bring the packages that are included, nor the licenses in their folders. */
function writeLicenses(files: readonly string[]): void {
  const heading = 'The bundled programs include source text of these packages.\n';
  const licenses = packageFolders(files).map(licenseOf);
  const rule = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync(join(root, 'dist', 'licenses.txt'), [heading, ...licenses].join(rule));
}

/**
 * Loads Node's built-ins as plain modules. Importing from one makes Node evaluate all its exports,
 * some of which load further modules: 6 ms of a start for `node:crypto` alone.
 */
function plainBuiltins(code: string): string {
  return code.replace(
    /^import \{ ([^}]*) \} from "(node:[\w/]+)";$/gm,
    (_, names: string, module: string) =>
      `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${module}");`,
  );
}

/** A confined process may read one external package, the library of indicators. */
function packagesOutside({ confined, imported }: Program): RegExp[] {
  const all = [...Object.keys(manifest.dependencies), ...manifest.packaging.services];
  return all
    .filter((name) => {
      if (imported) return true;
      return confined ? name === 'technicalindicators' : !inlined.includes(name);
    })
    .map((name) => new RegExp(`^${name}(/|$)`));
}

/** Afterwards, so that a program that runs meanwhile finds its parts. */
function removeOthers(directory: string, written: readonly string[]): void {
  for (const name of readdirSync(directory)) {
    if (!written.includes(name)) rmSync(join(directory, name), { recursive: true });
  }
}
