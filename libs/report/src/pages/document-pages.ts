/** Pages of answers that are texts: each number a link to the tool result that holds it. */

import type { AnswerDocument, DocumentNumber } from '#contracts/result/answer-document';
import {
  dataTable,
  figureHead,
  figureTextCell,
  rowHead,
  textCell,
  textHead,
} from '../html/data-table.js';
import { markup, type Html } from '../html/html.js';
import { pageText } from '../html/page-frame.js';
import { themeScript } from '../html/page-script.js';
import { pageStyle } from '../html/page-style.js';
import { code, termList } from '../html/term-list.js';

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
  const links = [
    page > 1 && markup`<a rel="prev" href="${page - 1}.html">Before</a> `,
    markup`<a href="index.html">All of the run</a> `,
    page < pages && markup`<a rel="next" href="${page + 1}.html">Next</a>`,
  ].flatMap((link) => link || []);
  return pageText({
    ...{ name: task, kind: 'Answer', synthetic, skipTo: 'the text', symbols: null, data: null },
    facts: markup`${termList([
      ['Run', code(label)],
      ['Numbers', `${numbers.length}`],
      ['Without a source', `${numbers.filter(({ source }) => source === null).length}`],
    ])}<p class="pages">${links}</p>`,
    links: [
      ['text', 'Text'],
      ['sources', 'Sources'],
    ],
    main: markup`<section aria-labelledby="text"><h2 id="text">Text</h2>
<pre class="document">${linked(text, numbers)}</pre></section>
<section aria-labelledby="sources"><h2 id="sources">Sources</h2>
<p class="aside">${hasCalls ? marked : 'No tool call was recorded, so no number could be looked for.'}</p>
${hasCalls && sourceTable(numbers)}</section>`,
    style: pageStyle + documentStyle,
    script: themeScript,
  });
}

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
    const [href, title] = [`#source-${at + 1}`, `${source.tool}: ${source.value}`];
    const link = markup`<a id="${id}" href="${href}" title="${title}">${written}</a>`;
    return [markup`${before}`, link];
  });
  return [...parts, markup`${text.slice(from)}`];
}

function sourceTable(numbers: readonly DocumentNumber[]): Html {
  const known = numbers.flatMap(({ text, source }, at) =>
    source ? [{ text, source, at: at + 1 }] : [],
  );
  return dataTable({
    label: 'Sources of the numbers',
    id: 'sources-table',
    caption: 'The recorded tool result that holds each number',
    heads: [
      textHead('Number'),
      textHead('Tool'),
      textHead('Arguments'),
      textHead('Place'),
      figureHead('Value'),
    ],
    rows: known.map(({ text, source, at }) => [
      rowHead(markup`<a id="source-${at}" href="#number-${at}">${text}</a>`),
      textCell(code(source.tool)),
      textCell(code(source.arguments)),
      textCell(code(source.path)),
      figureTextCell(source.value),
    ]),
  });
}

/** The list of a run's pages, `1.html` and so on in the order of its answers. */
export function documentIndex(
  documents: readonly AnswerDocument[],
  {
    label,
    agent,
    synthetic,
  }: { readonly label: string; readonly agent: string; readonly synthetic: boolean },
): string {
  const rows = documents.map(({ task, numbers }, at) => [
    rowHead(markup`<a href="${at + 1}.html">${task}</a>`),
    figureTextCell(`${numbers.length}`),
    figureTextCell(`${numbers.filter(({ source }) => source === null).length}`),
  ]);
  return pageText({
    ...{
      name: label,
      kind: 'Answers',
      synthetic,
      skipTo: 'the answers',
      symbols: null,
      data: null,
    },
    facts: termList([
      ['Agent', agent],
      ['Answers', `${documents.length}`],
    ]),
    links: [['answers', 'Answers']],
    main: markup`<section aria-labelledby="answers"><h2 id="answers">Answers</h2>
${dataTable({
  ...{
    label: 'All answers',
    id: 'answers-table',
    caption: 'Answers of the run, with their numbers',
  },
  heads: [textHead('Task'), figureHead('Numbers'), figureHead('Without a source')],
  rows,
})}
<p class="aside"><a href="../../report.html">Report of the result</a></p></section>`,
    style: pageStyle + documentStyle,
    script: themeScript,
  });
}
