/**
 * Stores answers on disk from arrival until their turn: one JSON line each, after a first line that names the run's
 * plan. When the run is finished, its journal has all answers and the file is deleted.
 */

import { existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { z } from 'zod';
import { corruptJournal, excerpt, jsonOf, unavailable } from '#values';
import { isPrelude, type DecisionEvent } from '#contracts';
import { jsonLines } from '#contracts/parsing/json-lines';
import { isDecisionEvent } from '#contracts/journal/journal-event-schema';
import type { CallRecord } from '#tools';
import { planDigest, type AnswerEvent, type PreludeEvent, type RunPlan } from '#workflows';
import { callSchema } from '../run-folder/call-log.js';
import { appendDurably } from '../run-folder/run-folder.js';

/** A tool call with its result as JSON. */
export interface KeptCall {
  readonly record: CallRecord;
  readonly text: string | null;
}

/** An answer with the journal events that precede it, and the tool calls behind it. */
export interface KeptAnswer {
  readonly answer: AnswerEvent;
  readonly preludes: readonly PreludeEvent[];
  readonly calls: readonly KeptCall[];
}

/** A line before an answer: the calls behind it. */
const callsSchema = z.strictObject({
  asOf: z.int(),
  calls: z.array(z.strictObject({ record: callSchema, text: z.string().nullable() })),
});

/** Answers are durable from arrival until their turn, so that a crash never asks twice. */
export class AnswerFile {
  /** Answers by the as-of of their task, kept by this process or an earlier one. */
  readonly known = new Map<number, KeptAnswer>();
  /** Number of tasks without an answer: more askers would be idle. */
  readonly open: number;
  /** Calls behind kept answers, by as-of. */
  private readonly calls = new Map<number, readonly KeptCall[]>();

  /**
   * Reads the answers in the file at `path`, if it exists, and adds those already in the journal; `tasks` is the number
   * of tasks in all. Truncates an incomplete last line. `CorruptJournal` if the file belongs to another run or a line
   * is broken; `Unavailable`, here and later, if the file cannot be read or written.
   */
  constructor(
    private readonly path: string,
    private readonly plan: RunPlan,
    recorded: readonly DecisionEvent[],
    tasks: number,
  ) {
    // Their calls are already on record.
    const journalled = new Set(recorded.map(({ asOf }) => asOf));
    let preludes: (PreludeEvent & DecisionEvent)[] = [];
    for (const event of [...recorded, ...this.read()]) {
      if (event.type === 'DecisionsUnchanged') continue;
      const calls = journalled.has(event.asOf) ? [] : (this.calls.get(event.asOf) ?? []);
      // A crash may have cut off the answer that these belonged to; the question was asked again.
      if (preludes.some(({ asOf }) => asOf !== event.asOf)) preludes = [];
      if (isPrelude(event)) preludes.push(event);
      else this.known.set(event.asOf, { answer: event, preludes: preludes.splice(0), calls });
    }
    this.open = tasks - this.known.size;
  }

  /** Stores an answer; it is durable on return. */
  keep(
    { asOf, time }: { readonly asOf: number; readonly time: number },
    { answer, preludes, calls }: KeptAnswer,
  ): void {
    this.reach(() => {
      // A crash may have left a file without its first line.
      const isBegun = (statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) > 0;
      const lines = [
        ...(isBegun ? [] : [{ plan: planDigest(this.plan) }]),
        ...(calls.length === 0 ? [] : [{ asOf, calls }]),
        ...[...preludes, answer].map((event) => ({ ...event, asOf, time })),
      ];
      appendDurably(this.path, jsonLines(lines));
    });
  }

  private read(): DecisionEvent[] {
    if (!existsSync(this.path)) return [];
    const whole = this.reach(() => {
      const text = readFileSync(this.path, 'utf8');
      const lines = text.slice(0, text.lastIndexOf('\n') + 1);
      truncateSync(this.path, Buffer.byteLength(lines));
      return lines;
    });
    const [first, ...rest] = whole
      .split('\n')
      .slice(0, -1)
      .map((line) => jsonOf(line) ?? line);
    if (first === undefined) return [];
    this.requireOwn(first);
    return rest.flatMap((value, index) => {
      const { data: made } = callsSchema.safeParse(value);
      if (made !== undefined) {
        this.calls.set(made.asOf, made.calls);
        return [];
      }
      if (isDecisionEvent(value)) return [value];
      throw corruptJournal('a kept answer is broken', {
        where: `${this.path} line ${index + 2}`,
        expected: 'the event of an answer as JSON',
        found: excerpt(value),
      });
    });
  }

  private reach<T>(action: () => T): T {
    try {
      return action();
    } catch (cause) {
      throw unavailable('the kept answers cannot be read or written', { where: this.path, cause });
    }
  }

  private requireOwn(first: unknown): void {
    const expected = planDigest(this.plan);
    const found = typeof first === 'object' && first !== null ? Reflect.get(first, 'plan') : first;
    if (found === expected) return;
    throw corruptJournal('the kept answers are of another run', {
      ...{ where: `${this.path} line 1: plan`, expected, found: excerpt(found) },
    });
  }
}
