/** `/v1/runs`: runs, how far they are, and what happened in them, page by page. */

import { Controller, Get, Inject, Param, Query, Body, HttpStatus, Post } from '@nestjs/common';
import type { z } from 'zod';
import type { ListName, PageOf, RunState } from '#read-models';
import { conflict } from '#values';
import { GATEWAY, type GatewayModels, type GatewayParts } from '../parts/gateway-parts.js';
import { Answers } from '../auth/answers.js';
import { httpFailure, notFound } from '../parts/http-failure.js';
import {
  journalQuerySchema,
  pageQueryOf,
  runPathSchema,
  runQuerySchema,
  type PageQuery,
  pageOf,
  pageSchema,
} from '../resources/fields.js';
import {
  anyScoreSchema,
  callRowSchema,
  decisionRowSchema,
  denialRowSchema,
  equityRowSchema,
  fillRowSchema,
  journalPageSchema,
  orderRowSchema,
  positionRowSchema,
  refusalRowSchema,
} from '../resources/journal-resources.js';
import { runSchema, cancelBodySchema, cancelledSchema } from '../resources/run-resources.js';
import { isOver } from '../live/run-feed.js';
import { outgoing } from '../submissions/plan-submission.js';

type RunPath = z.output<typeof runPathSchema>;
const pageIn = (list: ListName) => ({ schema: pageQueryOf(list) });
/** Each plan may name ten thousand symbols. */
const runsMax = 500;
const runIn = { schema: runPathSchema };

@Controller('v1/runs')
export class RunsController {
  private readonly models: GatewayModels;
  private readonly waits: GatewayParts['waits'];

  constructor(@Inject(GATEWAY) { models, waits }: GatewayParts) {
    this.models = models;
    this.waits = waits;
  }

  @Get()
  @Answers({ scope: 'read', summary: 'Runs, by id', answer: pageSchema(runSchema) })
  async list(@Query({ schema: runQuerySchema }) query: z.output<typeof runQuerySchema>) {
    const { submission, tape, status, ...page } = query;
    const filter = {
      ...(submission === undefined ? {} : { submission }),
      ...(tape === undefined ? {} : { tape }),
      ...(status === undefined ? {} : { status }),
    };
    const { items, next } = await this.models.runs(filter, pageOf(page, runsMax));
    return { items: items.map((run) => this.shown(run)), next };
  }

  @Get(':run')
  @Answers({ scope: 'read', summary: 'A run and how far it is', answer: runSchema })
  async one(@Param(runIn) { run }: RunPath) {
    const found = await this.models.run(run);
    if (found === undefined) throw notFound('run', run);
    return this.shown(found);
  }

  @Get(':run/decisions')
  @Answers({ scope: 'read', summary: 'Decisions', answer: pageSchema(decisionRowSchema) })
  async decisions(@Param(runIn) { run }: RunPath, @Query(pageIn('decisions')) query: PageQuery) {
    return this.rowsOf(run, this.models.decisions(run, pageOf(query)));
  }

  @Get(':run/calls')
  @Answers({ scope: 'read', summary: 'Tool calls', answer: pageSchema(callRowSchema) })
  async calls(@Param(runIn) { run }: RunPath, @Query(pageIn('calls')) query: PageQuery) {
    return this.rowsOf(run, this.models.calls(run, pageOf(query)));
  }

  @Get(':run/refusals')
  @Answers({ scope: 'read', summary: 'Answers refused', answer: pageSchema(refusalRowSchema) })
  async refusals(@Param(runIn) { run }: RunPath, @Query(pageIn('refusals')) query: PageQuery) {
    return this.rowsOf(run, this.models.refusals(run, pageOf(query)));
  }

  @Get(':run/orders')
  @Answers({ scope: 'read', summary: 'Orders', answer: pageSchema(orderRowSchema) })
  async orders(@Param(runIn) { run }: RunPath, @Query(pageIn('orders')) query: PageQuery) {
    return this.rowsOf(run, this.models.orders(run, pageOf(query)));
  }

  @Get(':run/denials')
  @Answers({ scope: 'read', summary: 'Orders denied', answer: pageSchema(denialRowSchema) })
  async denials(@Param(runIn) { run }: RunPath, @Query(pageIn('denials')) query: PageQuery) {
    return this.rowsOf(run, this.models.denials(run, pageOf(query)));
  }

  @Get(':run/fills')
  @Answers({ scope: 'read', summary: 'Fills', answer: pageSchema(fillRowSchema) })
  async fills(@Param(runIn) { run }: RunPath, @Query(pageIn('fills')) query: PageQuery) {
    return this.rowsOf(run, this.models.fills(run, pageOf(query)));
  }

  @Get(':run/positions')
  @Answers({ scope: 'read', summary: 'Positions now', answer: pageSchema(positionRowSchema) })
  async positions(@Param(runIn) { run }: RunPath, @Query(pageIn('positions')) query: PageQuery) {
    return this.rowsOf(run, this.models.positions(run, pageOf(query)));
  }

  @Get(':run/equity')
  @Answers({ scope: 'read', summary: 'Marks', answer: pageSchema(equityRowSchema) })
  async equity(@Param(runIn) { run }: RunPath, @Query(pageIn('equity')) query: PageQuery) {
    return this.rowsOf(run, this.models.equity(run, pageOf(query)));
  }

  @Get(':run/metrics')
  @Answers({ scope: 'read', summary: 'Figures of a finished run', answer: anyScoreSchema })
  async metrics(@Param(runIn) { run }: RunPath) {
    const score = await this.models.score(run);
    if (score !== undefined) return score;
    const { status } = await this.one({ run });
    throw httpFailure(404, 'NotFound', 'a run has figures when it has finished', {
      where: run,
      expected: `status finished; /v1/runs/${run}/events tells when`,
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
    if (page.records.length === 0) await this.one({ run });
    return page;
  }

  private shown(state: RunState): z.output<typeof runSchema> {
    const { wait: _, ...run } = state;
    const wait = this.waits.of(state);
    return wait === undefined ? run : { ...run, wait };
  }

  /** An empty list of a run that there is not is no list. */
  private async rowsOf<T>(run: string, rows: Promise<PageOf<T>>): Promise<PageOf<T>> {
    const page = await rows;
    if (page.items.length === 0) await this.one({ run });
    return page;
  }
}

/** `POST /v1/runs/{run}/cancel`: nobody wants a run any more. */
@Controller('v1/runs')
export class CancellationController {
  constructor(@Inject(GATEWAY) private readonly parts: GatewayParts) {}

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
    const { models, log } = this.parts;
    const state = await models.run(run);
    if (state === undefined) throw notFound('run', run);
    if (state.status === 'cancelled') return { run, reason: state.cancelReason ?? reason };
    if (isOver(state)) {
      const detail = { where: 'run', expected: 'a run that goes on', found: state.status };
      throw conflict('the run is over', detail);
    }
    await log.append([outgoing('runs', { type: 'RunCancelled', version: 1, run, reason })]);
    return { run, reason };
  }
}
