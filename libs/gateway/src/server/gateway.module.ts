/**
 * The gateway as a module: a controller for each resource, and the filters and guards
 * common to all.
 */

import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { RecordingReader } from '#llm';
import { HealthModule } from '#service-host';
import { AccessTokens } from '../auth/access-tokens.js';
import { AuditInterceptor, AuditLog } from '../auth/audit-log.js';
import { ScopeGuard } from '../auth/scope.guard.js';
import { AuditController, TokensController } from '../control/tokens.controller.js';
import { GATEWAY, type GatewayParts } from '../providers/gateway-parts.js';
import { FailureFilter } from '../http/failure.filter.js';
import { OpenApiController, PublishedDocument } from '../http/openapi.controller.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { EventsController } from '../live/events.controller.js';
import { OpenStreams } from '../live/open-streams.js';
import { PageController } from '../runs-page/page.controller.js';
import { CancellationController, RunsController } from '../runs/runs.controller.js';
import { SubmissionsController } from '../submissions/submissions.controller.js';
import { Submissions } from '../submissions/submissions.js';
import {
  DeadLettersController,
  FeedsController,
  TapesController,
} from '../tapes/tapes.controller.js';

const controllers = [
  SubmissionsController,
  RunsController,
  CancellationController,
  EventsController,
  TapesController,
  FeedsController,
  DeadLettersController,
  TokensController,
  AuditController,
  OpenApiController,
  PageController,
];

@Module({})
export class GatewayModule {
  static over(parts: GatewayParts): DynamicModule {
    const { models, adminTokenHash, logger } = parts;
    const tokens = new AccessTokens(models, adminTokenHash, () => parts.nowMs());
    return {
      module: GatewayModule,
      imports: [HealthModule.over(parts.probe)],
      controllers,
      providers: [
        ...providersOf(parts),
        { provide: AccessTokens, useValue: tokens },
        AuditLog,
        OpenStreams,
        PublishedDocument,
        { provide: Submissions, useValue: new Submissions(parts) },
        { provide: APP_GUARD, useClass: ScopeGuard },
        { provide: APP_PIPE, useValue: new SchemaPipe(parts.workflows) },
        { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
        {
          provide: APP_FILTER,
          useFactory: (published: PublishedDocument) => new FailureFilter(logger, published),
          inject: [PublishedDocument],
        },
      ],
    };
  }
}

/** Used when no model gateway records. */
const nothing: RecordingReader = {
  asksOf: () => Promise.resolve([]),
  callsOf: () => Promise.resolve([]),
};

function providersOf(parts: GatewayParts): Provider[] {
  const { feeds = new Map(), recordings = nothing } = parts;
  const values = { ...parts, feeds, recordings };
  const names = Object.keys(GATEWAY) as (keyof typeof GATEWAY)[];
  return names.map((name) => ({ provide: GATEWAY[name], useValue: values[name] }));
}
