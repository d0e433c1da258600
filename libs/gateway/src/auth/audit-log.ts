/** Who did what, when, and the outcome: every submission, clock command, cancellation and token. */

import {
  Inject,
  Injectable,
  HttpException,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { catchError, from, map, mergeMap, throwError, type Observable } from 'rxjs';
import { microsPerMilli, printable, isFailure } from '#values';
import { GATEWAY, type GatewayModels, type GatewayParts } from '../providers/gateway-parts.js';
import { failureBodySchema } from '../failures/http-failure.js';
import { principalOf } from './principal.js';

type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

@Injectable()
export class AuditLog {
  constructor(
    @Inject(GATEWAY.models) private readonly models: GatewayModels,
    @Inject(GATEWAY.nowMs) private readonly nowMs: GatewayParts['nowMs'],
  ) {}

  /** Settles when the entry is durable; `Unavailable` if it cannot be. */
  async note(request: Request, outcome: string, detail: AuditDetail = {}): Promise<void> {
    await this.models.appendAudit({
      at: this.nowMs() * microsPerMilli,
      who: principalOf(request)?.name ?? 'nobody',
      what: printable(`${request.method} ${request.path}`, 300),
      outcome,
      detail,
    });
  }
}

/** Records the outcome of every change, before the answer is sent. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly audit: AuditLog) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    const note = (outcome: string, detail: AuditDetail): Observable<void> =>
      from(this.audit.note(request, outcome, detail));
    return next.handle().pipe(
      catchError((error: unknown) =>
        note(`refused: ${codeOf(error)}`, {}).pipe(mergeMap(() => throwError(() => error))),
      ),
      // Placed after the error handler, so that an entry that cannot be written is not
      // recorded as a refusal.
      mergeMap((answer) => note('done', detailOf(answer)).pipe(map(() => answer))),
    );
  }
}

/** Members of an answer that identify its subject; never a secret. */
const audited = ['submission', 'run', 'tape', 'command', 'name', 'created'] as const;

function detailOf(answer: unknown): AuditDetail {
  if (typeof answer !== 'object' || answer === null) return {};
  const members = answer as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    audited.flatMap((name) => {
      const value = members[name];
      return typeof value === 'string' || typeof value === 'boolean' ? [[name, value]] : [];
    }),
  );
}

function codeOf(error: unknown): string {
  if (isFailure(error)) return error.code;
  if (!(error instanceof HttpException)) return 'Invariant';
  const body = failureBodySchema.safeParse(error.getResponse());
  return body.success ? body.data.code : 'Refused';
}
