/** `/v1/submissions`: accepts scenarios, and returns them. */

import { Body, Controller, Get, HttpStatus, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiConsumes, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import type { Scenario } from '#contracts/scenario/scenario';
import { submissionRowSchema } from '#read-models/entities/run-rows';
import { GATEWAY, type GatewayModels } from '../providers/gateway-parts.js';
import { Answers } from '../auth/answers.js';
import { notFound } from '../failures/http-failure.js';
import {
  pageQueryOf,
  submissionPathSchema,
  submitQuerySchema,
  type PageQuery,
  pageOf,
  pageSchema,
} from '../resources/fields.js';
import { scenarioBodySchema, submittedSchema } from '../resources/run-resources.js';
import { Submissions } from './submissions.js';

/** YAML has older media types, which are accepted as well. */
const publishedTypes = ['application/json', 'application/yaml'];
/** Each may name ten thousand runs. */
const submissionsMax = 20;

@Controller('v1/submissions')
export class SubmissionsController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    private readonly submissions: Submissions,
  ) {}

  @Post()
  @ApiConsumes(...publishedTypes)
  @ApiResponse({
    status: HttpStatus.OK,
    description: 'The same was submitted before',
    standardSchema: submittedSchema as never,
  })
  @Answers({
    scope: 'submit',
    status: HttpStatus.CREATED,
    summary: 'Submit a scenario; again gives the same ids, and 200',
    answer: submittedSchema,
    refuses: [HttpStatus.UNPROCESSABLE_ENTITY],
  })
  async submit(
    @Body({ schema: scenarioBodySchema }) scenario: Scenario,
    @Query({ schema: submitQuerySchema }) query: z.output<typeof submitQuerySchema>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<z.output<typeof submittedSchema>> {
    const answer = await this.submissions.submit(scenario, query.speed ?? 'max');
    response.status(answer.created ? HttpStatus.CREATED : HttpStatus.OK);
    response.location(`/v1/submissions/${answer.submission}`);
    return answer;
  }

  @Get()
  @Answers({ scope: 'read', summary: 'Submissions', answer: pageSchema(submissionRowSchema) })
  async list(@Query({ schema: pageQueryOf('submissions') }) query: PageQuery) {
    return this.models.submissions(pageOf(query, submissionsMax));
  }

  @Get(':submission')
  @Answers({ scope: 'read', summary: 'A submission', answer: submissionRowSchema })
  async one(@Param({ schema: submissionPathSchema }) path: z.output<typeof submissionPathSchema>) {
    const found = await this.models.submission(path.submission);
    if (found === undefined) throw notFound('submission', path.submission);
    return found;
  }
}
