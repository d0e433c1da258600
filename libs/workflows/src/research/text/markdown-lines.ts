/** Lines of a Markdown document: headings, bullets, fenced blocks and prose. */

export interface MarkdownLine {
  readonly text: string;
  /** Level of a heading, 1 to 6; 0 of every other line. */
  readonly heading: number;
  /** The fenced block that the line is of, its fences included: what it says that it is, in lower case. */
  readonly block: { readonly kind: string } | null;
}

/** Headings are those that begin with `#`; a line of a fenced block is none. */
export function markdownLines(text: string): MarkdownLine[] {
  let open: { readonly marks: string; readonly kind: string } | null = null;
  return text.split('\n').map((line) => {
    const [, marks = '', kind = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w-]*)/.exec(line) ?? [];
    const isEnd: boolean = kind === '' && marks !== '' && marks.startsWith(open?.marks ?? ' ');
    if (open === null && marks !== '') open = { marks, kind: kind.toLowerCase() };
    const block = open;
    if (isEnd) open = null;
    const heading = block === null ? /^ {0,3}(#{1,6})(?=[ \t])/.exec(line)?.[1]?.length : 0;
    return { text: line, heading: heading ?? 0, block };
  });
}
