/**
 * Frames in, facts out: a function of the frames, so that a recording always yields the same tape.
 */

import type { DocumentRef } from '#contracts';
import { noInstrument } from '#contracts';
import {
  excerpt,
  isFailure,
  microsPerMilli,
  printable,
  startOfUtcDay,
  type CivilDate,
  type Instant,
} from '#values';
import { calendarOf } from '#market-data/calendar/calendar-of';
import type { RecordingTotals } from '#market-data';
import type { FeedDescription } from '../port/feed-description.js';
import type { FeedItem, Numbered } from '../port/feed-item.js';
import type { DataFrame, FeedDecoder, FeedNote, Frame } from '../port/feed.js';
import type { FactBuffer } from './fact-buffer.js';
import { FoldCounts } from './fold-counts.js';
import { missingOf, Gaps, Outages, type Loss } from './gaps.js';
import { ItemFold } from './item-fold.js';
import { SessionSchedule } from './session-schedule.js';

interface FeedFoldOptions {
  readonly description: FeedDescription;
  readonly decoder: FeedDecoder;
  /** Instruments of the tape, in its order; defaults to those of the description. */
  readonly symbols?: readonly string[] | undefined;
  /** Stores the text of a news item of the current frame. */
  claim(text: string): DocumentRef;
}

export class FeedFold {
  readonly counts = new FoldCounts();
  readonly gaps = new Gaps();
  /** Whether the recording was ended: nothing follows. */
  isEnded = false;
  /** Sessions that closed while trading of a symbol was halted. */
  readonly haltedCloses: { readonly symbol: string; readonly session: CivilDate }[] = [];
  /**
   * Event time up to which everything was compared with the history of the feed; undefined
   * if nothing was.
   */
  reconciledTo: Instant | undefined;
  readonly items: ItemFold;
  private schedule: SessionSchedule | undefined;
  private readonly outages = new Outages(this.gaps);

  constructor(private readonly options: FeedFoldOptions) {
    const { counts, gaps } = this;
    this.items = new ItemFold({ ...options, counts, gaps });
  }

  get totals(): RecordingTotals {
    const { frames, facts, duplicates, late, corrections, unreadable, unmapped } = this.counts;
    const { reconnects, reconciled, clockOffsetMs } = this.counts;
    const { repaired: gapsRepaired, lost: gapsLost, openCount: gapsOpen } = this.gaps;
    const items = { frames, facts, duplicates, late, corrections, unreadable, unmapped };
    return { ...items, reconnects, gapsRepaired, gapsLost, gapsOpen, reconciled, clockOffsetMs };
  }

  /**
   * Appends what became known with the frame, and what was due before it. Frame times must ascend.
   */
  take(frame: Frame, out: FactBuffer): void {
    const before = out.columns.count;
    const { counts } = this;
    const { receivedAt } = frame;
    counts.firstAt ??= receivedAt;
    counts.lastAt = receivedAt;
    this.turn(receivedAt, out);
    if (frame.kind === 'note') this.takeNote(frame.note, receivedAt, out);
    else this.takeData(frame, out);
    counts.facts += out.columns.count - before;
  }

  /** Appends what is due by then although nothing arrived: the end of a window. */
  releaseUntil(until: Instant, out: FactBuffer): void {
    const before = out.columns.count;
    if (this.schedule !== undefined) this.turn(until, out);
    this.counts.facts += out.columns.count - before;
  }

  /**
   * Ready bars and session turns, each at its own time; a bar comes before the close
   * of its session.
   */
  private turn(until: Instant, out: FactBuffer): void {
    const { description } = this.options;
    const schedule = (this.schedule ??= new SessionSchedule(
      calendarOf(description.calendar),
      description.closeDelayMs,
      until,
    ));
    for (;;) {
      const bars = this.items.barsDue;
      const due = Math.min(schedule.next.at, bars);
      if (due > until) return;
      if (bars <= schedule.next.at) this.items.releaseBars(out);
      else this.turnSession(schedule, out);
    }
  }

  private turnSession(schedule: SessionSchedule, out: FactBuffer): void {
    const { kind, session, at } = schedule.next;
    const early = calendarOf(this.options.description.calendar).isEarlyClose(session);
    const turn = kind === 'sessionOpen' ? { kind, session } : { kind, session, early };
    out.push(turn, noInstrument, at, at);
    schedule.advance();
    if (kind === 'sessionOpen') return;
    for (const symbol of this.items.halted) this.haltedCloses.push({ symbol, session });
  }

  private takeData(frame: DataFrame, out: FactBuffer): void {
    const { counts, options } = this;
    counts.frames++;
    counts.bytes += frame.bytes.length;
    let items;
    try {
      items = options.decoder.decode(frame);
      if (items.length > 1) items = inOrder(items);
    } catch (error) {
      counts.unreadable++;
      counts.name(`frame ${counts.frames} on ${excerpt(frame.channel)}: ${reasonOf(error)}`);
      return;
    }
    const isHistory = options.decoder.isHistory?.(frame.channel) === true;
    const { receivedAt } = frame;
    const arrival = { receivedAt, clock: this.venueClock(receivedAt), out, isHistory };
    const { used } = counts;
    for (const item of items) this.items.take(item, arrival);
    if (isHistory) counts.fetched += counts.used - used;
  }

