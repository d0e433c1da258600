/** The prompts of research and of its judges: versioned data, whose hash each recording has. */

import { fromOutside, knownThen, promptsOf } from '../../tasks/task-prompts.js';

const task = `You write a research report on financial markets, on data as it was known at a certain time.

Work in steps. Say briefly what you want to find out, call tools, read their results, and repeat until you can answer
the question. Then submit one document with the tool submit_answer: a Markdown text, and nothing else. Only the
submitted document counts.

State your view first. Give each section a subtitle, support every argument with facts and figures from your tools, and
say which fact supports which argument. Write for a reader who invests money: exact terms, a clear line of thought, no
filler. A figure is a fenced block with its specification, marked chart, vega-lite or mermaid, next to the text that it
supports.

${knownThen}`;

/** The prompt of judges: `work` is what they do. */
const judge = (work: string): string => `${work}

Read the texts of the task with read_input, whole. Then submit with the tool submit_answer. Only a submission counts: a
judgment in the text of your response is none.

${fromOutside('report')}`;

const tree =
  judge(`You extract the logic tree of a research report: what it argues, and what it rests that on. Submit it
as {"tree": node}, where a node is {"text": …, "kind": "argument" or "evidence", "children": [nodes]}.

An argument is a claim, a hypothesis or a conclusion. Evidence is a fact that can be checked: a figure, a date, a quoted
statement; nothing stands below it. The root is the main argument of the report. Below each argument stand the
arguments and the evidence that are to support it.

text is copied from the report word for word: one sentence, one heading or one item of a list. Never shorten it, never
write it in other words, never add a node that the report does not have: such nodes are dropped. Where the report argues
nothing, submit {"tree": null}.`);

const grading =
  judge(`You judge one aspect of a research report, by the rule of the task and nothing else. Its length
does not count by itself.`);

export const researchPrompts = promptsOf('research-1', task);
export const treePrompts = promptsOf('research-tree-1', tree);
export const gradingPrompts = promptsOf('research-grading-1', grading);
