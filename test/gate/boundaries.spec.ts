/**
 * Shows that the boundaries check stops each planted import, and lets everything else through. At
 * full size it reads all of `apps` and `libs`, otherwise what is planted and what that imports:
 * `npm run check` reads the whole tree.
 */

import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepSize } from '#values/sweep-size.fixture';
import { copyProject, type Outcome, type ProjectCopy } from './project-copy.js';

interface Violation {
  readonly rule: string;
  readonly from: string;
}

const header = '/** Planted to show that the gate sees it. */\n';

/** What is planted, and the rule that has to name it. */
const plants = [
  {
    breach: 'portfolio imports a folder of Kafka in the event log',
    file: 'libs/portfolio/src/planted-topic.ts',
    content:
      "import { topic } from '../../event-log/src/kafka/planted-broker.js';\nexport const " +
      'planted = topic;\n',
    rules: ['level-portfolio', 'pure-technology', 'through-the-door'],
  },
  {
    breach: 'portfolio imports the Kafka client',
    file: 'libs/portfolio/src/planted-client.ts',
    content: `import { Kafka } from 'kafkajs';\nexport const planted = Kafka;\n`,
    rules: ['home-of-kafkajs'],
  },
  {
    breach: 'a pure room imports files',
    file: 'libs/metrics/src/planted-file.ts',
    content: `import { readFileSync } from 'node:fs';\nexport const planted = readFileSync;\n`,
    rules: ['pure-built-ins'],
  },
  {
    breach: 'a pure room imports workers',
    file: 'libs/values/src/planted-worker.ts',
    content: `import { Worker } from 'worker_threads';\nexport const planted = Worker;\n`,
    rules: ['pure-built-ins'],
  },
  {
    breach: 'a pure room imports a package that it may not',
    file: 'libs/contracts/src/planted-package.ts',
    content: `import { Command } from 'commander';\nexport const planted = Command;\n`,
    rules: ['pure-packages'],
  },
  {
    breach: 'a cycle',
    file: 'libs/values/src/planted-egg.ts',
    content: `import { hen } from './planted-hen.js';\nexport const egg = (): unknown => hen;\n`,
    rules: ['no-cycle'],
  },
  {
    breach: 'an import up the levels',
    file: 'libs/values/src/planted-climb.ts',
    content: `import { factKinds } from '#contracts';\nexport const planted = factKinds;\n`,
    rules: ['level-values'],
  },
  {
    breach: 'an import across a level',
    file: 'libs/metrics/src/planted-neighbour.ts',
    content: `import type { Bar } from '#market-view';\nexport type Planted = Bar;\n`,
    rules: ['level-metrics'],
  },
  {
    breach: 'a path into another room instead of its name',
    file: 'libs/contracts/src/planted-path.ts',
    content:
      "import { civilDate } from '../../values/src/civil-date.js';\nexport const planted = " +
      'civilDate;\n',
    rules: ['through-the-door'],
  },
  {
    breach: 'a file of another room that is not listed',
    file: 'libs/agents/src/planted-inside.ts',
    content:
      `import { ByteWriter } from '#contracts/journal/byte-writer';\n` +
      'export const planted = ByteWriter;\n',
    rules: ['resolvable'],
  },
  {
    breach: 'a file of another room that is listed for tests alone',
    file: 'libs/agents/src/planted-fixture.ts',
    content:
      `import { messageExamples } from '#contracts/streams/message-examples.fixture';\n` +
      'export const planted = messageExamples;\n',
    rules: ['doors-of-tests'],
  },
  {
    breach: 'an app imports another app',
    file: 'apps/planted-one/src/main.ts',
    content: `import { two } from '../../planted-two/src/main.js';\nexport const one = two;\n`,
    rules: ['apps-apart'],
  },
  {
    breach: 'a room imports an app',
    file: 'libs/values/src/planted-app.ts',
    content:
      "import { two } from '../../../apps/planted-two/src/main.js';\nexport const planted = " +
      'two;\n',
    rules: ['level-values'],
  },
  {
    breach: 'a file that nothing imports and that imports nothing',
    file: 'libs/values/src/planted-orphan.ts',
    content: 'export const planted = 1;\n',
    rules: ['no-orphan'],
  },
  {
    breach: 'an import that leads nowhere',
    file: 'libs/values/src/planted-gap.ts',
    content: `import { nothing } from './planted-nothing.js';\nexport const planted = nothing;\n`,
    rules: ['resolvable'],
  },
] as const;

