/** Attempts: opened, queried and ended by services with the shared token. */

import { timingSafeEqual } from 'node:crypto';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpException,
  Inject,
  Injectable,
  Param,
  Post,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { z } from 'zod';
import { excerpt, invalidInput, sha256Hex, unavailable } from '#values';
import { expectedOf } from '#contracts/parsing/schema-issue';
import type { ModelService, OpenAsk } from '#llm';
import { askEndSchema, askRequestSchema } from '#llm/calls/ask';
import { unknownAsk } from '#llm/remote/ask-protocol';
import type { OpenAsks } from './open-asks.js';

/** The dependencies of the model gateway. */
export interface ModelGatewayParts {
  readonly models: Pick<ModelService, 'asksOf'>;
  readonly asks: OpenAsks;
  /** The bearer token of services that may open attempts. */
  readonly token: string;
}

/** Injection token of the parts. */
export const MODEL_GATEWAY = Symbol('ModelGatewayParts');

/** Admits services that know the shared token. */
@Injectable()
export class BearerGuard implements CanActivate {
  private readonly expected: Buffer;

  constructor(@Inject(MODEL_GATEWAY) { token }: ModelGatewayParts) {
    this.expected = hashOf(token);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    const presented = /^Bearer ([^ ]+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
    if (presented !== undefined && timingSafeEqual(hashOf(presented), this.expected)) return true;
    throw new HttpException({ code: 'Unauthorised', message: 'the shared token is missing' }, 401);
  }
}

const hashOf = (token: string): Buffer => Buffer.from(sha256Hex(token));

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
    const ended = await this.find(token).end(read(askEndSchema, body, 'an end'));
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
    throw unavailable('no attempt has this token', { where: unknownAsk });
  }
}

/** A client's input, parsed by its schema. `InvalidInput` names the member. */
function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidInput(`this is not ${what}`, {
    where: issue?.path.join('.') ?? 'body',
    expected: excerpt(issue === undefined ? 'its schema' : expectedOf(issue), 200),
  });
}
