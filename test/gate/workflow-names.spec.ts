/** Outside their own room, product lines name no workflow, except at the places below. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allWorkflows } from '#workflows';

const root = join(import.meta.dirname, '../..');

/** How many lines may name one, by file. */
const allowed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'schemas of scenarios, plans and records that were published': {
    'libs/contracts/src/scenario/scenario.ts': 4,
    'libs/contracts/src/streams/runs.ts': 1,
    'libs/contracts/src/scenario/trading-terms.ts': 1,
  },
  'published layouts of HERCULEAN': {
    'apps/cli/src/commands/groups/submission-commands.ts': 3,
    'libs/herculean/src/rescore/herculean-streams.ts': 2,
  },
  'words of tables': {
    'libs/report/src/table/paper-table.ts': 1,
    'libs/report/src/pages/rescore-page.ts': 1,
    'libs/report/src/words/run-words.ts': 1,
    'libs/report/src/sections/scenario-section.ts': 1,
  },
  'names of commands': { 'apps/cli/src/commands/groups/task-commands.ts': 2 },
};

const names = [...allWorkflows.keys()].join('|');
/** As a text, or as a key of an object. */
const name = new RegExp(`'(?:${names})'|^\\s*(?:${names}):`);

function named(): Record<string, number> {
  const found = ['apps', 'libs'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.spec|\.fixture)\.ts$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((file) => !/^libs\/workflows\/|^apps\/cli\/src\/retrieval\/|\/test\//.test(file))
      .map((file) => {
        const lines = readFileSync(join(root, file), 'utf8').split('\n');
        return [file, lines.filter((line) => name.test(line)).length] as const;
      }),
  );
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

describe('names of workflows', () => {
  it('are only where they are allowed', () => {
    const expected = Object.assign({}, ...Object.values(allowed)) as Record<string, number>;
    expect(named()).toEqual(expected);
  });

  it('are found', () => {
    expect(name.test("if (workflow === 'hedging') return 1;")).toBe(true);
    expect(name.test("  hedging: 'pair-close',")).toBe(true);
    expect(Object.keys(named()).length).toBeGreaterThan(9);
  });
});
