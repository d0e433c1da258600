/** Lines of a Markdown document: headings, bullets, fenced blocks and prose. */

export interface MarkdownLine {
  /** Its first character in the document, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Level of a heading, 1 to 6; 0 of every other line. */
  readonly heading: number;
  /** Of a line within a fenced block, its fences included: what the block says that it is, in lower case. */
  readonly block: string | null;
}

/** Headings are those that begin with `#`; a line of a fenced block is none. */
export function markdownLines(text: string): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let fence: { readonly marks: string; readonly kind: string } | null = null;
  let from = 0;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    const [, marks = '', kind = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w-]*)/.exec(line) ?? [];
    const isOpening: boolean = fence === null && marks !== '';
    if (isOpening) fence = { marks, kind: kind.toLowerCase() };
    const heading = fence === null ? (/^ {0,3}(#{1,6})(?=[ \t])/.exec(line)?.[1]?.length ?? 0) : 0;
    lines.push({ ...{ from, to, text: line, heading }, block: fence?.kind ?? null });
    const isEnd: boolean = kind === '' && marks !== '' && marks.startsWith(fence?.marks ?? ' ');
    if (!isOpening && isEnd) fence = null;
    from = to + 1;
  }
  return lines;
}
