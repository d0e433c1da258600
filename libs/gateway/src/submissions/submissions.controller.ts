/** `/v1/submissions`: accepts scenarios, and returns them. */

import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Body, Controller, Get, HttpStatus, Inject, Param, Post, Query, Res } from '@nestjs/common';
import { ApiConsumes, ApiResponse } from '@nestjs/swagger';
import type { Response } from 'express';
import { pack } from 'tar-stream';
import type { z } from 'zod';
import type { Scenario } from '#contracts/scenario/scenario';
import type { RecordingReader } from '#llm';
import { submissionRowSchema, type SubmissionRow } from '#read-models/entities/run-rows';
import type { ServiceLog } from '#service-host';
import { GATEWAY, type GatewayModels, type GatewayParts } from '../providers/gateway-parts.js';
import { Answers, Scoped } from '../auth/answers.js';
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
import { resultArchive } from '../results/result-archive.js';
import { Submissions } from './submissions.js';

/** YAML has older media types, which are accepted as well. */
const publishedTypes = ['application/json', 'application/yaml'];
/** Each may name ten thousand runs. */
const submissionsMax = 20;

type SubmissionPath = z.output<typeof submissionPathSchema>;
const submissionIn = { schema: submissionPathSchema };

@Controller('v1/submissions')
export class SubmissionsController {
  constructor(
    @Inject(GATEWAY.models) readonly models: GatewayModels,
    @Inject(GATEWAY.recordings) readonly recordings: RecordingReader,
    @Inject(GATEWAY.datasets) readonly datasets: GatewayParts['datasets'],
    @Inject(GATEWAY.limits) readonly limits: GatewayParts['limits'],
    @Inject(GATEWAY.logger) readonly logger: ServiceLog,
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
  async one(@Param(submissionIn) path: SubmissionPath) {
    return this.known(path);
  }

  @Get(':submission/result')
  @ApiResponse({
    status: HttpStatus.OK,
    description:
      'The manifests, journals and recordings of the finished runs; once all runs are over, ' +
      'result.json, the report and the tables as well',
    content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
  })
  @Scoped('read', 'The result of a submission, as an archive', [HttpStatus.CONFLICT])
  async result(
    @Param(submissionIn) path: SubmissionPath,
    @Res() response: Response,
  ): Promise<void> {
    const write = await resultArchive(await this.known(path), this);
    response.attachment(`${path.submission.slice(0, 12)}.tar.gz`).type('application/gzip');
    const archive = pack();
    try {
      await Promise.all([write(archive), pipeline(archive, createGzip(), response)]);
    } catch (err) {
      // Bytes that were sent cannot be taken back: the client sees that the answer broke off.
      this.logger.warn({ err }, 'a result was interrupted');
      response.destroy();
      archive.destroy();
    }
  }

  private async known({ submission }: SubmissionPath): Promise<SubmissionRow> {
    const found = await this.models.submission(submission);
    if (found === undefined) throw notFound('submission', submission);
    return found;
  }
}
