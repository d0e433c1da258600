/**
 * Laws of live tapes: a pure function of their frames that only moves forward and never
 * repeats a fact.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runsOfSweep, sweepSize } from '#values/sweep-size.fixture';
import { parseInstant, type Instant } from '#values';
import { factKinds, type FactColumns } from '#contracts';
import type { FeedDescription } from '#feeds/port/feed-description';
import type { Frame } from '#feeds/port/feed';
import { HeldClock } from '#feeds/feed-clock.fixture';
import { FactBuffer } from '#feeds/fold/fact-buffer';
import { factWords, readFacts } from '#feeds/recording/fact-words.fixture';
import { FeedFold } from '#feeds/fold/feed-fold';
import { FrameLog } from '#feeds/frames/frame-log';
import { openLiveRecording } from '#feeds/recording/open-live-recording';
import { RecordedSource } from '#feeds/recording/recorded-source';
import { recordingHeader } from '#feeds/fold/recording-header';
import { scriptedDecoder, scriptedFeed, type ScriptedFault } from '#feeds/scripted-feed.fixture';
import { Tape } from '#tape';
import { describedFrames, framesStart, generatedFrames } from './generated-frames.js';

const runs = runsOfSweep(sweepSize(20, 1000));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tapefold-fold-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const descriptions = fc.constantFrom(
  describedFrames(),
  describedFrames({ bars: { from: 'trades' } }),
  describedFrames({ bars: { from: 'quotes', minutes: 5 }, lateAfterMs: 0 }),
);

function foldOf(description: FeedDescription): FeedFold {
  const claim = (text: string) => ({ sha256: '0'.repeat(64), chars: text.length });
  return new FeedFold({ description, decoder: scriptedDecoder, claim });
}

function folded(frames: readonly Frame[], description: FeedDescription): FactColumns {
  const fold = foldOf(description);
  const out = new FactBuffer(4);
  for (const frame of frames) fold.take(frame, out);
  return out.columns;
}

const wordsOf = (facts: FactColumns): string[] =>
  Array.from({ length: facts.count }, (_, row) => factWords(facts, row));

/** Facts and tape hash of a folder. */
async function replayed(description: FeedDescription): Promise<{ hash: string; facts: number }> {
  const source = new RecordedSource({ folder, description, decoder: scriptedDecoder });
  const tape = new Tape(recordingHeader(description, description.symbols), [source]);
  while ((await tape.next()) !== null);
  tape.close();
  return { hash: tape.hash(), facts: tape.facts };
}

describe('a live tape', () => {
  it('is the same however its frames were stored, in batches and after restarts', async () => {
    const storing = fc.record({
      flushEvery: fc.integer({ min: 1, max: 8 }),
      restartAt: fc.nat({ max: 40 }),
    });
    const law = async (
      frames: Frame[],
      description: FeedDescription,
      { flushEvery, restartAt }: { flushEvery: number; restartAt: number },
    ): Promise<void> => {
      const inOne = folded(frames, description);
      rmSync(folder, { recursive: true, force: true });
      let log = new FrameLog(folder);
      frames.forEach((frame, at) => {
        if (at === restartAt) {
          log.close();
          log = new FrameLog(folder);
        }
        log.append(frame);
        if (at % flushEvery === 0) log.flush();
      });
      log.close();
      const facts: string[] = [];
      await readFacts(new RecordedSource({ folder, description, decoder: scriptedDecoder }), facts);
      expect(facts).toEqual(wordsOf(inOne));
      const again = await replayed(description);
      expect(again.facts).toBe(inOne.count);
      expect(await replayed(description)).toEqual(again);
    };
    await fc.assert(fc.asyncProperty(generatedFrames, descriptions, storing, law), runs);
  });

  it('never goes back, and has each fact when its frame came or its time was over', () => {
    const law = (frames: Frame[], description: FeedDescription): void => {
      const fold = foldOf(description);
      const out = new FactBuffer();
      let last = -Infinity;
      for (const frame of frames) {
        out.clear();
        fold.take(frame, out);
        for (let row = 0; row < out.columns.count; row++) {
          const known = out.columns.knowledgeTime[row] as number;
          expect(known).toBeGreaterThanOrEqual(last);
          expect(known).toBeLessThanOrEqual(frame.receivedAt);
          expect(known === frame.receivedAt || known % 1000 < 2).toBe(true);
          last = known;
        }
      }
    };
    fc.assert(fc.property(generatedFrames, descriptions, law), runs);
  });

  it('has the same bars and trades if frames come twice, at once or later', () => {
    const kept = (facts: FactColumns): string[] =>
      wordsOf(facts).filter((_, row) => {
        const kind = facts.kind[row];
        return kind === factKinds.bar || kind === factKinds.trade;
      });
    const twice = fc.array(fc.record({ frame: fc.nat(), later: fc.nat({ max: 5 }) }), {
      maxLength: 20,
    });
    const law = (
      frames: Frame[],
      description: FeedDescription,
      doubled: readonly { frame: number; later: number }[],
    ): void => {
      const extra = doubled.map(({ frame, later }, number): Frame => {
        const at = frame % frames.length;
        const before = frames[Math.min(frames.length - 1, at + later)] as Frame;
        return { ...(frames[at] as Frame), receivedAt: before.receivedAt + 1 + number };
      });
      const both = [...frames, ...extra].sort((a, b) => a.receivedAt - b.receivedAt);
      expect(kept(folded(both, description))).toEqual(kept(folded(frames, description)));
    };
    fc.assert(fc.property(generatedFrames, descriptions, twice, law), runs);
  });
});

