/** Reads a part of a workbook as a stream of tags and texts: memory does not depend on its size. */

import { closeSync, readSync, rmSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import { invalidInput } from '#values';
import { openRegular } from '#files';

/** A member of the archive that a workbook is. */
export interface WorkbookPart {
  readonly name: string;
  /** Writes it into a new file, within bounds. */
  unpack(
    target: string,
    bounds: { readonly bytesMax: number; readonly lineBytesMax: number },
  ): Promise<void>;
}

/** Parts of a workbook that is being read. */
export interface WorkbookParts {
  readonly members: readonly WorkbookPart[];
  readonly where: string;
  /** A path at which a part may be unpacked. */
  readonly scratch: string;
}

export type Attributes = Readonly<Record<string, string>>;

/** Local names, without prefixes. */
export interface Taker {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Where it is, as errors name it. */
  place?(): string;
}

/** Characters that the parser keeps until a tag ends, such as those of a text. */
const keptCharsMax = 1024 * 1024;
/** A tag inside of a tag inside of one, and so on: those of a sheet are seven deep. */
const depthMax = 100;

/**
 * Reads a part of at most `bytesMax`. Throws `InvalidInput` if it is damaged or hostile; false if
 * there is none.
 */
export async function readPart(
  { members, where, scratch }: WorkbookParts,
  name: string,
  taker: Taker,
  bytesMax: number,
): Promise<boolean> {
  const member = members.find((one) => one.name === name);
  if (member === undefined) return false;
  try {
    await member.unpack(scratch, { bytesMax, lineBytesMax: Infinity });
    readXml(scratch, `${where}: ${name}`, taker);
    return true;
  } finally {
    rmSync(scratch, { force: true });
  }
}

/** The error of a part that exceeds a bound, or cannot be read. */
export const badWorkbook = (where: string, expected: string, found?: string): Error =>
  invalidInput('the workbook cannot be read', {
    where,
    expected: `${expected}; save the sheet as CSV`,
    ...(found === undefined ? {} : { found }),
  });

function readXml(path: string, where: string, taker: Taker): void {
  const parser = new SaxesParser({ xmlns: true });
  const place = (): string => [where, taker.place?.() ?? ''].join(' ').trim();
  let kept = 0;
  let depth = 0;
  parser.on('error', ({ message }) => {
    throw badWorkbook(place(), 'a whole workbook', message);
  });
  parser.on('opentag', ({ local, attributes }) => {
    kept = 0;
    depth++;
    if (depth > depthMax) throw badWorkbook(place(), `tags at most ${depthMax} deep`);
    const own = Object.values(attributes).map((one): [string, string] => [one.local, one.value]);
    taker.open?.(local, Object.fromEntries(own));
  });
  parser.on('text', (text) => {
    kept = 0;
    taker.text?.(text);
  });
  parser.on('closetag', ({ local }) => {
    kept = 0;
    depth--;
    taker.close?.(local);
  });
  const { descriptor } = openRegular(path, where);
  try {
    const decoder = new TextDecoder();
    const block = Buffer.alloc(1 << 16);
    for (;;) {
      const read = readSync(descriptor, block, 0, block.length, null);
      if (read === 0) break;
      if (kept > keptCharsMax) {
        throw badWorkbook(place(), `at most ${keptCharsMax} characters between two tags`);
      }
      kept += read;
      parser.write(decoder.decode(block.subarray(0, read), { stream: true }));
    }
    parser.close();
  } finally {
    closeSync(descriptor);
  }
}
