/**
 * What an agent is shown of each workflow: prompts, tools and their schemas. A change of a word
 * changes what models answer, so it has to be seen here: `npx vitest run -u` writes the file again.
 */

import { describe, expect, it } from 'vitest';
import { listingOf } from '#tools/mcp/tool-listing';
import { webTools, type ToolSet } from '#tools';
import { allWorkflows } from './index.js';
import { reportEvaluationTools } from './insights/evaluation/report-evaluation-tools.js';
import { retrievalTools } from './retrieval/retrieval-tools.js';
import type { Workflow } from './workflow/workflow.js';

/** A line for each member. */
const linesOf = (value: object): string =>
  Object.entries(value)
    .map(([name, member]) => `${name}: ${JSON.stringify(member)}`)
    .join('\n');

/** A schema, and a line for each of its members. */
const schemaLines = (schema: Readonly<Record<string, unknown>>): string => {
  const { properties, ...rest } = schema;
  return [JSON.stringify(rest), linesOf((properties ?? {}) as object)].join('\n');
};

const partsOf = (set: ToolSet): string[] => [
  `## Tools: ${set.name}, ${set.title}`,
  set.instructions,
  ...set.tools.flatMap((tool) => {
    const { description, inputSchema, outputSchema, ...listing } = listingOf(tool);
    const { needsDesk = false } = tool;
    return [
      `### ${tool.name}`,
      description!,
      linesOf({ ...listing, needsDesk }),
      `Input ${schemaLines(inputSchema)}`,
      `Output ${schemaLines(outputSchema!)}`,
    ];
  }),
];

function traitsOf(workflow: Workflow): object {
  const { agentDefaults, hasReports, hasCases, hasIndependentTasks, rules } = workflow;
  const { market, judged, graded, toolRules } = workflow;
  return {
    agentDefaults,
    hasReports,
    hasCases,
    hasIndependentTasks,
    rules,
    toolRules: Object.keys(toolRules ?? {}),
    market: market && { ...market, policies: undefined },
    judged: judged && { ...judged, answersOf: undefined },
    stages: graded?.stages.map((stage) => stage.workflow),
    hasDocuments: workflow.documents !== undefined,
    hasMarks: workflow.marks !== undefined,
  };
}

describe.each([...allWorkflows.keys()])('%s', (name) => {
  const workflow = allWorkflows.get(name)!;

  it('shows its agents these texts', async () => {
    const { builtIn, ...prompts } = workflow.prompts;
    const sets = await workflow.tools(null);
    const parts = [
      `# ${workflow.name}`,
      linesOf({ ...traitsOf(workflow), prompts }),
      ...builtIn.flatMap((prompt) => [`## Prompt: ${prompt.name}`, prompt.text]),
      ...sets.flatMap(partsOf),
    ];
    await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(`./golden-texts/${name}.txt`);
  });
});

it.each<[string, readonly ToolSet[]]>([
  ['report evaluation', [reportEvaluationTools([])]],
  ['whole pages', [webTools('whole')]],
  ['retrieval without switches', [retrievalTools([])]],
])('tools of %s have these texts', async (name, sets) => {
  const text = `${sets.flatMap(partsOf).join('\n\n')}\n`;
  await expect(text).toMatchFileSnapshot(`./golden-texts/${name.replaceAll(' ', '-')}.txt`);
});
