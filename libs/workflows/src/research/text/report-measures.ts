/** Lines, words and sections of a report in Markdown, and the figures that it carries. */

import { sha256Hex } from '#values';
import { plainWords } from '../../judging/text/passages.js';
import { writtenDocument } from '../../judging/text/written-document.js';
import { withoutImages } from './carried-images.js';

interface MarkdownLine {
  readonly text: string;
  /** Level of a heading, 1 to 6; 0 of every other line. */
  readonly heading: number;
  /**
   * The fenced block that contains the line or is opened or closed by it; `kind` is its info string
   * in lower case.
   */
  readonly block: { readonly kind: string } | null;
}

/**
 * Headings are lines that begin with `#`, and those that `===` or `---` underlines, outside of
 * fenced blocks.
 */
export function markdownLines(text: string): MarkdownLine[] {
  let open: { readonly marks: string; readonly kind: string } | null = null;
  const lines = text.split('\n').map((line): MarkdownLine => {
    const { marks, kind } = fenceOf(line);
    const isEnd: boolean = kind === '' && marks !== '' && marks.startsWith(open?.marks ?? ' ');
    if (open === null && marks !== '') open = { marks, kind: kind.toLowerCase() };
    const block = open;
    if (isEnd) open = null;
    return { text: line, heading: block === null ? headingOf(line) : 0, block };
  });
  return lines.map((line, at) => ({ ...line, heading: line.heading || underlined(lines, at) }));
}

/** A fence's marks and language, empty in a line that has none. */
function fenceOf(line: string) {
  const [, marks = '', kind = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w-]*)/.exec(line) ?? [];
  return { marks, kind };
}

/** Level of a heading that begins with `#`; 0 for any other line. */
function headingOf(line: string): number {
  return /^ {0,3}(#{1,6})(?=[ \t])/.exec(line)?.[1]?.length ?? 0;
}

/** Whether a line may be one of a paragraph, rather than of a list, a table or a quotation. */
const beginsParagraph = (text: string): boolean =>
  /^ {0,3}[^\s#>|*+-]/.test(text) && !/^ {0,3}\d{1,3}[.)] /.test(text);

/**
 * Level of a heading that the line below it underlines, a paragraph of one line; 0 for
 * any other line.
 */
function underlined(lines: readonly MarkdownLine[], at: number): number {
  const { text, block } = lines[at]!;
  const below = lines[at + 1];
  const above = lines[at - 1];
  if (block !== null || below === undefined || below.block !== null) return 0;
  const [, mark] = /^ {0,3}(=|-)\1*\s*$/.exec(below.text) ?? [];
  if (mark === undefined || !beginsParagraph(text)) return 0;
  const startsParagraph = above === undefined || above.text.trim() === '' || above.heading > 0;
  const isBreak = /^[-=*_\s]+$/.test(text);
  if (!startsParagraph || isBreak) return 0;
  return mark === '=' ? 1 : 2;
}

/** A rule below the head of a table or below a heading, and a thematic break: no words. */
const isRule = (text: string): boolean => /^[-=:| \t]+$/.test(text) && /[-=]{2}/.test(text);

/** Without comments, which no reader sees; one without an end stays. */
function withoutComments(text: string): string {
  let rest = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end < 0) break;
    rest += text.slice(from, at);
    from = end + 3;
  }
  return rest + text.slice(from);
}

/** Han, Hiragana and Katakana are written without spaces; Hangul is not. */
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const cjkMarks = /[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/g;

/**
 * A word is delimited by white space; each CJK character counts as one. Markdown
 * marks do not count.
 */
export function wordsIn(text: string): number {
  const apart = plainWords(text).replace(cjkMarks, ' ').replace(cjk, ' x ');
  return apart.split(/\s+/).filter((word) => word !== '').length;
}

/**
 * Words in all, headings without the title of the document, and words outside of headings ÷ these;
 * of a report without a subtitle, all of them: it is one section. Figures are left out; lines of
 * other fenced blocks count as prose.
 */
export function measuresOf(report: string) {
  const text = withoutComments(writtenDocument(report).replaceAll('\r\n', '\n'));
  const all = markdownLines(figuresIn(text).text);
  const lines = all.filter((line) => line.block !== null || !isRule(line.text));
  const headings = lines.filter(({ heading }) => heading > 0);
  const [first, ...others] = headings;
  const isTitle = first !== undefined && others.every(({ heading }) => heading > first.heading);
  const subtitles = headings.length - (isTitle ? 1 : 0);
  const count = (of: readonly MarkdownLine[]): number =>
    wordsIn(of.map(({ text }) => text).join('\n'));
  const body = count(lines.filter(({ heading }) => heading === 0));
  const wordsPerSubtitle = body / Math.max(1, subtitles);
  return { words: body + count(headings), subtitles, wordsPerSubtitle };
}

/** Fenced blocks that specify a chart. */
const charts = new Set(['chart', 'vega-lite', 'vega', 'echarts', 'plotly', 'mermaid']);
const figuresMax = 50;

/**
 * The report with each figure as `[figure 1: its title]`, and a description of each, in order, at
 * most 50 of them: a chart's specification, or the name of an image.
 */
export function figuresIn(report: string) {
  const figures: string[] = [];
  const placed = (title: string, figure: string): string => {
    if (figures.length < figuresMax) figures.push(figure);
    return `[figure ${figures.length}: ${title || 'without a title'}]`;
  };
  const lines = markdownLines(report);
  const blocks = Map.groupBy(lines, ({ block }) => block);
  const text = lines.flatMap((line) => {
    const { block } = line;
    if (block === null || !charts.has(block.kind)) {
      return withoutImages(line.text, ({ title, source }) =>
        placed(title, `Image: ${title || 'without a title'}\n${imageOf(source)}`),
      );
    }
    const inside = blocks.get(block)!;
    if (line !== inside[0]) return [];
    const specification = inside.slice(1).map((one) => one.text);
    return placed(block.kind, specification.join('\n'));
  });
  return { text: text.join('\n'), figures };
}

/** Its bytes by claim check: judges that only read texts get a description instead. */
function imageOf(source: string): string {
  if (source.startsWith('sha256:')) return source;
  const [head = '', body = ''] = source.slice('data:'.length).split(',', 2);
  return `${head}, ${body.length} characters, sha256:${sha256Hex(body)}`;
}
