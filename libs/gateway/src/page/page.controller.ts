/** `/` for browsers: the page of runs, for a reader with a token; without one it says how to bring one. */

import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { SubmissionRow } from '#read-models';
import { isPage } from '../auth/authentication.js';
import { principalOf } from '../auth/principal.js';
import { GATEWAY, type GatewayParts } from '../gateway-parts.js';
import { notFound } from '../http/http-failure.js';
import { runsPage, runsPagePolicy, type ShownRuns, type ShownSubmission } from './runs-page.js';

const submissionsMax = 20;
const runsMax = 100;

@ApiExcludeController()
@Controller()
export class PageController {
  constructor(@Inject(GATEWAY) private readonly parts: GatewayParts) {}

  @Get()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!isPage(request)) throw notFound('page', '/');
    const mayRead = principalOf(request)?.scopes.includes('read') === true;
    const text = runsPage(mayRead ? await this.shown() : null);
    if (!mayRead && 'runs' in request.query) {
      response.status(401).setHeader('WWW-Authenticate', 'Basic realm="Tapefold", charset="UTF-8"');
    }
    response.setHeader('Content-Security-Policy', runsPagePolicy);
    response.setHeader('Cache-Control', 'no-store');
    response.type('html').send(text);
  }

  private async shown(): Promise<NonNullable<ShownRuns>> {
    const { items, next } = await this.parts.models.submissions({ limit: submissionsMax });
    const submissions = await Promise.all(items.map((row) => this.runsOf(row)));
    return { submissions, hasMore: next !== null };
  }

  private async runsOf({ submission, scenario, runs }: SubmissionRow): Promise<ShownSubmission> {
    const page = await this.parts.models.runs({ submission }, { limit: runsMax });
    return { submission, name: scenario.name, runs: page.items, count: runs.length };
  }
}
