/** `/v1/openapi.json`: the description of this interface, to whoever may read. */

import { Controller, Get } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Needs } from '../auth/scope.guard.js';

/** Holds the document once the routes are there that it is made from. */
export class PublishedDocument {
  value: OpenAPIObject | undefined;
}

@Controller('v1/openapi.json')
export class OpenApiController {
  constructor(private readonly published: PublishedDocument) {}

  @Get()
  @Needs('read')
  @ApiExcludeEndpoint()
  document(): OpenAPIObject | undefined {
    return this.published.value;
  }
}
