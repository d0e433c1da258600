/** XML as a stream of elements with Clark names: bounded in depth and size, without DOCTYPE, never HTML. */

import { excerpt, invalidInput, type TapefoldError } from '#values';
import { SaxesParser } from 'saxes';
import { clark, type QName } from '../names.js';

const depthMax = 200;
const attributeLengthMax = 65_536;
const textLengthMax = 16_777_216;
const encodings = ['utf-8', 'us-ascii', 'ascii', 'utf-16'];

export interface XmlElement {
  readonly name: QName;
  readonly attributes: ReadonlyMap<QName, string>;
  /** Counted from 1: where the start tag begins. */
  readonly line: number;
}

export interface XmlVisitor {
  /** The first call is for the root. */
  open(element: XmlElement): void;
  /** Character data and CDATA, in one or more pieces. */
  text(piece: string): void;
  close(): void;
}

/** Reads a whole document. `file` stands in the errors, all of which are invalid input with file and line. */
export function readXml(bytes: Uint8Array, file: string, visitor: XmlVisitor): void {
  const parser = new SaxesParser({ xmlns: true });
  const wrong = (what: string, expected: string, found: string): TapefoldError =>
    invalidInput(what, { where: `${file}:${parser.line}`, expected, found });
  const piece = (text: string): void => {
    if (text.length > textLengthMax) {
      throw wrong('text', `at most ${textLengthMax} characters`, `${text.length}`);
    }
    visitor.text(text);
  };
  let depth = 0;
  let line = 1;
  parser.on('error', (error) => {
    const found = excerpt(error.message.replace(/^\d+:\d+: /, ''), 120);
    throw wrong('XML', 'a well-formed document', found);
  });
  parser.on('doctype', () => {
    throw wrong('XML', 'no document type declaration', 'DOCTYPE');
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding === undefined || encodings.includes(encoding.toLowerCase())) return;
    throw wrong('encoding', encodings.join(', '), excerpt(encoding));
  });
  // The line break that ends the name of a tag is counted by then.
  parser.on('opentagstart', () => {
    line = parser.line - (parser.columnIndex === 0 ? 1 : 0);
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > depthMax) throw wrong('element', `a depth of at most ${depthMax}`, tag.name);
    if (depth === 1 && tag.local.toLowerCase() === 'html') {
      throw wrong('root element', 'XBRL as XML', 'HTML: XBRL inside HTML is not read');
    }
    const attributes = new Map<QName, string>();
    for (const { uri, local, value } of Object.values(tag.attributes)) {
      if (value.length > attributeLengthMax) {
        throw wrong(`attribute ${local}`, `at most ${attributeLengthMax}`, `${value.length}`);
      }
      attributes.set(clark(uri, local), value);
    }
    visitor.open({ name: clark(tag.uri, tag.local), attributes, line });
  });
  parser.on('text', piece);
  parser.on('cdata', piece);
  parser.on('closetag', () => {
    depth -= 1;
    visitor.close();
  });
  parser.write(decoded(bytes, file)).close();
}

/** UTF-16 by its byte order mark, else UTF-8, of which ASCII is a part. */
function decoded(bytes: Uint8Array, file: string): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const encoding = mark === 0xfeff ? 'utf-16be' : mark === 0xfffe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalidInput('bytes', { where: file, expected: encoding, found: 'others', cause });
  }
}
