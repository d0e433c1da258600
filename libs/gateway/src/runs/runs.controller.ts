/** `/v1/runs`: runs, their progress, and what happened in them, page by page. */

import { Controller, Get, Inject, Param, Query, Body, HttpStatus, Post } from '@nestjs/common';
import type { z } from 'zod';
import type { ListName, RunState } from '#read-models';
import { callRowSchema } from '#read-models/entities/call-rows';
import { decisionRowSchema, refusalRowSchema } from '#read-models/entities/decision-rows';
import {
  denialRowSchema,
  equityRowSchema,
  fillRowSchema,
  orderSchema,
  positionRowSchema,
} from '#read-models/entities/journal-rows';
import { scoreSchema } from '#read-models/entities/score-rows';
import { journalPageSchema } from '#read-models/tables/shown';
import { conflict } from '#values';
import { GATEWAY, type GatewayModels, type GatewayParts } from '../providers/gateway-parts.js';
import { Answers } from '../auth/answers.js';
import { httpFailure } from '../failures/http-failure.js';
import { knownRun, rowsOf } from '../failures/known-run.js';
import {
  journalQuerySchema,
  pageQueryOf,
  runPathSchema,
  runQuerySchema,
  type PageQuery,
  pageOf,
  pageSchema,
} from '../resources/fields.js';
import { shownRunSchema, cancelBodySchema, cancelledSchema } from '../resources/run-resources.js';
import { isOver } from '../live/run-feed.js';
import { outgoing } from '#event-log';

type RunPath = z.output<typeof runPathSchema>;
const pageIn = (list: ListName) => ({ schema: pageQueryOf(list) });
/** Each plan may name ten thousand symbols. */
const runsMax = 500;
const runIn = { schema: runPathSchema };

@Controller('v1/runs')
export class RunsController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.waits) private readonly waits: GatewayParts['waits'],
  ) {}

  @Get()
  @Answers({ scope: 'read', summary: 'Runs, by id', answer: pageSchema(shownRunSchema) })
  async list(@Query({ schema: runQuerySchema }) query: z.output<typeof runQuerySchema>) {
    const { submission, tape, status, ...page } = query;
    const filter = { submission, tape, status };
    const { items, next } = await this.models.runs(filter, pageOf(page, runsMax));
    return { items: items.map((run) => this.shown(run)), next };
  }

  @Get(':run')
  @Answers({ scope: 'read', summary: 'A run and how far it is', answer: shownRunSchema })
  async one(@Param(runIn) { run }: RunPath) {
    return this.shown(await knownRun(this.models, run));
  }

  @Get(':run/decisions')
  @Answers({ scope: 'read', summary: 'Decisions', answer: pageSchema(decisionRowSchema) })
  async decisions(@Param(runIn) { run }: RunPath, @Query(pageIn('decisions')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.decisions(run, pageOf(query)));
  }

  @Get(':run/calls')
  @Answers({ scope: 'read', summary: 'Tool calls', answer: pageSchema(callRowSchema) })
  async calls(@Param(runIn) { run }: RunPath, @Query(pageIn('calls')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.calls(run, pageOf(query)));
  }

  @Get(':run/refusals')
  @Answers({ scope: 'read', summary: 'Answers refused', answer: pageSchema(refusalRowSchema) })
  async refusals(@Param(runIn) { run }: RunPath, @Query(pageIn('refusals')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.refusals(run, pageOf(query)));
  }

  @Get(':run/orders')
  @Answers({ scope: 'read', summary: 'Orders', answer: pageSchema(orderSchema) })
  async orders(@Param(runIn) { run }: RunPath, @Query(pageIn('orders')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.orders(run, pageOf(query)));
  }

  @Get(':run/denials')
  @Answers({ scope: 'read', summary: 'Orders denied', answer: pageSchema(denialRowSchema) })
  async denials(@Param(runIn) { run }: RunPath, @Query(pageIn('denials')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.denials(run, pageOf(query)));
  }

  @Get(':run/fills')
  @Answers({ scope: 'read', summary: 'Fills', answer: pageSchema(fillRowSchema) })
  async fills(@Param(runIn) { run }: RunPath, @Query(pageIn('fills')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.fills(run, pageOf(query)));
  }

  @Get(':run/positions')
  @Answers({ scope: 'read', summary: 'Positions now', answer: pageSchema(positionRowSchema) })
  async positions(@Param(runIn) { run }: RunPath, @Query(pageIn('positions')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.positions(run, pageOf(query)));
  }

  @Get(':run/equity')
  @Answers({ scope: 'read', summary: 'Marks', answer: pageSchema(equityRowSchema) })
  async equity(@Param(runIn) { run }: RunPath, @Query(pageIn('equity')) query: PageQuery) {
    return rowsOf(this.models, run, this.models.equity(run, pageOf(query)));
  }

  @Get(':run/metrics')
  @Answers({ scope: 'read', summary: 'Figures of a finished run', answer: scoreSchema })
  async metrics(@Param(runIn) { run }: RunPath) {
    const score = await this.models.score(run);
    if (score !== undefined) return score;
    const { status } = await knownRun(this.models, run);
    throw httpFailure(404, 'NotFound', 'a run has figures when it has finished', {
      where: run,
      expected: `status finished; /v1/runs/${run}/events reports when`,
      found: status,
    });
  }

  @Get(':run/journal')
  @Answers({ scope: 'read', summary: 'Records of the journal', answer: journalPageSchema })
  async journal(
    @Param(runIn) { run }: RunPath,
    @Query({ schema: journalQuerySchema }) query: z.output<typeof journalQuerySchema>,
  ) {
    const page = await this.models.journal(run, query.from ?? 1, query.limit);
    if (page.records.length === 0) await knownRun(this.models, run);
    return page;
  }

  private shown(state: RunState): z.output<typeof shownRunSchema> {
    const { wait: _, ...run } = state;
    const wait = this.waits.of(state);
    return wait === undefined ? run : { ...run, wait };
  }
}

/** `POST /v1/runs/{run}/cancel`: cancels a run. */
@Controller('v1/runs')
export class CancellationController {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.log) private readonly log: GatewayParts['log'],
  ) {}

  @Post(':run/cancel')
  @Answers({
    scope: 'control',
    status: HttpStatus.ACCEPTED,
    summary: 'Cancel a run; again changes nothing',
    answer: cancelledSchema,
    refuses: [HttpStatus.CONFLICT],
  })
  async cancel(
    @Param({ schema: runPathSchema }) { run }: z.output<typeof runPathSchema>,
    @Body({ schema: cancelBodySchema }) { reason }: z.output<typeof cancelBodySchema>,
  ): Promise<z.output<typeof cancelledSchema>> {
    const { models, log } = this;
    const state = await knownRun(models, run);
    if (state.status === 'cancelled') return { run, reason: state.cancelReason ?? reason };
    if (isOver(state)) {
      const detail = { where: 'run', expected: 'a run in progress', found: state.status };
      throw conflict('the run is over', detail);
    }
    await log.append([outgoing('runs', { type: 'RunCancelled', version: 1, run, reason })]);
    return { run, reason };
  }
}
