/** `/v1/tokens`: creates tokens, lists them without their secrets, and revokes them. */

import {
  Body,
  Controller,
  Delete,
  Get,
  HttpStatus,
  Inject,
  Param,
  Post,
  Query,
  Req,
} from '@nestjs/common';
import type { Request } from 'express';
import type { z } from 'zod';
import { microsPerMilli, microsPerSecond } from '#values';
import { auditRowSchema } from '#read-models/entities/control-rows';
import { mintToken } from '../auth/access-tokens.js';
import { principalOf } from '../auth/principal.js';
import { GATEWAY, type GatewayModels, type GatewayParts } from '../providers/gateway-parts.js';
import { Answers } from '../auth/answers.js';
import { httpFailure, notFound } from '../failures/http-failure.js';
import {
  tokenBodySchema,
  tokenMadeSchema,
  tokenPathSchema,
  tokenRevokedSchema,
  tokenSchema,
} from '../resources/control-resources.js';
import { pageQueryOf, type PageQuery, pageOf, pageSchema } from '../resources/fields.js';

@Controller('v1/tokens')
export class TokensController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.nowMs) private readonly nowMs: GatewayParts['nowMs'],
  ) {}

  @Post()
  @Answers({
    scope: 'control',
    status: HttpStatus.CREATED,
    summary: 'Make a token; it is shown once',
    answer: tokenMadeSchema,
    refuses: [HttpStatus.CONFLICT],
  })
  async make(
    @Body({ schema: tokenBodySchema }) wanted: z.output<typeof tokenBodySchema>,
    @Req() request: Request,
  ): Promise<z.output<typeof tokenMadeSchema>> {
    const own = principalOf(request)?.scopes ?? [];
    const beyond = wanted.scopes.find((scope) => !own.includes(scope));
    if (beyond !== undefined) {
      const detail = { where: 'body.scopes', expected: own.join(', '), found: beyond };
      throw httpFailure(403, 'Forbidden', 'a token can give no more than it has', detail);
    }
    const { name } = wanted;
    const scopes = [...new Set(wanted.scopes)];
    const nowMicros = this.nowMs() * microsPerMilli;
    const expires = nowMicros + wanted.expiresInSeconds * microsPerSecond;
    const { secret, hash } = mintToken();
    await this.models.addToken({ name, hash, scopes, expires });
    return { name, scopes, expires, token: secret };
  }

  @Get()
  @Answers({ scope: 'control', summary: 'Tokens, by name', answer: pageSchema(tokenSchema) })
  async list(@Query({ schema: pageQueryOf('tokens') }) query: PageQuery) {
    const { items, next } = await this.models.tokens(pageOf(query));
    return { items: items.map(({ name, scopes, expires }) => ({ name, scopes, expires })), next };
  }

  @Delete(':name')
  @Answers({ scope: 'control', summary: 'Revoke a token', answer: tokenRevokedSchema })
  async revoke(
    @Param({ schema: tokenPathSchema }) { name }: z.output<typeof tokenPathSchema>,
  ): Promise<z.output<typeof tokenRevokedSchema>> {
    if (!(await this.models.revokeToken(name))) throw notFound('token', name);
    return { name };
  }
}

@Controller('v1/audit')
export class AuditController {
  constructor(@Inject(GATEWAY.models) private readonly models: GatewayModels) {}

  @Get()
  @Answers({ scope: 'control', summary: 'Audit log', answer: pageSchema(auditRowSchema) })
  async list(@Query({ schema: pageQueryOf('audit') }) query: PageQuery) {
    return this.models.audit(pageOf(query));
  }
}
