/**
 * Images of a report in Markdown that come with it. Reads each line once: reports are as long as
 * agents make them.
 */

interface CarriedImage {
  readonly title: string;
  /** A data URL up to its first white space, or `sha256:` and 64 digits. */
  readonly source: string;
}

interface PlacedImage extends CarriedImage {
  readonly from: number;
  /** Behind the last character. */
  readonly to: number;
}

const mark = '![';
const dataUrl = 'data:image/';
const namedByHash = /sha256:[0-9a-f]{64}/y;
const titleMax = 500;
/** Maximum characters between the source and the closing parenthesis, such as a caption. */
const captionMax = 200;

/**
 * A line with each image replaced by what `write` returns: images whose bytes come with the report,
 * or that are named by their hash. External images stay.
 */
export function withoutImages(line: string, write: (image: CarriedImage) => string): string {
  let text = '';
  let end = 0;
  for (const image of imagesIn(line)) {
    text += line.slice(end, image.from) + write(image);
    end = image.to;
  }
  return text + line.slice(end);
}

function imagesIn(line: string): PlacedImage[] {
  const found: PlacedImage[] = [];
  const nextBracket = nextOf(line, /\]/g);
  const nextParenthesis = nextOf(line, /\)/g);
  const nextSpace = nextOf(line, /\s/g);
  let from = line.indexOf(mark);
  while (from >= 0) {
    const titleAt = from + mark.length;
    const titleEnd = nextBracket(titleAt);
    const sourceAt = titleEnd + 2;
    let end = titleAt;
    if (titleEnd - titleAt <= titleMax && line[titleEnd + 1] === '(') {
      const headEnd = headOf(line, sourceAt);
      const to = nextParenthesis(headEnd);
      const isData = line.startsWith(dataUrl, sourceAt);
      const sourceEnd = isData ? Math.min(nextSpace(headEnd), to) : headEnd;
      const isSource = isData ? sourceEnd > headEnd : headEnd > sourceAt;
      if (isSource && to < line.length && to - sourceEnd <= captionMax) {
        end = to + 1;
        const title = line.slice(titleAt, titleEnd);
        found.push({ title, source: line.slice(sourceAt, sourceEnd), from, to: end });
      }
    }
    from = line.indexOf(mark, end);
  }
  return found;
}

/** Where the fixed start of a source at `at` ends; `at` itself if none is there. */
function headOf(line: string, at: number): number {
  if (line.startsWith(dataUrl, at)) return at + dataUrl.length;
  namedByHash.lastIndex = at;
  return namedByHash.test(line) ? namedByHash.lastIndex : at;
}

/**
 * The first match at or behind a place, or the length of the text. Places must not decrease:
 * nothing is read twice.
 */
function nextOf(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    pattern.lastIndex = from;
    found = pattern.exec(text)?.index ?? text.length;
    return found;
  };
}
