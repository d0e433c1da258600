/**
 * A run that does not repeat its record is described in the terms of trading, then by
 * record and bytes.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { createJournal, readJournal } from '#event-log';
import { file, folder, tapefold } from './command-line.fixture.js';

const scenarioOf = (directory: string, agent: string): string =>
  file(
    directory,
    'scenario.yaml',
    `name: repeated
data: synthetic-market
window: { from: 2022-02-01, to: 2022-03-15 }
symbols: [ALDR]
execution: close
agents: [{ id: one, ${agent} }]
`,
  );

/** A finished run, in its own folder. */
async function finished(
  directory: string,
  agent: string,
): Promise<{ run: string; again: string[] }> {
  const again = ['run', scenarioOf(directory, agent), '--out', join(directory, 'out')];
  const ended = await tapefold(...again);
  expect(ended.code, ended.err).toBe(0);
  return { run: join(directory, 'out', 'runs', 'one-ALDR'), again };
}

/**
 * Writes the journal again with an event in place of the first of its type; whole, or
 * cut behind it.
 */
function forge(
  run: string,
  type: JournalEvent['type'],
  { members, isWhole }: { readonly members: object; readonly isWhole: boolean },
): void {
  const path = join(run, 'journal.bin');
  const events: JournalEvent[] = [];
  readJournal(path, ({ event }) => events.push(event));
  rmSync(path);
  const first = events.findIndex((event) => event.type === type);
  const journal = createJournal(path);
  for (const [index, event] of events.slice(0, isWhole ? undefined : first + 5).entries()) {
    journal.append(index === first ? ({ ...event, ...members } as JournalEvent) : event);
  }
  if (isWhole) journal.close();
  else journal.abandon();
}

const bytes = 'bytes( [0-9a-f]{2})+';

it('says what the record says and what the agent now says', async () => {
  const directory = folder();
  file(directory, 'mood.txt', 'long');
  const module = [
    "import { readFileSync } from 'node:fs';",
    "const mood = () => readFileSync(new URL('mood.txt', import.meta.url), 'utf8');",
    "export default { decide: ({ session }) => (session < '2022-02-08' ? 'flat' : mood()) };",
  ];
  file(directory, 'mine.js', `${module.join('\n')}\n`);
  // A confined module could not read the file, unless it listed it, which makes it a
  // part of its hash.
  const { run } = await finished(directory, 'kind: module, file: mine.js, trusted: true');
  const askAgain = ['verify', run, '--ask-again', '--trust-code'];
  expect((await tapefold(...askAgain)).out).toMatch(/^verified: /);
  file(directory, 'mood.txt', 'flat');
  const { code, out } = await tapefold(...askAgain);
  expect(code).toBe(1);
  expect(out).toMatch(
    new RegExp(
      '^not verified: 2022-02-08: the record says long, the agent now says flat; ' +
        `.*journal\\.bin: record \\d+, byte \\d+: the run does not repeat its journal; ` +
        `expected ${bytes}; found ${bytes}\n$`,
    ),
  );
});

it('says which fill the record has and which the run now gives', async () => {
  const { run } = await finished(folder(), 'kind: buy-and-hold');
  forge(run, 'OrderFilled', { members: { price: 99.5 }, isWhole: true });
  const { out } = await tapefold('verify', run);
  const shares = '[\\d.]+ ALDR at';
  expect(out).toMatch(
    new RegExp(
      `^not verified: 2022-02-01: order 1 filled: the record has ${shares} 99\\.5 \\(close\\), ` +
        `.*; the run now gives ${shares} (?!99\\.5 )[\\d.]+ \\(close\\), .*; .*journal\\.bin: ` +
        'record \\d',
    ),
  );
});

it('says it to who resumes a run', async () => {
  const { run, again } = await finished(folder(), 'kind: buy-and-hold');
  const manifestFile = join(run, 'manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as { tape: object };
  const open = { ...manifest, tape: { ...manifest.tape, hash: null } };
  writeFileSync(manifestFile, JSON.stringify(open));
  forge(run, 'MarkTaken', { members: { cash: 7 }, isWhole: false });
  const { code, err } = await tapefold(...again);
  expect(code).toBe(5);
  const equity = 'equity [\\d.]+';
  expect(err).toMatch(
    new RegExp(
      `^CorruptJournal: 2022-02-01: mark: the record has ${equity}, cash 7; ` +
        `the run now gives ${equity}, cash 0; `,
      'm',
    ),
  );
});
