/** Pages of answers that are texts: each number links to the tool result that holds it. */

import type { AnswerDocument, DocumentNumber } from '#contracts';
import { aside, code, dataTable, figure, termList, text as textColumn } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import { pageLinks, pageText, reportLink } from '../html/page-frame.js';

const documentStyle = `
.document { white-space: pre-wrap; overflow-wrap: anywhere; max-width: 52rem; font: inherit; }
.document mark { background: none; color: inherit; text-decoration: underline wavy var(--sell); }
tr:target { outline: 2px solid var(--text); }
`;

export interface DocumentPlace {
  /** Name of the run's folder. */
  readonly label: string;
  readonly synthetic: boolean;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** The page of one answer. Numbers without a source are marked. */
export function documentPage(
  { task, text, numbers, hasCalls }: AnswerDocument,
  { label, synthetic, page, pages }: DocumentPlace,
): string {
  const unsourced = numbers.filter(({ source }) => source === null).length;
  const document = markup`<pre class="document">${linked(text, numbers)}</pre>`;
  const sources = markup`${aside(hasCalls ? marked : unmarked)}${hasCalls && sourceTable(numbers)}`;
  return pageText({
    name: task,
    kind: 'Answer',
    synthetic,
    facts: markup`${termList([
      ['Run', code(label)],
      ['Numbers', `${numbers.length}`],
      ['Without a source', `${unsourced}`],
    ])}${pageLinks(page, page === pages, ['Before', 'All of the run', 'Next'])}`,
    sections: [
      { id: 'text', title: 'Text', content: document },
      { id: 'sources', title: 'Sources', content: sources },
    ],
    style: documentStyle,
  });
}

const unmarked = 'No tool call was recorded, so no number could be looked for.';
const marked =
  'A number leads to the tool result that holds it. One with a wavy line below it is in none.';

function linked(text: string, numbers: readonly DocumentNumber[]): Html[] {
  let from = 0;
  const parts = numbers.flatMap(({ text: written, offset, source }, at): Html[] => {
    const before = text.slice(from, offset);
    from = offset + written.length;
    const id = `number-${at + 1}`;
    if (source === null) {
      const why = 'No tool result of the run holds it';
      return [markup`${before}`, markup`<mark id="${id}" title="${why}">${written}</mark>`];
    }
    const href = `#source-${at + 1}`;
    const title = `${source.tool}: ${source.value}`;
    const link = markup`<a id="${id}" href="${href}" title="${title}">${written}</a>`;
    return [markup`${before}`, link];
  });
  return [...parts, markup`${text.slice(from)}`];
}

function sourceTable(numbers: readonly DocumentNumber[]): Html {
  const known = numbers.flatMap(({ text, source }, at) =>
    source ? [{ text, source, at: at + 1 }] : [],
  );
  const caption = 'The recorded tool result that holds each number';
  return dataTable('Sources of the numbers', caption, known, [
    textColumn('Number', ({ text, at }) => {
      return markup`<a id="source-${at}" href="#number-${at}">${text}</a>`;
    }),
    textColumn('Tool', ({ source }) => code(source.tool)),
    textColumn('Arguments', ({ source }) => code(source.arguments)),
    textColumn('Place', ({ source }) => code(source.path)),
    figure('Value', ({ source }) => source.value),
  ]);
}

/** The list of a run's pages, `1.html` and so on in the order of its answers. */
export function documentIndex(
  documents: readonly AnswerDocument[],
  run: { readonly label: string; readonly agent: string; readonly synthetic: boolean },
): string {
  const rows = documents.map(({ task, numbers }, at) => {
    const unsourced = numbers.filter(({ source }) => source === null).length;
    return { task, page: at + 1, numbers: numbers.length, unsourced };
  });
  const table = dataTable('All answers', 'Answers of the run, with their numbers', rows, [
    textColumn('Task', ({ task, page }) => markup`<a href="${page}.html">${task}</a>`),
    figure('Numbers', ({ numbers }) => `${numbers}`),
    figure('Without a source', ({ unsourced }) => `${unsourced}`),
  ]);
  return pageText({
    name: run.label,
    kind: 'Answers',
    synthetic: run.synthetic,
    facts: termList([
      ['Agent', run.agent],
      ['Answers', `${documents.length}`],
    ]),
    sections: [{ id: 'answers', title: 'Answers', content: markup`${table}\n${reportLink}` }],
    style: documentStyle,
  });
}
