/**
 * `rescore.html`: the same decisions under several policies, as pictures of the ranking with
 * tables beside them.
 */

import { policyRules } from '../sections/closing-sections.js';
import { curveLegend, toneOf } from '../charts/curve-legend.js';
import { code, dataTable, figure, type Section, termList, text } from '../html/elements.js';
import { capitalised, formatFigure } from '../words/figure-format.js';
import { markup, type Html } from '../html/html.js';
import { pageText } from '../html/page-frame.js';
import { rankChart } from '../charts/rank-chart.js';
import {
  agentsOf,
  movesOf,
  rankings,
  subjectsOf,
  type Ranking,
  type Rescore,
  type RescoredAgent,
  type RescoredRun,
  type Subject,
} from '../input/rescore-input.js';
import { marketOf } from '../words/run-words.js';
import { metricValueText } from '../table/metric-catalogue.js';

const rankStyle = `
.ranks .plot { padding: 0 9.5rem 0 2.5rem; margin: 0.75rem 0; }
.ranks .chart { pointer-events: auto; }
.ranks .chart text { pointer-events: none; }
.ranks .number, .ranks .legend { display: none; }
.agent .curve { stroke-width: 2.4; }
.agent text { font-weight: 600; }
.agent .dot, .chart .agent text { fill: var(--tone); }
.agent { outline: none; }
.agent:focus-visible .dot, .agent:hover .dot { stroke: var(--text); stroke-width: 2; }
.agent:focus-visible .curve, .agent:hover .curve { stroke-width: 4.5; }
.agent:focus-visible text { text-decoration: underline; }
.ranks .chart:has(.agent:is(:hover, :focus-visible)) .agent:not(:hover, :focus-visible) { opacity: 0.3; }
.rank { color: var(--quiet); }
.ranks table { width: 100%; }
.ranks .scroll { margin-top: 0.75rem; }
@media (max-width: 44rem) {
  .ranks .plot { padding: 0 0.75rem 0 1.75rem; }
  .ranks .name, .agent text { display: none; }
  .ranks .number { display: inline; }
  .ranks .legend { display: flex; margin-top: 0.5rem; }
}
`;

const figureNames: Readonly<Record<Ranking, string>> = {
  cumulativeReturn: 'cumulative return',
  sharpe: 'Sharpe ratio',
  maxDrawdown: 'maximum drawdown',
};

/**
 * The whole page as text. Pure: the same input gives the same bytes; all foreign text is escaped.
 */
export function renderRescorePage(rescore: Rescore): string {
  return pageText({
    name: rescore.name,
    kind: 'Ranking by policy',
    synthetic: rescore.synthetic,
    facts: facts(rescore),
    sections: [
      ...subjectsOf(rescore).map((subject, at) => subjectSection(rescore, subject, at)),
      policySection(rescore),
      decisionSection(rescore),
    ],
    style: rankStyle,
  });
}

function facts({ workflow, window, capital, rankedBy, dataSha256, ...rest }: Rescore): Html {
  return termList([
    ['Workflow', workflow],
    ['Window', `${window.from} to ${window.to}`],
    ['Capital', formatFigure(capital, 'money')],
    ['Ranked by', figureNames[rankedBy]],
    ['Decision streams', String(rest.streams.length)],
    ['Data set, SHA-256', code(dataSha256)],
  ]);
}

function subjectSection(rescore: Rescore, subject: Subject, at: number): Section {
  const { policies, rankedBy, workflow } = rescore;
  const agents = agentsOf(rescore, subject);
  const id = `subject-${at}`;
  const name = subject ?? (workflow === 'hedging' ? 'Pairs' : 'Portfolio');
  const chart = rankChart({
    id,
    title: `Rank of each agent on ${name} under each policy`,
    policies: policies.map(({ name }) => name),
    lines: agents.map(({ agent, runs }) => ({
      agent,
      ranks: runs.map((run) => run?.rank ?? null),
      figures: runs.map((run) => figureOf(run, rankedBy)),
    })),
  });
  const legend = agents.map(({ agent }, row) => ({ label: agent, tone: toneOf(row) }));
  const hasPicture = agents.length > 1 && policies.length > 1;
  const content = markup`<p>${movesOf(rescore, subject)}</p>
${hasPicture && markup`${curveLegend(legend)}<div class="plot">${chart}</div>`}
${rankTable(rescore, name, agents)}`;
  return { id, title: name, content, style: 'ranks' };
}

const figureOf = (run: RescoredRun | undefined, name: Ranking): string =>
  metricValueText(run?.[name] ?? null, name) ?? '–';

/** All three figures of each cell: the one that ranks, and the others below it. */
function rankTable(
  { policies, rankedBy }: Rescore,
  name: string,
  agents: readonly RescoredAgent[],
): Html {
  const others = rankings.filter((name) => name !== rankedBy);
  const below = others.map((name) => figureNames[name]).join(', ');
  const caption =
    `${capitalised(figureNames[rankedBy])} and rank; below, ` +
    `${below} and orders that were denied`;
  return dataTable(`Figures of ${name}`, caption, agents, [
    text('Agent', ({ agent, runs }) => markup`${agent}${pairOf(runs)}`),
    ...policies.map(({ name }, at) =>
      figure(`${at + 1} ${name}`, ({ runs: { [at]: run } }: RescoredAgent) => {
        const small = others.map((name) => figureOf(run, name)).join(', ');
        const denied = run !== undefined && run.denied > 0 && `, ${run.denied} denied`;
        const rank = run?.rank !== null && markup` <span class="rank">#${run?.rank ?? ''}</span>`;
        return markup`${figureOf(run, rankedBy)}${rank}<small>${small}${denied}</small>`;
      }),
    ),
  ]);
}

/** The pair of a hedging agent under each policy, as its decisions are the same. */
function pairOf(runs: RescoredAgent['runs']): Html | false {
  const run = runs.find((one) => one?.pair !== undefined);
  return run !== undefined && markup`<small>${marketOf(run)}</small>`;
}

function policySection({ policies }: Rescore): Section {
  const rows = policies.map((policy, at) => {
    return {
      title: `${at + 1} ${policy.name}, version ${policy.version}`,
      rules: policyRules(policy),
    };
  });
  type Policy = (typeof rows)[number];
  const columns = rows[0]?.rules.map(([label], at) =>
    text<Policy>(label, ({ rules }) => rules[at]![1]),
  );
  const name = text<Policy>('Policy', ({ title }) => title);
  const content = dataTable('Policies', 'Terms of the policies', rows, [name, ...(columns ?? [])]);
  return { id: 'policies', title: 'Policies', content };
}

function decisionSection({ streams, runs }: Rescore): Section {
  const caption = 'Source of the decisions; no agent was asked again';
  const content = dataTable('Decisions', caption, streams, [
    text('Agent', ({ agent }) => agent),
    text('Symbols', ({ symbols }) => symbols.join(', ')),
    text('From', ({ kind }) => kind),
    text('Decided, of due', ({ agent, symbols }) => {
      const run = runs.find(
        (one) => one.agent === agent && (one.symbol === null || one.symbol === symbols[0]),
      );
      return `${run?.answered ?? 0} of ${run?.due ?? 0}`;
    }),
    text('SHA-256', ({ sha256 }) => code(sha256)),
  ]);
  return { id: 'decisions', title: 'Decisions', content };
}
