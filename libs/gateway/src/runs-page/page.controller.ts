/**
 * `/` for browsers: the page of runs, for a reader with a token; without one, it explains how
 * to provide one.
 */

import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { PageOf, RunState, SubmissionRow } from '#read-models';
import { contentPolicy } from '#report/html/content-policy';
import { markup, trustedHtml, type Html } from '#report/html/html';
import { pageTheme } from '#report/html/page-theme';
import { isPage } from '../auth/authentication.js';
import { principalOf } from '../auth/principal.js';
import { GATEWAY, type GatewayModels } from '../providers/gateway-parts.js';
import { notFound } from '../failures/http-failure.js';

@ApiExcludeController()
@Controller()
export class PageController {
  constructor(@Inject(GATEWAY.models) private readonly models: GatewayModels) {}

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
    const { models } = this;
    const { items, next } = await models.submissions({ limit: 20 });
    const shown = items.map(async ({ submission, runs, scenario: { name } }) => {
      const { items: states } = await models.runs({ submission }, { limit: 100 });
      return { submission, runs, name, states };
    });
    return { items: await Promise.all(shown), next };
  }
}

/** A submission, and the first of its runs. */
type ShownSubmission = Pick<SubmissionRow, 'submission' | 'runs'> & {
  readonly name: string;
  readonly states: readonly Pick<
    RunState,
    'run' | 'label' | 'status' | 'cancelReason' | 'failure'
  >[];
};

const style = `${pageTheme}
body { margin: 0 auto; max-width: 60rem; padding: 1.25rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--quiet); }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--rule); }
pre { white-space: pre-wrap; padding: 0.6rem; background: var(--sunk); }
`;

/** The value of the header `Content-Security-Policy` that the page is sent with. */
export const runsPagePolicy = contentPolicy(style, '');

/** The whole page as text; null if the reader has no token that may read. */
export const runsPage = (shown: PageOf<ShownSubmission> | null): string =>
  markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tapefold: runs</title><style>${trustedHtml(style)}</style></head>
<body><main><h1>Tapefold</h1>
${shown === null ? signIn : sectionsOf(shown.items)}
${shown !== null && shown.next !== null && markup`<p><a href="/v1/submissions">All submissions</a></p>`}
</main></body></html>
`.text;

const signIn = markup`<p>Runs are shown to a bearer of a token. <a href="/?runs">Show the runs</a>: your browser asks
for a user name, which may be anything, and a password, which is the token. <code>tapefold serve</code> and
<code>npm run cluster:up</code> print the file that holds it.</p>`;

const first = markup`<p>Nothing was submitted yet. Submit a scenario, wait for its result, and reload this page:</p>
<pre>npx tapefold cluster submit scenario.yaml --wait --out tapefold-runs/served</pre>`;

function sectionOf({ submission, name, runs, states }: ShownSubmission): Html {
  const id = submission.slice(0, 12);
  const count = states.length < runs.length ? `${states.length} of ${runs.length}` : runs.length;
  return markup`<section><h2>${name}</h2>
<table><caption>Submission <a href="/v1/submissions/${submission}">${id}</a>: ${count} runs</caption>
<thead><tr><th scope="col">Run</th><th scope="col">State</th><th scope="col">Results</th></tr></thead>
<tbody>${states.map(rowOf)}</tbody></table>
<p>Once they are over, this downloads result and report:</p>
<pre>npx tapefold cluster results ${id} --out tapefold-runs/${name}</pre></section>
`;
}

function rowOf({ run, label, status, cancelReason, failure }: ShownSubmission['states'][0]): Html {
  const at = `/v1/runs/${run}`;
  const why = failure ?? cancelReason;
  return markup`<tr><th scope="row"><a href="${at}">${label}</a></th><td>${status}${why && `: ${why}`}</td>
<td>${status === 'finished' && markup`<a href="${at}/metrics">figures</a>, <a href="${at}/fills">fills</a>`}</td></tr>
`;
}

const sectionsOf = (items: readonly ShownSubmission[]) =>
  items.length === 0 ? first : items.map(sectionOf);
