/** `/v1/dead-letters`: messages that nobody could read. */

import { Controller, Get, Inject, Query } from '@nestjs/common';
import { GATEWAY, type GatewayParts } from '../gateway-parts.js';
import { Answers } from '../http/answers.js';
import { pageQueryOf, type PageQuery } from '../resources/fields.js';
import { pageOf, pageSchema } from '../resources/page-schema.js';
import { deadLetterSchema } from '../resources/tape-resources.js';

/** Each may hold 64 KB of what could not be read. */
const deadLettersMax = 50;

@Controller('v1/dead-letters')
export class DeadLettersController {
  constructor(@Inject(GATEWAY) private readonly parts: GatewayParts) {}

  @Get()
  @Answers({ scope: 'read', summary: 'Dead letters', answer: pageSchema(deadLetterSchema) })
  async list(@Query({ schema: pageQueryOf('deadLetters') }) query: PageQuery) {
    return this.parts.models.deadLetters(pageOf(query, deadLettersMax));
  }
}
