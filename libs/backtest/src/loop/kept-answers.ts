/**
 * Stores answers on disk from arrival until their turn: one JSON line each, after a first line that names the run's
 * plan. When the run is finished, its journal has all answers and the file is deleted.
 */

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { z } from 'zod';
import { corruptJournal, excerpt, unavailable } from '#values';
import { isPrelude, type DecisionEvent } from '#contracts';
import { isDecisionEvent } from '#contracts/journal/journal-event-schema';
import { planDigest, type PreludeEvent, type RunPlan } from '#workflows';
import { callSchema } from '../run-folder/call-log.js';
import type { KeptAnswer, KeptAnswers, KeptCall } from './task-askers.js';

/** A line before an answer: the calls behind it. */
const callsSchema = z.strictObject({
  asOf: z.int(),
  calls: z.array(z.strictObject({ record: callSchema, text: z.string().nullable() })),
});

export class AnswerFile implements KeptAnswers {
  readonly known = new Map<number, KeptAnswer>();
  readonly open: number;
  /** Calls behind kept answers, by as-of. */
  private readonly calls = new Map<number, readonly KeptCall[]>();
  private file: number | undefined;

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
    // Their calls are on record already.
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

  keep(
    { asOf, time }: { readonly asOf: number; readonly time: number },
    { answer, preludes, calls }: KeptAnswer,
  ): void {
    this.reach(() => {
      this.file ??= this.begin();
      const events = [...preludes, answer].map((event) => ({ ...event, asOf, time }));
      this.write(this.file, ...(calls.length === 0 ? [] : [{ asOf, calls }]), ...events);
    });
  }

  /** Closes the file without deleting it. Safe to call twice. */
  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private begin(): number {
    const file = openSync(this.path, 'a');
    // A crash may have left a file without its first line.
    if (fstatSync(file).size === 0) this.write(file, { plan: planDigest(this.plan) });
    return file;
  }

  private write(file: number, ...lines: readonly object[]): void {
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    fsyncSync(file);
  }

  private read(): DecisionEvent[] {
    if (!existsSync(this.path)) return [];
    const whole = this.reach(() => {
      const text = readFileSync(this.path, 'utf8');
      const lines = text.slice(0, text.lastIndexOf('\n') + 1);
      truncateSync(this.path, Buffer.byteLength(lines));
      return lines;
    });
    const [first, ...rest] = whole.split('\n').slice(0, -1).map(parsed);
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

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