/** The other half of the cycle. */
const hen = `import { egg } from './planted-egg.js';\nexport const hen = (): unknown => egg;\n`;

/** What the plants import, harmless by itself. */
const ground = {
  'libs/event-log/src/kafka/planted-broker.ts':
    'export { microsPerDay as topic } ' + "from '#values';\n",
  'apps/planted-two/src/main.ts': 'export const two = 2;\n',
};

const rooms = ['apps', 'libs'];
const isWhole = sweepSize('planted', 'whole') === 'whole';

const cruise = (copy: ProjectCopy, ...files: readonly string[]): Promise<Outcome> =>
  copy.run('depcruise', '--config', '.dependency-cruiser.cjs', ...files);

/** From the lines `error <rule>: <file> → <import>`. */
function violationsIn(output: string): Violation[] {
  const line = /^\s*error (?<rule>[a-z-]+): (?<from>\S+)/gm;
  return [...output.matchAll(line)].map(({ groups }) => ({
    rule: groups?.['rule'] ?? '',
    from: groups?.['from'] ?? '',
  }));
}

describe('the doors of the rooms', () => {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    imports: Readonly<Record<string, unknown>>;
  };
  const doors = Object.keys(imports);

  it('are listed one by one', () => {
    expect(doors.filter((door) => door.includes('*'))).toEqual([]);
  });

  it('are used, each of them', () => {
    const folders = ['apps', 'libs', 'test', 'bench', 'scripts', 'examples'];
    const used = new Set(
      globSync(folders.map((folder) => `${folder}/**/*.{ts,js,mjs}`))
        .filter((file) => !file.includes('node_modules'))
        .flatMap((file) => readFileSync(file, 'utf8').match(/'#[a-z-]+(?:\/[\w./-]+)?'/g) ?? [])
        .map((quoted) => quoted.slice(1, -1)),
    );
    expect(doors.filter((door) => !used.has(door))).toEqual([]);
  });
});

describe('the boundaries check', () => {
  let copy: ProjectCopy;
  let untouched: Outcome;
  let planted: Outcome;
  let violations: readonly Violation[];

  beforeAll(async () => {
    copy = copyProject();
    for (const [file, content] of Object.entries(ground)) copy.plant(file, header + content);
    untouched = await cruise(copy, ...(isWhole ? rooms : Object.keys(ground)));
    for (const { file, content } of plants) copy.plant(file, header + content);
    copy.plant('libs/values/src/planted-hen.ts', header + hen);
    planted = await cruise(copy, ...(isWhole ? rooms : plants.map(({ file }) => file)));
    violations = violationsIn(planted.output);
  }, 120_000);

  afterAll(() => copy.remove());

  it('passes the tree as it is', () => {
    expect(untouched.output).toContain('no dependency violations found');
    expect(untouched.exitCode).toBe(0);
  });

  it('fails the tree with planted imports, one error each at least', () => {
    expect(planted.exitCode).not.toBe(0);
    expect(violations.length).toBeGreaterThanOrEqual(plants.length);
  });

  it.each(plants)('stops: $breach', ({ file, rules }) => {
    const names = violations.filter(({ from }) => from === file).map(({ rule }) => rule);
    expect(names).toEqual(expect.arrayContaining([...rules]));
  });

  it('blames nothing but what was planted', () => {
    const blamed = new Set(violations.map(({ from }) => from));
    expect([...blamed].sort()).toEqual(plants.map(({ file }): string => file).sort());
  });
});
