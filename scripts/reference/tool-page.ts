/** The page of all tools: what each is asked and what it answers, from the tools themselves. */

import { z } from 'zod';
import {
  fileTools,
  hedgingTools,
  marketTools,
  reportGenerationTools,
  taskTools,
  tradingTools,
  webTools,
  type Tool,
  type ToolSet,
} from '#tools';
import { auditingTools } from '#tools/auditing/auditing-tools';
import { reportEvaluationTools } from '#workflows/insights/evaluation/report-evaluation-tools';
import { retrievalTools } from '#workflows/retrieval/retrieval-tools';
import { describeType, membersOf, type Schema } from './event-members.ts';

/** The form of a task's answer is defined by its workflow. */
const anyAnswer = z.unknown().describe('As the workflow of the task defines it.');
const sets = [
  tradingTools,
  hedgingTools,
  reportGenerationTools,
  reportEvaluationTools([]),
  auditingTools,
  retrievalTools(),
  webTools(),
  fileTools,
  marketTools,
  taskTools(anyAnswer),
];

/** Markdown; a chapter a set, and in it one a tool. */
export function toolPage(): string {
  return ['# Tools', '', ...introduction, ...sets.flatMap(chapterOfSet), ''].join('\n');
}

const introduction = [
  'Written by `npm run docs` from `libs/tools/src/`; edit there.',
  '',
  'Tools answer questions about the market as of one instant. They are served over MCP in ' +
    'sets: `trading_mcp`,',
  '`hedging_mcp`, `report_generation_mcp`, `report_evaluation_mcp` and `auditing_mcp` have the ' +
    'tools of HERCULEAN’s',
  'servers, some with more members ([theirs exactly](published-servers.md) are served under a ' +
    'profile). `tapefold_mcp`',
  'has Tapefold’s own tools, `retrieval_mcp` has fundamentals,',
  '`web_mcp` and `files_mcp` have filings and news, and `task_mcp` is served with each task. ' +
    'Workflows say which of',
  'them their agents have.',
  'The text of each chapter is the description that agents get.',
  '',
  '- **The guard.** A tool reads only through a view that ends at the as-of: a later',
  '  fact cannot be reached by any argument. Ranges are cut off at the as-of. A filing of a ' +
    'later day is an',
  '  error that says so; `is_trading_day` and `is_pair_trading_day` answer `not_loaded`, and ' +
    '`get_pair_prices` says',
  '  `available: false`. An id of later news gets null, like any unknown id. ' +
    '`latest_date_in_db` is the last day',
  '  known at the as-of.',
  '- **When a day is known.** A daily bar is known at its session’s close, that instant ' +
    'included; the rest is in',
  '  [knowledge times](knowledge-times.md). Of intraday bars a row has what is known of its ' +
    'session so far.',
  '- **Days** are those of the data set’s calendar. News has the day of its stamp, a stamp at ' +
    'midnight UTC its own',
  '  date; filings have the day of their acceptance, or their filing date where no time of ' +
    'acceptance is known.',
  '- **Prices.** `adj_close` is the adjusted close of the data set, or its close where it has ' +
    'none. Data sets may be',
  '  adjusted for later dividends too: see [Data sets](dataset-format.md).',
  '- **Texts.** `highlights` is the text of a news item as HERCULEAN has it; elsewhere the ' +
    'title, a blank line, and',
  '  the body or else the summary. Lengths and offsets count characters (Unicode code points). ' +
    'Texts come from',
  '  outside; descriptions tell agents that they are data and no instructions.',
  '- **Ids of news** are integers where the data set counts its items, as HERCULEAN does, and ' +
    'texts elsewhere; either',
  '  form is taken.',
  '- **Arguments** are taken with numbers as text and symbols in any case. One that may be left ' +
    'out may be null as well.',
  '  An argument that a tool does not have is an error.',
  '- **Results.** A list or null is served as `{"result": …}` in structured content, and bare ' +
    'in the text.',
  '  A member with `?` is not in every result. `fiscal_year_end` is there where the terms of ' +
    '`retrieval` have the',
  '  switch `fiscalYearEnds`.',
  '- **Within a decision only** are tools served that take it or show the run. A decision is ' +
    'for the session of the',
  '  as-of; the price in it is noted where the data says otherwise, and nothing fills at it.',
  '- **Reports** are those that `tapefold mcp report-evaluation --reports` reads. ' +
    '`relative_path` is made of symbol,',
  '  date and model as HERCULEAN names its files, wherever a report was read. A report dated ' +
    'after the as-of does not',
  '  exist. Who grades knows later prices, as far as the as-of goes: `get_forward_returns` ' +
    'tells them.',
  '  `verify_weekly_metrics` reads the week in the shares of the as-of: a later split shows as ' +
    'a difference.',
  '- **Indicators.** `get_indicator` seeds its averages at the first row of its warm-up, so its ' +
    'values of one day can',
  '  differ slightly with `date_start`. Its `ma` and `macd` are those of HERCULEAN’s servers. ' +
    'Its `rsi` is Wilder’s, and its',
  '  `bbands` have population deviations; those of the servers ' +
    '[differ](published-servers.md). `get_indicator_value` uses all',
  '  known bars of what has a memory, and is the same whenever it is asked.',
  '',
];

