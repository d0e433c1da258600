/** Who did what, when, and how it ended: every submission, turn of a clock, cancellation and token. */

import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { microsPerMilli, printable } from '#values';
import { GATEWAY, type GatewayParts } from '../gateway-parts.js';
import { principalOf } from './principal.js';

export type AuditDetail = Readonly<Record<string, string | number | boolean | null>>;

@Injectable()
export class AuditLog {
  constructor(@Inject(GATEWAY) private readonly parts: GatewayParts) {}

  /** Settles when the entry is durable; `Unavailable` when it cannot be made so. */
  async note(request: Request, outcome: string, detail: AuditDetail = {}): Promise<void> {
    await this.parts.models.appendAudit({
      at: this.parts.nowMs() * microsPerMilli,
      who: principalOf(request)?.name ?? 'nobody',
      what: printable(`${request.method} ${request.path}`, 300),
      outcome,
      detail,
    });
  }
}
