/**
 * Pages with the transcripts of a run: an index, and pages of consecutive decisions. They are
 * written as the transcripts arrive, so that no recording has to be in memory whole.
 */

import type { DecisionTranscript } from '#llm';
import { formatCount } from '../words/figure-format.js';
import { dataTable, figure, termList, text } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';
import { pageLinks, pageText, reportLink } from '../html/page-frame.js';
import { costWords, decisionSection, sumOf } from './transcript-section.js';

/** Characters of markup on a page before the next one begins; a decision is never split. */
const pageCharactersMax = 300_000;

interface TranscriptPagesOptions {
  /** Name of the run's folder. */
  readonly label: string;
  readonly agent: string;
  /** provider/model; null for an agent that names none. */
  readonly model: string | null;
  readonly synthetic: boolean;
  /** Markup per page; smaller in tests. */
  readonly pageCharacters?: number;
  /** Gets each page, `index.html` last. */
  readonly write: (name: string, text: string) => void;
}

export class TranscriptPages {
  private readonly rows: IndexRow[] = [];
  private sections: Html[] = [];
  private characters = 0;
  private page = 1;

  constructor(private readonly options: TranscriptPagesOptions) {}

  /** Takes the next decision of the run. */
  add(decision: DecisionTranscript): void {
    const section = decisionSection(decision);
    const { pageCharacters = pageCharactersMax } = this.options;
    if (this.characters > 0 && this.characters + section.text.length > pageCharacters) {
      this.writePage(false);
      this.page++;
      this.sections = [];
      this.characters = 0;
    }
    this.sections.push(section);
    this.characters += section.text.length;
    this.rows.push(rowOf(decision, this.page));
  }

  /** Writes the rest, and the index. */
  end(): void {
    if (this.sections.length > 0) this.writePage(true);
    this.options.write('index.html', indexPage(this.options, this.rows));
  }

  private writePage(isLast: boolean): void {
    const { page, sections, options } = this;
    const names = ['Earlier decisions', 'All decisions', 'Later decisions'];
    const links = pageLinks(page, isLast, names);
    const text = pageText({
      name: options.label,
      kind: `Transcripts, page ${page}`,
      synthetic: options.synthetic,
      facts: links,
      sections: [{ id: 'decisions', title: 'Decisions', content: markup`${sections}${links}` }],
      style: transcriptStyle,
    });
    options.write(`${page}.html`, text);
  }
}

function rowOf({ asOf, session, attempts }: DecisionTranscript, page: number) {
  const ends = attempts.map(({ class: end }) => end ?? 'not ended').join(', ');
  const calls = attempts.flatMap((attempt) => attempt.calls);
  return { page, asOf, session, ends, attempts: attempts.length, ...sumOf(calls) };
}

type IndexRow = ReturnType<typeof rowOf>;

function indexPage(
  { label, agent, model, synthetic }: TranscriptPagesOptions,
  rows: readonly IndexRow[],
): string {
  const total = (figure: (row: IndexRow) => number): number =>
    rows.reduce((sum, row) => sum + figure(row), 0);
  const unpriced = total((row) => row.unpriced);
  const usd = rows.some((row) => row.usd !== null) ? total((row) => row.usd ?? 0) : null;
  return pageText({
    name: label,
    kind: 'Transcripts',
    synthetic,
    facts: termList([
      ['Agent', agent],
      ['Model', model ?? 'not named'],
      ['Decisions', formatCount(rows.length)],
      ['Attempts', formatCount(total((row) => row.attempts))],
      ['Model calls', formatCount(total((row) => row.calls))],
      ['Tokens in', formatCount(total((row) => row.input))],
      ['Tokens out', formatCount(total((row) => row.output))],
      ['Cost', costWords({ usd, unpriced })],
      ['Unpriced calls', formatCount(unpriced)],
    ]),
    sections: [{ id: 'decisions', title: 'Decisions', content: indexTable(rows) }],
    style: transcriptStyle,
  });
}

const indexTable = (rows: readonly IndexRow[]): Html =>
  markup`${dataTable('Decisions', 'Each decision, with the class of each attempt', rows, [
    text('Decision', ({ page, asOf, session }) => {
      return markup`<a href="${page}.html#run-${asOf}">${session ?? `as-of ${asOf}`}</a>`;
    }),
    text('How attempts ended', ({ ends }) => ends),
    figure('Calls', ({ calls }) => formatCount(calls)),
    figure('Tokens in', ({ input }) => formatCount(input)),
    figure('Tokens out', ({ output }) => formatCount(output)),
    figure('Cost', costWords),
    figure('Unpriced calls', ({ unpriced }) => formatCount(unpriced)),
  ])}\n${reportLink}`;

const transcriptStyle = `
tbody th { white-space: nowrap; }
.pages { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
section > .pages { margin-top: 1.5rem; }
.run > summary { flex-wrap: wrap; }
.steps { list-style: none; padding: 0; display: grid; gap: 0.75rem; }
.steps > li { border-left: 3px solid var(--rule); padding-left: 0.75rem; min-width: 0; }
.steps > .thought { border-left-color: var(--tone-3); }
.steps > .tool { border-left-color: var(--tone-0); }
.steps > .submission { border-left-color: var(--buy); }
.steps > .trouble { border-left-color: var(--sell); }
.steps h5 { margin: 0.25rem 0; font-size: 0.8125rem; font-weight: 600; }
.attempt { display: grid; gap: 0.75rem; }
.attempt > *, .steps > * { min-width: 0; }
.attempt + .attempt { border-top: 1px solid var(--rule); padding-top: 1rem; }
.attempt h4 { margin: 0; font-size: 0.9375rem; }
.call { color: var(--quiet); font-size: 0.8125rem; }
pre { margin: 0.25rem 0 0; padding: 0.5rem 0.6rem; background: var(--sunk); border-radius: 4px;
  font: 0.8125rem/1.45 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
@media print { pre { max-height: none; } }
`;
