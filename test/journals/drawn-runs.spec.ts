/**
 * Goldens of drawn runs: what a book does with worlds that the reference and the laws judge elsewhere, event by event,
 * so that any change of a figure shows here within seconds. TAPEFOLD_ACCEPT_JOURNALS=1 rewrites them, after the suites
 * `reference`, `laws` and `properties` have passed.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JournalEvent } from '#contracts';
import { line } from '../../libs/portfolio/test/book-story.js';
import { drawLawWorld } from '../laws/law-world.js';
import { drawnLives, journalOf, liveOf } from '../properties/drawn-live-run.js';
import { bookRuns, pairRuns } from '../properties/generated-book-run.js';
import { play } from '../properties/played-book-run.js';
import { drawWorld } from '../reference/drawn-world.js';
import { drawnKinds } from '../reference/kinds.js';
import { runWorld } from '../reference/product-outcome.js';
import type { World } from '../reference/world.js';

const isAccepting = process.env['TAPEFOLD_ACCEPT_JOURNALS'] === '1';
const folder = mkdtempSync(join(tmpdir(), 'tapefold-drawn-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Shown by `line`; the others say how a run was made, and what its agent answered. */
const shownTypes: ReadonlySet<string> = new Set([
  ...['OrderAccepted', 'OrderDenied', 'OrderFilled', 'OrderPartlyFilled', 'OrderCancelled'],
  ...['CancelRequested', 'CancelIgnored', 'DividendBooked', 'SplitApplied', 'BorrowCharged'],
  'MarkTaken',
]);

/** A mark is left out where equity, cash and prices are those of the mark before it. */
function linesOf(events: readonly JournalEvent[]): string[] {
  const lines: string[] = [];
  let mark = '';
  for (const event of events.filter(({ type }) => shownTypes.has(type))) {
    const text = line(event);
    if (event.type === 'MarkTaken') {
      const figures = text.slice(text.indexOf(':'));
      if (figures === mark) continue;
      mark = figures;
    }
    lines.push(`  ${event.asOf} ${text}`);
  }
  return lines;
}

const eventsOf = async (world: World): Promise<readonly JournalEvent[]> =>
  (await runWorld(world, folder)).events;
const sampled = <T>(runs: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(runs, { numRuns: count, seed: 1 });
const lives = sampled(drawnLives, 120);
const books = sampled(bookRuns, 60);
const pairs = sampled(pairRuns, 12);
const delivery = { batchFacts: 64, chunkFacts: 100, waits: false };

interface Drawn {
  readonly name: string;
  readonly count: number;
  readonly run: (number: number) => Promise<readonly JournalEvent[]> | readonly JournalEvent[];
}

const drawn: readonly Drawn[] = [
  {
    name: 'worlds',
    count: 60,
    run: (number) => eventsOf(drawWorld(`fixed/${number}`, drawnKinds)),
  },
  { name: 'law-worlds', count: 50, run: (number) => eventsOf(drawLawWorld(`law/${number}`)) },
  {
    name: 'lives',
    count: lives.length,
    run: async (number) => (await journalOf(liveOf(lives[number]!), delivery)).events,
  },
  {
    name: 'books',
    count: books.length,
    run: (number) => play(books[number]!).map(({ event }) => event),
  },
  {
    name: 'pairs',
    count: pairs.length,
    run: (number) => play(pairs[number]!).map(({ event }) => event),
  },
];

describe.each(drawn)('drawn $name', ({ name, count, run }) => {
  const file = join(import.meta.dirname, `drawn-${name}.txt`);
  const titleOf = (number: number): string => `${name} ${number}`;

  it('give the events that were accepted', async () => {
    const lines: string[] = [];
    for (let number = 0; number < count; number++) {
      lines.push(titleOf(number), ...linesOf(await run(number)));
    }
    if (isAccepting) writeFileSync(file, `${lines.join('\n')}\n`);
    expect(lines).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'));
  });
});
