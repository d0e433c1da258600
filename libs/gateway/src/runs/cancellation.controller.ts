/** `POST /v1/runs/{run}/cancel`: nobody wants a run any more. */

import { Body, Controller, HttpStatus, Inject, Param, Post } from '@nestjs/common';
import type { z } from 'zod';
import { conflict } from '#values';
import { GATEWAY, type GatewayParts } from '../gateway-parts.js';
import { Answers } from '../http/answers.js';
import { notFound } from '../http/http-failure.js';
import { isOver } from '../live/run-feed.js';
import { runPathSchema } from '../resources/fields.js';
import { cancelBodySchema, cancelledSchema } from '../resources/run-resources.js';
import { outgoing } from '../submissions/plan-submission.js';

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
