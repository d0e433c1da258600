/** `/` for browsers: the page of runs, for a reader with a token; without one it says how to bring one. */

import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { PageOf } from '#read-models';
import { isPage } from '../auth/authentication.js';
import { principalOf } from '../auth/principal.js';
import { GATEWAY, type GatewayParts } from '../gateway-parts.js';
import { notFound } from '../http/http-failure.js';
import { runsPage, runsPagePolicy, type ShownSubmission } from './runs-page.js';

@ApiExcludeController()
@Controller()
export class PageController {
  constructor(@Inject(GATEWAY) private readonly parts: GatewayParts) {}

  @Get()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!isPage(request)) throw notFound('page', '/');
    const mayRead = principalOf(request)?.scopes.includes('read') === true;
    if (!mayRead && 'runs' in request.query) {
      response.status(401).setHeader('WWW-Authenticate', 'Basic realm="Tapefold", charset="UTF-8"');
    }
    response.setHeader('Content-Security-Policy', runsPagePolicy);
    response.setHeader('Cache-Control', 'no-store');
    response.type('html').send(runsPage(mayRead ? await this.shown() : null));
  }

  private async shown(): Promise<PageOf<ShownSubmission>> {
    const { models } = this.parts;
    const { items, next } = await models.submissions({ limit: 20 });
    const shown = items.map(async ({ submission, runs, scenario: { name } }) => {
      const { items: states } = await models.runs({ submission }, { limit: 100 });
      return { submission, runs, name, states };
    });
    return { items: await Promise.all(shown), next };
  }
}