function chapterOfSet({ name, title, tools }: ToolSet): string[] {
  return [
    '',
    `## ${name}`,
    '',
    `${title}.`,
    '',
    '| tool | arguments | served |',
    '| --- | --- | --- |',
    ...tools.map((tool) => rowOf(name, tool)),
    ...tools
      .filter((tool) => !isToldBefore(name, tool))
      .flatMap((tool) => chapterOfTool(name, tool)),
  ];
}

function rowOf(set: string, tool: Tool): string {
  const served = tool.needsDesk === true ? 'within a decision' : 'always';
  return `| [\`${tool.name}\`](#${anchor(set, tool)}) | ${listOfArguments(tool)} | ${served} |`;
}

/** Two sets have tools of one name. */
const headingOf = (set: string, tool: Tool): string => `${set}: ${tool.name}`;

/** Where the tool is described: in the first set that has it. */
function anchor(set: string, tool: Tool): string {
  const first = sets.find(({ tools }) => tools.some((one) => isSame(one, tool)))?.name ?? set;
  return headingOf(first, tool).replace(/[: ]+/g, '-');
}

const isSame = (one: Tool, other: Tool): boolean =>
  one.name === other.name &&
  one.description === other.description &&
  JSON.stringify(argumentsOf(one)) === JSON.stringify(argumentsOf(other));

function isToldBefore(set: string, tool: Tool): boolean {
  return !anchor(set, tool).startsWith(`${set}-`);
}

const argumentsOf = ({ input }: Tool): Schema => z.toJSONSchema(input, { io: 'input' });

function listOfArguments(tool: Tool): string {
  const schema = argumentsOf(tool);
  return membersOf(schema)
    .map(([name]) => `\`${name}\`${isRequired(schema, name) ? '' : '?'}`)
    .join(', ');
}

function isRequired(schema: Schema, name: string): boolean {
  return ((schema['required'] ?? []) as readonly string[]).includes(name);
}

function chapterOfTool(set: string, tool: Tool): string[] {
  const schema = argumentsOf(tool);
  const asked = membersOf(schema).map(([name, member]) => {
    const required = isRequired(schema, name) ? '' : ', may be left out';
    const own = withoutNull(member);
    const words = String(member['description'] ?? own['description']);
    return `- \`${name}\` (${describeType(own)}${required}): ${words}`;
  });
  const result = z.toJSONSchema(tool.output, { io: 'output' });
  return [
    '',
    `### ${headingOf(set, tool)}`,
    '',
    tool.description,
    '',
    ...(asked.length === 0 ? ['No arguments.'] : asked),
    '',
    `Result: \`${describeType(result)}\``,
  ];
}

/** Optional members may also be null, which the page states once. */
function withoutNull(schema: Schema): Schema {
  const choices = (schema['anyOf'] ?? []) as readonly Schema[];
  const [first, ...others] = choices.filter(({ type }) => type !== 'null');
  return first !== undefined && others.length === 0 ? first : schema;
}
