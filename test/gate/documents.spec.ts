/**
 * Shows that the documents speak of what is there: links, files, functions, commands,
 * keys and examples.
 */

import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ByteWriter, JournalCodec, type JournalEvent } from '#contracts';
import { runOpened } from '#contracts/scenario/run-records.fixture';
import { executionPolicySchema } from '#contracts/scenario/execution-policy';
import { reportSectionSchema, resultSchema, runResultSchema } from '#contracts/result/result';
import {
  agentConfigSchema,
  scenarioSchemaOf,
  taskScenarioSchema,
  tradingScenarioSchema,
} from '#contracts/scenario/scenario';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { parseManifest } from '#market-data/manifest/dataset-manifest';
import { allWorkflows } from '#workflows';
import { resolvePolicy } from '#portfolio';
import { parseInstant } from '#values';
import { root, run } from './project-copy.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const skipped = new Set(['node_modules', 'dist', '.git', 'tapefold-runs', 'out', 'coverage']);

function markdownBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

const pages = markdownBelow('.').sort();

/** The text without fenced blocks: what is in them is an example. */
const prose = (text: string): string => text.replace(/^```[^]*?^```/gm, '');

/** The anchors that headings have, as the usual renderers make them. */
function anchorsOf(text: string): Set<string> {
  const headings = prose(text).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Links of a page that lead nowhere. */
function brokenLinks(page: string): string[] {
  const links = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : relative(root, resolve(root, dirname(page), path));
    if (target.startsWith('..') || !existsSync(join(root, target))) return true;
    if (anchor === undefined) return false;
    return statSync(join(root, target)).isDirectory() || !anchorsOf(read(target)).has(anchor);
  });
}

/** Files, and functions in files, that a page names in code quotes and that are not there. */
function absentCode(page: string): string[] {
  const named = prose(read(page)).matchAll(
    /`((?:apps|libs|scripts|test|docs|bench|bin)\/[\w./-]+|\.[\w-]+(?:\/[\w.-]+|\.cjs))(?::(\w+))?`/g,
  );
  return [...named]
    .filter(([, path = '', name]) => {
      if (!existsSync(join(root, path))) return true;
      return name !== undefined && !new RegExp(`\\b${name}\\b *(?:= *)?[(<:]`).test(read(path));
    })
    .map(([found]) => found);
}

/** Names that a page's examples import from the project, and that are not exported there. */
function absentImports(page: string): string[] {
  const imports = blocksOf(page, 'ts').flatMap((block) => [
    ...block.matchAll(/^import \{([^}]*)\} from '((?:#|\.\.\/)[^']+)'/gm),
  ]);
  return imports.flatMap(([, names = '', from = '']) => {
    const file = sourceOf(from);
    const text = file !== undefined && existsSync(join(root, file)) ? read(file) : '';
    const isExported = (name: string): boolean =>
      new RegExp(`^export [^;]*\\b${name}\\b`, 'm').test(text);
    return names
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter((name) => name !== '' && !isExported(name))
      .map((name) => `${name} from ${from}`);
  });
}

/** The source behind an import; a relative one is of a folder of the workflows. */
function sourceOf(from: string): string | undefined {
  if (from.startsWith('../')) {
    return join('libs/workflows/src', from.slice('../'.length).replace(/\.js$/, '.ts'));
  }
  const { imports } = JSON.parse(read('package.json')) as {
    imports: Record<string, { source?: string } | undefined>;
  };
  return imports[from]?.source;
}

/** Fenced blocks of a language, in order. */
function blocksOf(page: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm');
  return [...read(page).matchAll(fence)].map(([, block = '']) => block);
}

const help = async (...command: string[]): Promise<string> => {
  const { exitCode, output } = await run(root, 'node', [
    'dist/program/tapefold.js',
    ...command,
    '--help',
  ]);
  expect(exitCode).toBe(0);
  return output;
};

/** Words at the start of the lines of a section of a help text. */
function listed(text: string, section: 'Commands' | 'Options'): string[] {
  const body = text.split(`${section}:\n`)[1]?.split('\n\n')[0] ?? '';
  const pattern = section === 'Options' ? /--[\w-]+/ : /^ {2}([a-z][\w-]*)/;
  return body.split('\n').flatMap((line) => {
    const found = /^ {2}\S/.test(line) ? pattern.exec(line) : null;
    return found === null ? [] : [found[1] ?? found[0]];
  });
}

