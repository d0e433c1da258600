/** Commands that a page shows with what they print, and whether they do. */

export interface ShownCommands {
  readonly blocks: readonly { readonly language: string | undefined; readonly text: string }[];
  /** `$ npx tapefold …` and the lines below it, for each command that is shown. */
  readonly shown: readonly (readonly [command: string, lines: readonly string[]])[];
}

export function shownIn(page: string): ShownCommands {
  const blocks = [...page.matchAll(/^```(\w*)\n([^]*?)^```/gm)].map(([, language, text = '']) => ({
    language,
    text,
  }));
  const shown = blocks
    .flatMap(({ text }) => text.split(/^\$ npx tapefold /m).slice(1))
    .map((part) => {
      const [command = '', ...lines] = part.split('\n');
      return [command, lines.filter((line) => line !== '')] as const;
    });
  return { blocks, shown };
}

/**
 * Shown lines that are misplaced in the output: each has to come after the one before, and directly
 * after it unless a line `…` is between them. Within a line `…` replaces the rest of it.
 */
export function misplaced(output: string, lines: readonly string[]): string[] {
  const printed = output.split('\n').filter((line) => line.trim() !== '');
  const found: string[] = [];
  let next = 0;
  let maySkip = false;
  for (const line of lines) {
    if (line === '…') {
      maySkip = true;
      continue;
    }
    const start = line.split('…')[0] as string;
    const isIt = (one: string): boolean => (line === start ? one === line : one.startsWith(start));
    const at = printed.findIndex((one, index) => index >= next && isIt(one));
    if (at < 0 || (at > next && !maySkip)) found.push(line);
    if (at >= 0) next = at + 1;
    maySkip = false;
  }
  return next < printed.length && !maySkip ? [...found, `… instead of ${printed[next]}`] : found;
}
