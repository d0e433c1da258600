/**
 * `/v1/runs/{run}/events` and `/v1/events`: live events, which clients can resume after a break.
 */

import {
  applyDecorators,
  Controller,
  Get,
  Headers,
  Inject,
  Param,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ServiceLog } from '#service-host';
import { AccessTokens } from '../auth/access-tokens.js';
import { principalOf } from '../auth/principal.js';
import type { GatewayLimits } from '../providers/gateway-limits.js';
import { GATEWAY, type GatewayModels } from '../providers/gateway-parts.js';
import type { LiveUpdates } from '../providers/live-updates.js';
import { Scoped } from '../auth/answers.js';
import { badRequest, notFound } from '../failures/http-failure.js';
import {
  runPathSchema,
  streamQuerySchema,
  submissionStreamQuerySchema,
} from '../resources/fields.js';
import { knownRun } from '../failures/known-run.js';
import { OpenStreams } from './open-streams.js';
import { isOver, runFeed, type Feed } from './run-feed.js';
import { sendFeed } from './send-feed.js';
import { progressNow, submissionFeed } from './submission-feed.js';

/** One event as a client's parser returns it: a stream is any number of them. */
const event = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[0-9]{1,16}$' },
    event: { type: 'string' },
    data: { type: 'string', contentMediaType: 'application/json' },
  },
  required: ['event', 'data'],
};

/** Parameters and answers of both streams. */
const Streams = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'Continues after this id.',
      schema: { type: 'string', pattern: '^([0-9]{1,15})?$' },
    }),
    ApiResponse({
      status: 200,
      description: 'A stream of events; the schema describes one event.',
      content: { 'text/event-stream': { schema: event } },
    }),
    ApiResponse({ status: 204, description: 'The stream is over, and no event follows that id.' }),
    ApiResponse({ status: 404 }),
  );

/** Milliseconds: each poll of a submission reads all of its runs. */
const submissionPaceMs = 500;

@Controller('v1')
export class EventsController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.limits) private readonly limits: GatewayLimits,
    @Inject(GATEWAY.updates) private readonly updates: LiveUpdates,
    @Inject(GATEWAY.logger) private readonly logger: ServiceLog,
    private readonly streams: OpenStreams,
    private readonly tokens: AccessTokens,
  ) {}

  @Get('runs/:run/events')
  @Streams()
  @Scoped('read', 'Records of a run as they are written; ids are their numbers')
  async run(
    @Param({ schema: runPathSchema }) { run }: z.output<typeof runPathSchema>,
    @Query({ schema: streamQuerySchema }) { after }: z.output<typeof streamQuerySchema>,
    @Headers('last-event-id') header: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const seen = seenOf(header) ?? after ?? 0;
    const state = await knownRun(this.models, run);
    if (isOver(state) && seen > 0 && seen >= state.records) return nothingMore(response);
    await this.send(request, response, runFeed(this.models, run, seen), new Set([run]), 0);
  }

  @Get('events')
  @Streams()
  @Scoped('read', 'How far the runs of a submission are, as they go')
  async submission(
    @Query({ schema: submissionStreamQuerySchema })
    { submission, after }: z.output<typeof submissionStreamQuerySchema>,
    @Headers('last-event-id') header: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { models } = this;
    const seen = seenOf(header) ?? after ?? 0;
    const found = await models.submission(submission);
    if (found === undefined) throw notFound('submission', submission);
    const now = await progressNow(models, found);
    if (now.isOver && seen === now.id) return nothingMore(response);
    const feed = submissionFeed(models, found, seen);
    await this.send(
      request,
      response,
      feed,
      new Set([submission, ...found.runs]),
      submissionPaceMs,
    );
  }

  private async send(
    request: Request,
    response: Response,
    feed: Feed,
    keys: ReadonlySet<string>,
    paceMs: number,
  ): Promise<void> {
    const token = principalOf(request)?.name ?? '';
    const signal = this.streams.enter(token);
    const { authorization } = request.headers;
    try {
      await sendFeed(feed, response, {
        limits: this.limits,
        updates: this.updates,
        logger: this.logger,
        keys,
        paceMs,
        signal,
        isAdmitted: async () => (await this.tokens.principalOf(authorization)) !== null,
      });
    } finally {
      this.streams.leave(token);
    }
  }
}

/** Tells a client that reconnects automatically to stop. */
function nothingMore(response: Response): void {
  response.status(204).end();
}

function seenOf(header: unknown): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (typeof header === 'string' && /^\d{1,15}$/.test(header)) return Number(header);
  throw badRequest('unknown event id', { where: 'Last-Event-ID', expected: 'a number' });
}