describe('a recorder over a faulty feed', () => {
  const fault: fc.Arbitrary<ScriptedFault> = fc.oneof(
    fc.record({
      frame: fc.nat({ max: 29 }),
      fault: fc.constantFrom('drop', 'double', 'swap', 'garble'),
    }),
    fc.record({
      frame: fc.nat({ max: 29 }),
      fault: fc.constant('break' as const),
      frames: fc.integer({ min: 1, max: 6 }),
    }),
  );
  type History = 'whole' | 'none' | 'lost' | { readonly refusals: number };
  const history = fc.constantFrom<History[]>(
    'whole',
    'none',
    'lost',
    { refusals: 3 },
    { refusals: 100 },
  );

  it('has all trades or a named gap, no open one, and a replay that is the same', async () => {
    const law = async (faults: ScriptedFault[], served: History, stopAt: number): Promise<void> => {
      rmSync(folder, { recursive: true, force: true });
      const description = describedFrames();
      const clock = new HeldClock(framesStart / 1000);
      const { now, sleep } = clock.micros;
      const frames = Array.from({ length: 30 }, (_, at) => {
        const time = framesStart + (at + 1) * 1e6;
        const numbered = { stream: 'AAA', number: at + 1 };
        const trade = {
          kind: 'trade' as const,
          symbol: 'AAA',
          at: time,
          id: `${at}`,
          price: 1,
          size: 1,
        };
        return { at: time, items: [{ ...trade, numbered }] };
      });
      const feed = scriptedFeed({ frames, now, sleep, faults, history: served });
      const open = () =>
        openLiveRecording({ folder, description, feed, now, sleep, takeLock: () => undefined });
      const first = await open();
      const reading = readFacts(first.source, []).catch(() => undefined);
      await clock.advance(stopAt * 1000);
      await first.close();
      await reading;
      await clock.advance(1500);
      const second = await open();
      const facts: string[] = [];
      const done = readFacts(second.source, facts);
      await clock.advance(900_000);
      expect(second.status().gapsOpen).toBe(0);
      await second.end();
      await done;
      const { gapsLost } = second.status();
      const has = (kind: string): number =>
        facts.filter((fact) => fact.includes(` ${kind} `)).length;
      expect(unnamed(facts)).toEqual([]);
      expect(has('feedGap')).toBe(gapsLost);
      const again: string[] = [];
      await readFacts(new RecordedSource({ folder, description, decoder: scriptedDecoder }), again);
      expect(again).toEqual(facts);
    };
    const cases = fc.asyncProperty(
      fc.array(fault, { maxLength: 5 }),
      history,
      fc.nat({ max: 40 }),
      law,
    );
    await fc.assert(cases, runsOfSweep(sweepSize(16, 1000)));
  });
});

/**
 * The trades of the script that are neither on the tape nor in a gap that it names. Trades missing
 * before the first or after the last one received are undetectable.
 */
function unnamed(facts: readonly string[]): number[] {
  const times = facts.flatMap((fact) => {
    const [, time] = / (?:trade|correction) 0 at (\S+)/.exec(fact) ?? [];
    return time === undefined ? [] : [parseInstant(time) as Instant];
  });
  const gaps = facts
    .filter((fact) => fact.includes(' feedGap '))
    .map((fact) => JSON.parse(fact.slice(fact.indexOf('{'))) as { from: number; to: number });
  const oldest = Math.min(...times);
  const newest = Math.max(...times);
  const scripted = Array.from({ length: 30 }, (_, at) => framesStart + (at + 1) * 1e6);
  return scripted.filter(
    (time) =>
      time > oldest &&
      time < newest &&
      !times.includes(time) &&
      !gaps.some(({ from, to }) => time >= from && time <= to),
  );
}
