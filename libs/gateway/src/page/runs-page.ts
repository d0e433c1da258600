/** The page at `/`: submissions with their runs, how far they are, and what to do next. No script, no requests. */

import type { RunState, SubmissionRow } from '#read-models';
import { contentPolicy } from '#report/content-policy';
import { markup, trustedHtml, type Html } from '#report/html';
import { pageTheme } from '#report/page-theme';

export interface ShownSubmission extends Pick<SubmissionRow, 'submission'> {
  /** Name of its scenario. */
  readonly name: string;
  readonly runs: readonly Pick<RunState, 'run' | 'label' | 'status' | 'cancelReason' | 'failure'>[];
  /** Runs in all. */
  readonly count: number;
}

/** What a reader may see: null without a token that may read. */
export type ShownRuns = {
  readonly submissions: readonly ShownSubmission[];
  /** Whether there are more submissions than these. */
  readonly hasMore: boolean;
} | null;

const style = `${pageTheme}
body { margin: 0 auto; max-width: 60rem; padding: 1.25rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
section { margin-top: 2rem; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--quiet); }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--rule); }
pre { white-space: pre-wrap; padding: 0.6rem; background: var(--sunk); }
`;

/** The value of the header `Content-Security-Policy` that the page is sent with. */
export const runsPagePolicy = contentPolicy(style, '');

/** The whole page as text. */
export const runsPage = (shown: ShownRuns): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tapefold: runs</title>
<style>${trustedHtml(style)}</style>
</head>
<body>
<main>
<h1>Tapefold</h1>
${shown === null ? signIn : listOf(shown)}
</main>
</body>
</html>
`.text;

const signIn = markup`<p>Runs are shown to a bearer of a token. <a href="/?runs">Show the runs</a>: your browser asks
for a user name, which may be anything, and a password, which is the token. <code>tapefold serve</code> and
<code>npm run cluster:up</code> print the file that holds it.</p>`;

const first = markup`<p>Nothing was submitted yet. Submit a scenario, and wait for its result:</p>
<pre>npx tapefold cluster submit scenario.yaml --wait --out tapefold-runs/served</pre>
<p>Then reload this page.</p>`;

function listOf({ submissions, hasMore }: NonNullable<ShownRuns>): Html {
  if (submissions.length === 0) return first;
  const more =
    hasMore && markup`<p>There are more: <a href="/v1/submissions">all submissions</a>.</p>`;
  return markup`<p>Reload the page to see how far runs are.</p>
${submissions.map(sectionOf)}
${more}`;
}

function sectionOf({ submission, name, runs, count }: ShownSubmission): Html {
  const id = submission.slice(0, 12);
  const isOver = runs.length === count && runs.every(({ status }) => isEnded.has(status));
  const command = `npx tapefold cluster ${isOver ? `results ${id} --out tapefold-runs/${name}` : `watch ${id}`}`;
  const what = isOver ? 'Result and report, as files' : 'To follow the runs';
  const shown = runs.length === count ? `${count}` : `${runs.length} of ${count}`;
  return markup`<section>
<h2>${name}</h2>
<table>
<caption>Submission <a href="/v1/submissions/${submission}">${id}</a>: ${shown} runs</caption>
<thead><tr><th scope="col">Run</th><th scope="col">State</th><th scope="col">Results</th></tr></thead>
<tbody>
${runs.map(rowOf)}</tbody>
</table>
<p>${what}:</p>
<pre>${command}</pre>
</section>
`;
}

const isEnded: ReadonlySet<string> = new Set<RunState['status']>([
  'finished',
  'cancelled',
  'failed',
]);

function rowOf({
  run,
  label,
  status,
  cancelReason,
  failure,
}: ShownSubmission['runs'][number]): Html {
  const why = failure ?? cancelReason;
  const results =
    status === 'finished' &&
    markup`<a href="/v1/runs/${run}/metrics">figures</a>, <a href="/v1/runs/${run}/fills">fills</a>`;
  return markup`<tr><th scope="row"><a href="/v1/runs/${run}">${label}</a></th>
<td>${status}${why !== null && `: ${why}`}</td><td>${results}</td></tr>
`;
}