  private venueClock(receivedAt: Instant): Instant {
    return receivedAt + Math.max(0, (this.counts.clockOffsetMs ?? 0) * microsPerMilli);
  }

  /** Until when nothing is missing, if the feed breaks off now. */
  private lastCompared(at: Instant): Instant {
    return Math.min(this.items.newestAt, this.reconciledTo ?? Infinity, this.venueClock(at));
  }

  private takeNote(note: FeedNote, at: Instant, out: FactBuffer): void {
    const { counts, gaps } = this;
    counts.notes++;
    switch (note.note) {
      case 'connected':
        if (this.outages.connected(note.to, at)) counts.reconnects++;
        return;
      case 'disconnected':
        return this.outages.disconnected(note.to, this.lastCompared(at));
      case 'clock':
        counts.clockOffsetMs = note.offsetMs;
        return;
      case 'clockStep':
        if (counts.clockSteps++ === 0) counts.firstStepMs = note.stepMs;
        return;
      case 'repaired':
        return gaps.end(note.symbol, note.from, note.to, 'repaired');
      case 'reconciled':
        counts.reconciliations++;
        counts.reconciled += note.brought;
        this.reconciledTo = note.to;
        return;
      case 'lost':
        gaps.end(note.symbol, note.from, note.to, 'lost');
        return this.pushLost(note, at, out);
      case 'ended':
        return this.end(at, out);
      case 'tick':
        return;
    }
  }

  /** Gaps that are still open when a recording is ended will never be filled. */
  private end(at: Instant, out: FactBuffer): void {
    const reason = 'the recording was ended before it came';
    this.items.bars.release(at, out, 0);
    this.outages.ended(at);
    for (const gap of this.gaps.list()) {
      const { symbol, from, to } = gap.span;
      this.pushLost({ symbol, from, to, missing: missingOf(gap), reason }, at, out);
      this.gaps.close(gap, 'lost');
    }
    this.isEnded = true;
  }

  private pushLost(lost: Loss, knowledgeTime: Instant, out: FactBuffer): void {
    const { symbol, from, to, missing, reason } = lost;
    const instrument = symbol === null ? noInstrument : this.items.instrumentOf(symbol);
    if (instrument === undefined) return;
    this.gaps.lose(lost);
    const symbols = symbol === null ? [] : [symbol];
    const { name: source } = this.options.description;
    const gap = { kind: 'feedGap' as const, source, symbols, from, to, missing, reason };
    out.push(gap, instrument, to, knowledgeTime);
  }
}

/** A decoder that throws an unexpected error also met an unreadable frame. */
function reasonOf(error: unknown): string {
  if (isFailure(error)) return printable(error.message, 300);
  return `the decoder failed: ${excerpt(error instanceof Error ? error.message : error)}`;
}

/**
 * The items by time, and those of a numbered stream by number. Items of equal time keep the order
 * of the list; a newest-first list is reversed. Items without a time keep their place.
 */
function inOrder(items: readonly FeedItem[]): readonly FeedItem[] {
  const timed = items.filter((item) => !Number.isNaN(timeOf(item)));
  const steps = timed.map((item, at) => Math.sign(timeOf(item) - timeOf(timed[at - 1] ?? item)));
  const isSorted = !steps.includes(-1) && !timed.some((item) => numberedOf(item) !== undefined);
  if (isSorted) return items;
  const read = steps.reduce((sum, step) => sum + step, 0) < 0 ? timed.toReversed() : timed;
  const byTime = read.toSorted((a, b) => timeOf(a) - timeOf(b));
  const streams = Map.groupBy(byTime, (item) => numberedOf(item)?.stream);
  const next = new Map([...streams].map(([name, own]) => [name, byNumber(own).values()]));
  const ordered = byTime.map((item) => next.get(numberedOf(item)?.stream)?.next().value ?? item);
  const rest = ordered.values();
  return items.map((item) => (Number.isNaN(timeOf(item)) ? item : (rest.next().value ?? item)));
}

/** Numbers that are far apart may belong to a restarted stream: then the times decide. */
function byNumber(items: readonly FeedItem[]): readonly FeedItem[] {
  const sorted = items.toSorted((a, b) => numberOf(a) - numberOf(b));
  return numberOf(sorted.at(-1)) - numberOf(sorted[0]) < 2 * items.length ? sorted : items;
}

/** NaN for an item without a time. */
function timeOf(item: FeedItem): Instant {
  if ('at' in item) return item.at;
  if (item.kind === 'bar') return item.end;
  if (item.kind === 'dailyBar') return startOfUtcDay(item.session);
  return item.kind === 'news' ? item.publishedAt : NaN;
}

function numberedOf(item: FeedItem | undefined): Numbered | undefined {
  if (item?.kind === 'trade' || item?.kind === 'quote') return item.numbered;
  return item?.kind === 'heartbeat' ? item.last : undefined;
}

/** A heartbeat names the last number that was sent: it sorts after that item. */
const numberOf = (item: FeedItem | undefined): number =>
  (numberedOf(item)?.number ?? NaN) + (item?.kind === 'heartbeat' ? 0.5 : 0);
