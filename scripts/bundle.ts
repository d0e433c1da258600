/** Puts what `tsc` compiled into few files, so that a program starts without looking up a hundred modules. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

interface Program {
  /** The output folder, below dist/; it holds nothing else. */
  readonly folder: string;
  /** Compiled files below dist/, by the name that each gets. What they have in common they share. */
  readonly entries: Readonly<Record<string, string>>;
  /** Whether user code runs in it, from which the way to plain modules is hidden. */
  readonly confined?: true;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Small packages that every run needs, each of a hundred files: half of its start went into finding them. */
const inlined = ['commander', 'yaml', 'zod'];

const programs: readonly Program[] = [
  {
    folder: 'program',
    entries: {
      tapefold: 'apps/cli/src/main.js',
      'shard-worker': 'libs/backtest/src/shard/shard-worker.js',
      'yaml-worker': 'libs/gateway/src/http/yaml-worker.js',
    },
  },
  // Apart, because the process of a user's module may read this folder, and the program's readers of data not.
  {
    folder: 'module-process',
    entries: {
      'module-process': 'libs/agents/src/module/threads/user-main.js',
      intake: 'libs/backtest/src/module-process/intake-main.js',
    },
    confined: true,
  },
];

await inlineScript();
for (const program of programs) await bundle(program);

/** Compiles the script of report pages into one text, which the program includes as a module. */
async function inlineScript(): Promise<void> {
  const build = await rolldown({ input: join(root, 'libs/report/page/page.ts') });
  const { output } = await build.generate({ format: 'iife', minify: true });
  const folder = join(root, 'dist', 'page');
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(output[0].code);
  writeFileSync(join(folder, 'page-script.js'), `export const pageScript = ${text};\n`);
}

/** What is loaded on demand stays a separate file; packages and Node's built-ins stay external. */
async function bundle({ folder, entries, confined }: Program): Promise<void> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      Object.entries(entries).map(([name, file]) => [name, join(root, 'dist', file)]),
    ),
    platform: 'node',
    external: packagesOutside(confined === true),
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
}

/**
 * Loads Node's built-ins as plain modules. Importing from one makes Node evaluate all its exports, some of which load
 * further modules: 6 ms of a start for `node:crypto` alone.
 */
function plainBuiltins(code: string): string {
  return code.replace(
    /^import \{ ([^}]*) \} from "(node:[\w/]+)";$/gm,
    (_, names: string, module: string) =>
      `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${module}");`,
  );
}

/** A confined process may read one external package, the library of indicators. */
function packagesOutside(confined: boolean): RegExp[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(manifest.dependencies)
    .filter((name) => (confined ? name === 'technicalindicators' : !inlined.includes(name)))
    .map((name) => new RegExp(`^${name}(/|$)`));
}

/** Afterwards, so that a program that runs meanwhile finds its parts. */
function removeOthers(directory: string, written: readonly string[]): void {
  for (const name of readdirSync(directory)) {
    if (!written.includes(name)) rmSync(join(directory, name), { recursive: true });
  }
}
