/** Attempts: opened, asked about and ended, by those who have the shared token. */

import { Body, Controller, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { z } from 'zod';
import { excerpt, invalidInput, unavailable } from '#values';
import { expectedOf } from '#contracts/parsing/schema-issue';
import type { OpenAsk } from '#llm';
import { askRequestSchema, endRequestSchema, unknownAsk } from '#llm/remote/ask-protocol';
import { BearerGuard } from './bearer.guard.js';
import { MODEL_GATEWAY, type ModelGatewayParts } from './model-gateway-parts.js';

const runId = z.string().regex(/^[0-9a-f]{64}$/);

@Controller()
@UseGuards(BearerGuard)
export class AsksController {
  constructor(@Inject(MODEL_GATEWAY) private readonly parts: ModelGatewayParts) {}

  @Post('asks')
  @HttpCode(200)
  async open(@Body() body: unknown): Promise<object> {
    const { token, ask } = await this.parts.asks.open(read(askRequestSchema, body, 'an attempt'));
    return { token, api: ask.api, ended: ask.ended };
  }

  @Get('asks/:token/failure')
  async failure(@Param('token') token: string): Promise<object> {
    return { failure: (await this.find(token).failure()) ?? null };
  }

  @Post('asks/:token/end')
  @HttpCode(200)
  async end(@Param('token') token: string, @Body() body: unknown): Promise<object> {
    const ended = await this.find(token).end(read(endRequestSchema, body, 'an end'));
    this.parts.asks.drop(token);
    return ended;
  }

  @Get('runs/:run/asks')
  async asksOf(@Param('run') run: string): Promise<object> {
    return [...(await this.parts.models.asksOf(read(runId, run, 'the id of a run')))];
  }

  private find(token: string): OpenAsk {
    const found = this.parts.asks.find(token);
    if (found !== undefined) return found;
    throw unavailable('there is no attempt behind this token', { where: unknownAsk });
  }
}

/** What a client sent, as its schema says. `InvalidInput` names the member. */
function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidInput(`this is not ${what}`, {
    where: issue?.path.join('.') ?? 'body',
    expected: excerpt(issue === undefined ? 'its schema' : expectedOf(issue), 200),
  });
}
