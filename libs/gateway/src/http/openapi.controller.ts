/** `/v1/openapi.json`: the description of this interface, for every token that may read. */

import { Controller, Get } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Scoped } from '../auth/answers.js';

/** Holds the document once the routes it is made from exist. */
export class PublishedDocument {
  value: OpenAPIObject | undefined;
}

@Controller('v1/openapi.json')
export class OpenApiController {
  constructor(private readonly published: PublishedDocument) {}

  @Get()
  @Scoped('read', 'This document')
  @ApiResponse({
    status: 200,
    description: 'OpenAPI 3.1',
    schema: { type: 'object', required: ['openapi', 'paths'] },
  })
  document(): OpenAPIObject | undefined {
    return this.published.value;
  }
}