describe('the documents', () => {
  it('are found', () => {
    const expected = ['ARCHITECTURE.md', 'README.md', 'docs/reference/events.md'];
    expect(pages).toEqual(expect.arrayContaining(expected));
  });

  it.each(pages)('%s: every link leads somewhere', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it.each(pages)('%s: every file and function in code quotes is there', (page) => {
    expect(absentCode(page)).toEqual([]);
  });

  it('the examples for contributors import what there is', () => {
    expect(blocksOf('CONTRIBUTING.md', 'ts').join()).toContain("from '#metrics/");
    expect(absentImports('CONTRIBUTING.md')).toEqual([]);
  });

  it('the architecture names files and functions at all', () => {
    const named = read('ARCHITECTURE.md').match(/`libs\/[\w./-]+\.ts:\w+`/g) ?? [];
    expect(named.length).toBeGreaterThan(40);
  });
});

describe('the command line reference', () => {
  const page = 'docs/reference/command-line.md';
  const sections = read(page).split(/^## /m);
  const sectionOf = (command: string): string =>
    sections.find((section) => section.split('\n')[0]?.includes(`\`tapefold ${command}`)) ?? '';

  it('has a section for every command', async () => {
    const commands = listed(await help(), 'Commands').filter((name) => name !== 'help');
    const data = listed(await help('data'), 'Commands').filter((name) => name !== 'help');
    const cluster = listed(await help('cluster'), 'Commands').filter((name) => name !== 'help');
    const all = [
      ...commands.filter((name) => name !== 'data'),
      'feed serve',
      ...data.map((name) => `data ${name}`),
      ...cluster.map((name) => `cluster ${name}`),
    ];
    expect(all).toEqual(expect.arrayContaining(['run', 'verify', 'data check']));
    expect(all.filter((command) => !read(page).includes(`\`tapefold ${command}`))).toEqual([]);
  });

  it.each([
    ['run', ['run']],
    ['verify', ['verify']],
    ['compare', ['compare']],
    ['inspect', ['inspect']],
    ['policies', ['policies']],
    ['data check', ['data', 'check']],
    ['data init', ['data', 'init']],
    ['data import', ['data', 'import']],
    ['rescore', ['rescore']],
    ['import herculean-reports', ['import', 'herculean-reports']],
    ['import herculean-audits', ['import', 'herculean-audits']],
    ['import herculean-results', ['import', 'herculean-results']],
    ['submit trading', ['submit', 'trading']],
    ['submit hedging', ['submit', 'hedging']],
    ['submit report', ['submit', 'report']],
    ['submit evaluation', ['submit', 'evaluation']],
    ['submit auditing', ['submit', 'auditing']],
    ['xbrl facts', ['xbrl', 'facts']],
    ['xbrl tree', ['xbrl', 'tree']],
    ['xbrl check', ['xbrl', 'check']],
    ['serve', ['serve']],
    ['feed serve', ['feed', 'serve']],
    ['live', ['live']],
    ['record', ['record']],
    ['mcp', ['mcp']],
    ['cluster submit', ['cluster', 'submit']],
    ['cluster results', ['cluster', 'results']],
    ['cluster status', ['cluster', 'status']],
    ['cluster watch', ['cluster', 'watch']],
    ['cluster cancel', ['cluster', 'cancel']],
  ])('has every option of `tapefold %s`', async (command, words) => {
    const options = listed(await help(...words), 'Options').filter((name) => name !== '--help');
    expect(options.filter((option) => !sectionOf(command).includes(option))).toEqual([]);
  });

  it('has the options of the program itself', async () => {
    const options = listed(await help(), 'Options');
    expect(options).toEqual(['--version', '--help']);
    expect(options.filter((option) => !read(page).includes(option))).toEqual([]);
  });

  it('has every exit code', () => {
    const codes = read('apps/cli/src/program/exit-code.ts').matchAll(/^ {2}\w+: (\d+),$/gm);
    const numbers = [...codes].map(([, code]) => code);
    expect(numbers).toHaveLength(10);
    expect(numbers.filter((code) => !read(page).includes(`| ${code} `))).toEqual([]);
  });
});

describe('the reference of keys', () => {
  const unnamed = (page: string, keys: readonly string[]): string[] =>
    keys.filter((key) => !new RegExp(`\`${key}[\`:]`).test(read(page)));

  it('of a scenario names every key, kind of agent and member of a policy', () => {
    const kinds = agentConfigSchema.options.map(({ shape }) => shape);
    const keys = [
      ...Object.keys(tradingScenarioSchema.shape),
      ...Object.keys(taskScenarioSchema.shape),
      ...kinds.flatMap((shape) => [...shape.kind.values, ...Object.keys(shape)]),
      ...Object.keys(executionPolicySchema.shape),
    ];
    expect(unnamed('docs/reference/scenario.md', keys.map(String))).toEqual([]);
  });

  it('of a result names every key of a run', () => {
    const keys = [
      resultSchema,
      runResultSchema,
      resultSchema.shape.scenario,
      resultSchema.shape.scenario.shape.market.unwrap(),
      reportSectionSchema,
    ].flatMap(({ shape }) => Object.keys(shape));
    expect(unnamed('docs/reference/result.md', keys)).toEqual([]);
  });
});

describe('what the documents show', () => {
  const scenarios = ['README.md', 'docs/reference/scenario.md'].flatMap((page) =>
    blocksOf(page, 'yaml').map((text) => [page, text] as const),
  );

  it.each(scenarios)('%s: its scenario is one', (page, text) => {
    const schema = (value: unknown) => scenarioSchemaOf(value, [...allWorkflows.values()]);
    const { agents, symbols = [''] } = parseYaml(text, page, schema);
    expect(agents.length * symbols.length).toBeGreaterThan(1);
  });

  const examples = readdirSync(join(root, 'examples')).filter((name) => /^\d\d-/.test(name));
  it.each(examples)('examples/%s is in the list', (name) => {
    expect(read('examples/README.md')).toContain(`[${name}](${name}`);
  });

  const runs = examples.filter((name) => existsSync(join(root, 'examples', name, 'scenario.yaml')));
  it.each(runs)('examples/%s is a scenario, and its README matches it', (name) => {
    const path = `examples/${name}/scenario.yaml`;
    const { execution } = parseYaml(read(path), path, tradingScenarioSchema);
    expect(resolvePolicy(execution).version).toBe(1);
    expect(read('examples/README.md')).toContain(path);
  });

  it('a data set is described as the reader wants it', () => {
    const [manifest = '', intraday = ''] = blocksOf('docs/how-to/use-your-own-data.md', 'yaml');
    const name = 'dataset.yaml';
    expect(parseManifest(manifest, name).name).toBe('my-data');
    const head = 'name: minutes\ncalendar: XNYS\ncurrency: USD\n';
    expect(parseManifest(`${head}${intraday}`, name).bars).toMatchObject({ barMinutes: 1 });
  });

  it('a policy of one’s own is a policy', () => {
    const [block = ''] = blocksOf('docs/how-to/choose-a-policy-and-place-orders.md', 'yaml');
    const execution = parseYaml(
      block,
      'page',
      tradingScenarioSchema.pick({ execution: true }),
    ).execution;
    expect(resolvePolicy(execution)).toMatchObject({ size: { fraction: 0.2 }, hold: 'keep' });
  });

  it('the bytes of a record in the architecture are those that the codec writes', () => {
    const codec = new JournalCodec();
    const writer = new ByteWriter();
    codec.encode(writer, runOpened(['AAPL']));
    const from = writer.length;
    const decision = { kind: 'target', positions: [{ symbol: 'AAPL', position: 1 }] } as const;
    const time = parseInstant('2013-08-01T20:00:00Z') as number;
    const event: JournalEvent = {
      type: 'DecisionMade',
      asOf: 171,
      time,
      decision,
      rationale: null,
    };
    codec.encode(writer, event);
    const [dump = ''] = /^0d {2}[^]*?(?=…)/m.exec(read('ARCHITECTURE.md')) ?? [];
    const shown = dump.match(/^(?:[0-9a-f]{2} )+/gm)?.join('') ?? '';
    expect(shown.trim()).toBe(
      Buffer.from(writer.slice(from))
        .toString('hex')
        .replace(/(..)(?!$)/g, '$1 '),
    );
  });
});
