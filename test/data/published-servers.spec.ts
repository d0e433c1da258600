/**
 * The questions that were asked of HERCULEAN's published servers, and what was recorded of their
 * answers: under the profile each answer is the same, or differs as a row of the page says.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMarket, parseAsOf } from '#backtest';
import { reportFilesAt } from '#herculean/reports/report-files';
import { Capability, type ToolSet } from '#tools';
import { listingOf } from '#tools/mcp/tool-listing';
import {
  publishedAuditing,
  publishedEvaluation,
  publishedHedging,
  publishedInsights,
  publishedTrading,
} from '#tools/published/published-servers';
import { writePublishedEnvironment } from './published-environment.fixture.js';
import { factOf, readRecording, type RecordedServer } from './published-facts.fixture.js';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');
const root = mkdtempSync(join(tmpdir(), 'published-servers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const environment = join(root, 'env.duckdb');
const filings = join(data, 'xbrl');
const { reports, questions, facts, servers } = readRecording();

beforeAll(async () => {
  await writePublishedEnvironment(environment, data);
  for (const [path, text] of reports) {
    mkdirSync(dirname(join(root, 'reports', path)), { recursive: true });
    writeFileSync(join(root, 'reports', path), text);
  }
});

const sets: Readonly<Record<string, () => ToolSet>> = {
  trading: () => publishedTrading,
  hedging: () => publishedHedging({ dbPath: environment, dataDir: join(root, 'data/trading') }),
  report_generation: () => publishedInsights,
  report_evaluation: () => publishedEvaluation(() => reportFilesAt(join(root, 'reports'))),
  auditing: () => publishedAuditing(filings),
};

async function served({ server, asOf }: RecordedServer): Promise<Capability> {
  const set = sets[server]?.();
  const market = await openMarket(server === 'auditing' ? filings : environment);
  const { view } = market.at(parseAsOf(asOf));
  if (set === undefined) throw new Error(`no server ${server}`);
  return new Capability({
    sets: [set],
    context: { view, desk: null },
    limits: { calls: Infinity, bytes: Infinity },
    now: () => 0,
  });
}

const page = readFileSync('docs/reference/published-servers.md', 'utf8');
const rows = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, id]) => id);

it.each(servers)('$server (as of $asOf) answers as published', async (recorded) => {
  const capability = await served(recorded);
  const place = recorded.server === 'auditing' ? filings : root;
  const different: unknown[] = [];
  for (const [question, fact, difference] of recorded.answers) {
    const { tool, args } = questions[question]!;
    const outcome = capability.call(tool, args);
    const own = outcome.error === null ? factOf(outcome.value, place) : 'error';
    const isEqual = JSON.stringify(own) === JSON.stringify(facts[fact]);
    // A difference that is none any more is no longer a row of the page.
    if (isEqual !== (difference === undefined)) {
      different.push({ tool, args, difference, published: facts[fact], own });
    }
    if (difference !== undefined) expect(rows).toContain(difference);
  }
  expect(different).toEqual([]);
});

it.each(servers)('$server (as of $asOf) defines its tools in no more words', async (recorded) => {
  const { tools } = await served(recorded);
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(recorded.sizes));
  for (const one of tools) {
    const size = JSON.stringify(listingOf(one)).length;
    expect(size, one.name).toBeLessThanOrEqual(recorded.sizes[one.name] ?? 0);
  }
});

it('has each row of the page somewhere', () => {
  const found = new Set(servers.flatMap(({ answers }) => answers.map(([, , id]) => id)));
  // The prompt keeps look-ahead out there: no question of an earlier as-of is repeated.
  const expected = rows.filter((id) => id !== 'look-ahead' && id !== 'data-folder');
  expect([...found].filter((id) => id !== undefined).sort()).toEqual(expected.sort());
});
