/** `/v1/audit`: who did what, when, and the outcome. */

import { Controller, Get, Inject, Query } from '@nestjs/common';
import { auditRowSchema } from '#read-models/entities/control-rows';
import { GATEWAY, type GatewayModels } from '../providers/gateway-parts.js';
import { Answers } from '../auth/answers.js';
import { pageQueryOf, type PageQuery, pageOf, pageSchema } from '../resources/fields.js';

@Controller('v1/audit')
export class AuditController {
  constructor(@Inject(GATEWAY.models) private readonly models: GatewayModels) {}

  @Get()
  @Answers({ scope: 'control', summary: 'Audit log', answer: pageSchema(auditRowSchema) })
  async list(@Query({ schema: pageQueryOf('audit') }) query: PageQuery) {
    return this.models.audit(pageOf(query));
  }
}
