/** `/v1/runs/{run}/asks` and `…/model-calls`: what agents asked of their models, as recorded. */

import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { RecordingReader, CallKey, RecordedAsk, RecordedCall } from '#llm';
import { type PageOf, pageLimitMax, type Page } from '#read-models';
import { endedAskSchema, openedAskSchema } from '#llm/calls/ask';
import { recordedCallSchema } from '#llm/calls/recorded-call';
import { GATEWAY, type GatewayModels } from '../providers/gateway-parts.js';
import { Answers } from '../auth/answers.js';
import { rowsOf } from '../failures/known-run.js';
import {
  pageQueryWith,
  runPathSchema,
  type PageQuery,
  pageOf,
  pageSchema,
} from '../resources/fields.js';

const whole = '[0-8]?[0-9]{1,15}';

/** Patterns of cursors, in a regex dialect that all languages share; every string that matches is a cursor. */
const recordingCursors = {
  asks: new RegExp(`^asks:${whole}:${whole}$`, 'u'),
  modelCalls: new RegExp(`^model-calls:${whole}:${whole}:${whole}:[^\\x00]{1,64}$`, 'u'),
};

/** Characters of requests and responses after which a page ends. */
const charactersMax = 4_000_000;

/** The attempts after a cursor, by as-of and attempt. */
export async function asksPage(
  reader: RecordingReader,
  run: string,
  { limit = pageLimitMax, after }: Page,
): Promise<PageOf<RecordedAsk>> {
  const [, asOf = -1, attempt = -1] = (after ?? '').split(':').map(Number);
  const behind = (await reader.asksOf(run)).filter(
    ({ opened }) => opened.asOf > asOf || (opened.asOf === asOf && opened.attempt > attempt),
  );
  const items = behind.slice(0, limit);
  const last = items.at(-1)?.opened;
  const hasMore = behind.length > items.length && last !== undefined;
  return { items, next: hasMore ? `asks:${last.asOf}:${last.attempt}` : null };
}

/** The calls after a cursor, by as-of, attempt, lane and ordinal; fewer than `limit` if they are long. */
export async function modelCallsPage(
  reader: RecordingReader,
  run: string,
  { limit = pageLimitMax, after }: Page,
): Promise<PageOf<RecordedCall>> {
  const last = after === undefined ? undefined : keyIn(after);
  const items: RecordedCall[] = [];
  let characters = 0;
  for (const asOf of await decisionsFrom(reader, run, last?.asOf ?? 0)) {
    const calls = [...(await reader.callsOf(run, asOf))].toSorted(inOrder);
    for (const call of calls) {
      if (last !== undefined && inOrder(call, last) <= 0) continue;
      const previous = items.at(-1);
      if (previous !== undefined && (items.length >= limit || characters > charactersMax)) {
        return { items, next: cursorOf(previous) };
      }
      items.push(call);
      characters += lengthOf(call);
    }
  }
  return { items, next: null };
}

async function decisionsFrom(
  reader: RecordingReader,
  run: string,
  from: number,
): Promise<readonly number[]> {
  const asked = (await reader.asksOf(run)).map(({ opened }) => opened.asOf);
  return [...new Set(asked)].filter((asOf) => asOf >= from);
}

type InRun = Omit<CallKey, 'run'>;

const inOrder = (one: InRun, other: InRun): number =>
  one.asOf - other.asOf ||
  one.attempt - other.attempt ||
  textOrder(one.lane, other.lane) ||
  one.ordinal - other.ordinal;

const textOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const cursorOf = ({ asOf, attempt, ordinal, lane }: InRun): string =>
  `model-calls:${asOf}:${attempt}:${ordinal}:${lane}`;

function keyIn(cursor: string): InRun {
  const [, asOf, attempt, ordinal, ...lane] = cursor.split(':');
  const [at, of, number] = [Number(asOf), Number(attempt), Number(ordinal)];
  return { asOf: at, attempt: of, ordinal: number, lane: lane.join(':') };
}

const lengthOf = ({ request, response }: RecordedCall): number =>
  (response?.frames ?? []).reduce((sum, { text }) => sum + text.length, request.length);

/** Attempts and model calls on the wire: what the recording has of them. */
const recordedAskSchema = z
  .strictObject({ opened: openedAskSchema, ended: endedAskSchema.nullable() })
  .meta({
    id: 'Ask',
    description: 'An attempt to get a decision; it has no end while it is in progress.',
  });

const modelCallSchema = recordedCallSchema.meta({
  id: 'ModelCall',
  description: 'A model call as recorded on the wire, without keys.',
});

type RunPath = z.output<typeof runPathSchema>;
const runIn = { schema: runPathSchema };
const asksIn = { schema: pageQueryWith(recordingCursors.asks) };
const callsIn = { schema: pageQueryWith(recordingCursors.modelCalls) };

@Controller('v1/runs')
export class RecordingsController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.recordings) private readonly recordings: RecordingReader,
  ) {}

  @Get(':run/asks')
  @Answers({ scope: 'read', summary: 'Attempts', answer: pageSchema(recordedAskSchema) })
  async asks(@Param(runIn) { run }: RunPath, @Query(asksIn) query: PageQuery) {
    return rowsOf(this.models, run, asksPage(this.recordings, run, pageOf(query)));
  }

  @Get(':run/model-calls')
  @Answers({ scope: 'read', summary: 'Model calls', answer: pageSchema(modelCallSchema) })
  async modelCalls(@Param(runIn) { run }: RunPath, @Query(callsIn) query: PageQuery) {
    return rowsOf(this.models, run, modelCallsPage(this.recordings, run, pageOf(query)));
  }
}
