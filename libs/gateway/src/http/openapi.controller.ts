/** `/v1/openapi.json`: the description of this interface, for every token that may read. */

import { Controller, Get } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Scoped } from '../auth/answers.js';

/** Holds the document once the routes it is made from exist. */
export class PublishedDocument {
  /** Set once the application has its routes. */
  make: (() => OpenAPIObject) | undefined;
  private made: OpenAPIObject | undefined;

  /** Made when it is first asked for: that takes a good part of a gateway's start. */
  get value(): OpenAPIObject | undefined {
    this.made ??= this.make?.();
    return this.made;
  }
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
