/**
 * Goldens of drawn runs: what a book does with worlds that the reference and the laws judge
 * elsewhere, event by event, so that any change of a figure shows here within seconds.
 * TAPEFOLD_ACCEPT_JOURNALS=1 rewrites them, after the suites `reference`, `laws` and
 * `properties` have passed.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import type { JournalEvent } from '#contracts';
import { line } from '#portfolio/book/book-story.fixture';
import { drawLawWorld } from '../laws/law-world.js';
import { drawnLives, journalOf, liveOf } from '../properties/drawn-live-run.js';
import { bookRuns, pairRuns, type BookRun } from '../properties/generated-book-run.js';
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
  'OrderAccepted',
  'OrderDenied',
  'OrderFilled',
  'OrderPartlyFilled',
  'OrderCancelled',
  'CancelRequested',
  'CancelIgnored',
  'DividendBooked',
  'SplitApplied',
  'BorrowCharged',
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

const eventsOfWorld = async (world: World): Promise<readonly JournalEvent[]> =>
  (await runWorld(world, folder)).events;
const sampled = <T>(runs: fc.Arbitrary<T>, count: number): readonly T[] =>
  fc.sample(runs, { numRuns: count, seed: 1 });
const delivery = { batchFacts: 64, chunkFacts: 100, waits: false };

interface Drawn<T = unknown> {
  readonly name: string;
  readonly inputs: readonly T[];
  readonly eventsOf: (input: T) => Promise<readonly JournalEvent[]> | readonly JournalEvent[];
}

const of = <T>(name: string, inputs: readonly T[], eventsOf: Drawn<T>['eventsOf']): Drawn =>
  ({ name, inputs, eventsOf }) as Drawn;
const numbered = <T>(count: number, draw: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => draw(number));
const eventsOfBook = (run: BookRun): readonly JournalEvent[] => play(run).map(({ event }) => event);

const drawn: readonly Drawn[] = [
  of(
    'worlds',
    numbered(60, (number) => drawWorld(`fixed/${number}`, drawnKinds)),
    eventsOfWorld,
  ),
  of(
    'law-worlds',
    numbered(50, (number) => drawLawWorld(`law/${number}`)),
    eventsOfWorld,
  ),
  of('lives', sampled(drawnLives, 120), async (live) => {
    const { events } = await journalOf(liveOf(live), delivery);
    return events;
  }),
  of('books', sampled(bookRuns, 60), eventsOfBook),
  of('pairs', sampled(pairRuns, 12), eventsOfBook),
];

describe.each(drawn)('drawn $name', ({ name, inputs, eventsOf }) => {
  const file = join(import.meta.dirname, `drawn-${name}.txt`);

  it('give the events that were accepted', async () => {
    const lines: string[] = [];
    for (const [number, input] of inputs.entries()) {
      // Where the hash differs, another input was drawn: the run itself may be the same as before.
      const hash = sha256Hex(JSON.stringify(input)).slice(0, 8);
      lines.push(`${name} ${number}, drawn as ${hash}`, ...linesOf(await eventsOf(input)));
    }
    if (isAccepting) writeFileSync(file, `${lines.join('\n')}\n`);
    expect(lines).toEqual(readFileSync(file, 'utf8').trimEnd().split('\n'));
  });
});
