/** `/v1/tapes`: tapes, the texts that they refer to, and commands to their clocks. */

import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, HttpStatus, Inject, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { conflict } from '#values';
import type { ClockCommand } from '#contracts/streams/market';
import { openEnd } from '#contracts/scenario/trading-terms';
import type { TapeState } from '#read-models';
import { deadLetterRowSchema, documentRowSchema } from '#read-models/entities/tape-rows';
import { tapeSchema } from '#read-models/tables/shown';
import { recordingHeader } from '#feeds/fold/recording-header';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import { GATEWAY, type GatewayModels, type GatewayParts } from '../providers/gateway-parts.js';
import { Answers } from '../auth/answers.js';
import { notFound } from '../failures/http-failure.js';
import {
  pageQueryOf,
  tapePathSchema,
  type PageQuery,
  pageOf,
  pageSchema,
} from '../resources/fields.js';
import { clockBodySchema, clockTurnedSchema, endBodySchema } from '../resources/tape-resources.js';
import { outgoing } from '#event-log';
import { feedsSchema } from '../resources/feed-resources.js';

type TapePath = z.output<typeof tapePathSchema>;
const tapeIn = { schema: tapePathSchema };

@Controller('v1/tapes')
export class TapesController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.log) private readonly log: GatewayParts['log'],
  ) {}

  @Get()
  @Answers({ scope: 'read', summary: 'Tapes, by id', answer: pageSchema(tapeSchema) })
  async list(@Query({ schema: pageQueryOf('tapes') }) query: PageQuery) {
    const { items, next } = await this.models.tapes(pageOf(query));
    return { items: items.map(withoutInstruments), next };
  }

  @Get(':tape')
  @Answers({ scope: 'read', summary: 'A tape and how far it is', answer: tapeSchema })
  async one(@Param(tapeIn) { tape }: TapePath) {
    const found = await this.models.tape(tape);
    if (found === undefined) throw notFound('tape', tape);
    return found;
  }

  @Get(':tape/documents')
  @Answers({ scope: 'read', summary: 'Texts of a tape', answer: pageSchema(documentRowSchema) })
  async documents(
    @Param(tapeIn) { tape }: TapePath,
    @Query({ schema: pageQueryOf('documents') }) query: PageQuery,
  ) {
    const page = await this.models.documents(tape, pageOf(query));
    if (page.items.length === 0) await this.one({ tape });
    return page;
  }

  @Post(':tape/clock')
  @Answers({
    scope: 'control',
    status: HttpStatus.ACCEPTED,
    summary: 'Pause, resume, step, or set the speed',
    answer: clockTurnedSchema,
    refuses: [HttpStatus.CONFLICT],
  })
  async turn(
    @Param(tapeIn) { tape }: TapePath,
    @Body({ schema: clockBodySchema }) command: z.output<typeof clockBodySchema>,
  ): Promise<z.output<typeof clockTurnedSchema>> {
    if (isLive(await this.one({ tape }))) {
      throw conflict('a live tape has no pace: its facts are released as they come', {
        where: `tape ${tape}`,
        expected: `a tape of a data set; or POST /v1/tapes/${tape}/end`,
        found: command.kind,
      });
    }
    return this.command(tape, command);
  }

  @Post(':tape/end')
  @Answers({
    scope: 'control',
    status: HttpStatus.ACCEPTED,
    summary: 'End a live tape, and with it its recording and its runs; again changes nothing',
    answer: clockTurnedSchema,
    refuses: [HttpStatus.CONFLICT],
  })
  async end(
    @Param(tapeIn) { tape }: TapePath,
    @Body({ schema: endBodySchema }) _: z.output<typeof endBodySchema>,
  ): Promise<z.output<typeof clockTurnedSchema>> {
    if (!isLive(await this.one({ tape }))) {
      throw conflict('a tape of a data set ends with its data', {
        where: `tape ${tape}`,
        expected: 'a tape of a feed',
        found: 'a tape of a data set',
      });
    }
    return this.command(tape, { kind: 'end' });
  }

  private async command(tape: string, command: ClockCommand['command']) {
    const id = randomUUID();
    await this.log.append([
      outgoing('clock.commands', { type: 'ClockCommand', version: 1, tape, id, command }),
    ]);
    return { tape, command: id };
  }
}

/** A tape that was requested without an end belongs to a feed. */
const isLive = ({ request }: TapeState): boolean => request?.until === openEnd;

/** A tape may have ten thousand of them. */
function withoutInstruments({ header, ...state }: TapeState): TapeState {
  if (header === null) return { header, ...state };
  const { instruments: _, ...rest } = header;
  return { header: rest, ...state };
}

type Feeds = z.output<typeof feedsSchema>;

/** `/v1/feeds`: what scenarios may follow live. Addresses and keys of a feed are not shown. */
@Controller('v1/feeds')
export class FeedsController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.feeds) private readonly feeds: NonNullable<GatewayParts['feeds']>,
  ) {}

  @Get()
  @Answers({ scope: 'read', summary: 'Feeds that scenarios may name', answer: feedsSchema })
  async list(): Promise<Feeds> {
    const feeds = [...this.feeds.values()];
    return { items: await Promise.all(feeds.map((feed) => this.feedAnswer(feed))) };
  }

  private async feedAnswer({ name, description }: RegisteredFeed): Promise<Feeds['items'][number]> {
    const { calendar, symbols, feed } = description;
    const { id: tape } = recordingHeader(description, symbols);
    const state = await this.models.tape(tape);
    return {
      feed: name,
      kind: feed.kind,
      calendar,
      symbols,
      tape,
      recording:
        state === undefined
          ? null
          : {
              facts: state.facts,
              time: state.time,
              isEnded: state.isClosed,
              failure: state.failure,
            },
    };
  }
}

/** Each may hold 64 KB of an unreadable message. */
const deadLettersMax = 50;

/** `/v1/dead-letters`: unreadable messages. */
@Controller('v1/dead-letters')
export class DeadLettersController {
  constructor(@Inject(GATEWAY.models) private readonly models: GatewayModels) {}

  @Get()
  @Answers({ scope: 'read', summary: 'Dead letters', answer: pageSchema(deadLetterRowSchema) })
  async list(@Query({ schema: pageQueryOf('deadLetters') }) query: PageQuery) {
    return this.models.deadLetters(pageOf(query, deadLettersMax));
  }
}
