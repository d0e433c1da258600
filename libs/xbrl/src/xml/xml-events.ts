/** XML as a stream of elements and text, with bounds on all that a hostile file could let grow. */

import { SaxesParser, type SaxesTagNS } from 'saxes';
import { excerpt, invalidInput, printable } from '#values';
import { clark, localOf, type QName } from '../names/names.js';

export interface XmlElement {
  readonly name: QName;
  readonly prefix: string;
  /** By Clark name; an attribute without a prefix has no namespace. */
  readonly attributes: ReadonlyMap<QName, string>;
  /** Prefixes that this element declares; the empty one is the default namespace. */
  readonly declares: Readonly<Record<string, string>>;
  readonly parent: XmlElement | undefined;
  /** The line on which the tag starts, from 1. */
  readonly line: number;
}

/**
 * The receiver of the stream. Text comes in pieces, one between two tags, comments or
 * CDATA sections.
 */
export interface XmlTaker {
  open(element: XmlElement): void;
  text(text: string): void;
  close(element: XmlElement): void;
}

/** Reads past an element. */
export const pastReader: XmlTaker = {
  open: () => undefined,
  text: () => undefined,
  close: () => undefined,
};

const depthMax = 200;
const attributesMax = 512;
const attributeLengthMax = 65_536;
/** Limits one text, tag or comment, in bytes: one fact's text may be a whole note of a report. */
const tokenBytesMax = 8 * 1024 * 1024;
const chunkBytesMax = 65_536;

const insideHtml =
  'this is XBRL inside HTML (Inline XBRL), which is not read: take the extracted instance, a ' +
  'file *_htm.xml';

/** Reads XML from bytes that come in chunks; give them to `write`, then call `end`. */
export class XmlEvents {
  private readonly parser = new SaxesParser({ xmlns: true });
  private readonly decoded: XmlText;
  private top: XmlElement | undefined;
  private depth = 0;
  private startLine = 1;
  private tokenBytes = 0;

  /** `file` names the input in errors. */
  constructor(
    private readonly file: string,
    private readonly taker: XmlTaker,
  ) {
    this.decoded = new XmlText(file);
    const { parser } = this;
    parser.on('error', (error) => this.refuse(error.message.replace(/^(\d+:\d+: )/, '')));
    parser.on('xmldecl', ({ encoding }) => this.decoded.requireDeclared(encoding));
    parser.on('doctype', (doctype) => this.refuseDoctype(doctype));
    // The line break that ends the name of a tag is counted by then.
    parser.on('opentagstart', () => {
      this.startLine = parser.line - (parser.columnIndex === 0 ? 1 : 0);
    });
    parser.on('attribute', ({ name, value }) => this.checkAttribute(name, value));
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('closetag', () => this.close());
    for (const event of ['text', 'cdata'] as const) parser.on(event, (text) => this.text(text));
    for (const event of ['comment', 'processinginstruction'] as const) {
      parser.on(event, () => (this.tokenBytes = 0));
    }
  }

  /**
   * Throws `InvalidInput` with file and line where the bytes are not well-formed, or over a bound.
   */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += chunkBytesMax) {
      const chunk = bytes.subarray(at, at + chunkBytesMax);
      this.tokenBytes += chunk.length;
      this.parser.write(this.decoded.take(chunk));
      if (this.tokenBytes > tokenBytesMax) {
        this.refuse('a text or tag that is too long', `at most ${tokenBytesMax} bytes`);
      }
    }
  }

  /** Throws where the file was cut off. */
  end(): void {
    this.parser.write(this.decoded.end());
    this.parser.close();
  }

  private open(tag: SaxesTagNS): void {
    this.tokenBytes = 0;
    this.depth++;
    if (this.depth > depthMax) {
      this.refuse('elements inside each other too deep', `a depth of at most ${depthMax}`);
    }
    const attributes = Object.values(tag.attributes);
    if (attributes.length > attributesMax) {
      this.refuse('too many attributes', `at most ${attributesMax}`, `${attributes.length}`);
    }
    const element: XmlElement = {
      name: clark(tag.uri, tag.local),
      prefix: tag.prefix,
      attributes: new Map(attributes.map(({ uri, local, value }) => [clark(uri, local), value])),
      declares: tag.ns,
      parent: this.top,
      line: this.startLine,
    };
    if (this.top === undefined && isHtml(localOf(element.name))) this.refuse(insideHtml);
    this.top = element;
    this.taker.open(element);
  }

  private close(): void {
    this.tokenBytes = 0;
    const element = this.top;
    if (element === undefined) return;
    this.top = element.parent;
    this.depth--;
    this.taker.close(element);
  }

  private text(text: string): void {
    this.tokenBytes = 0;
    if (this.top !== undefined) this.taker.text(text);
  }

  private checkAttribute(name: string, value: string): void {
    if (value.length <= attributeLengthMax) return;
    const what = `an attribute ${printable(name, 60)} that is too long`;
    this.refuse(what, `at most ${attributeLengthMax} characters`, `${value.length}`);
  }

  private refuseDoctype(doctype: string): never {
    if (isHtml(/^\s*(\w+)/.exec(doctype.slice(0, 80))?.[1] ?? '')) this.refuse(insideHtml);
    this.refuse('a DOCTYPE, which could declare entities', 'XML without one');
  }

  private refuse(what: string, expected?: string, found?: string): never {
    throw invalidInput(printable(what, 200), {
      where: `${this.file}, line ${this.parser.line}`,
      ...(expected === undefined ? {} : { expected }),
      ...(found === undefined ? {} : { found }),
    });
  }
}

const isHtml = (name: string): boolean => name.toLowerCase() === 'html';

/** The namespace bound to a prefix at an element; the empty prefix may be unbound. */
function namespaceAt(element: XmlElement, prefix: string): string | undefined {
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const namespace = at.declares[prefix];
    if (namespace !== undefined) return namespace;
  }
  return prefix === '' ? '' : undefined;
}

/** `prefix:local` from the text of an element or from an attribute; throws on an unknown prefix. */
export function qnameAt(element: XmlElement, text: string, file: string): QName {
  const [, prefix = '', local] = /^(?:([^\s:{}]+):)?([^\s:{}]+)$/.exec(text.trim()) ?? [];
  const namespace = namespaceAt(element, prefix);
  if (local !== undefined && namespace !== undefined) return clark(namespace, local);
  throw invalidInput(`${localOf(element.name)} is not the name of anything`, {
    where: `${file}, line ${element.line}`,
    expected: 'a name with a prefix that is declared',
    found: JSON.stringify(printable(text, 80)),
  });
}

/** Reads a whole file that is in memory. */
export function readXml(bytes: Uint8Array, file: string, taker: XmlTaker): void {
  const events = new XmlEvents(file, taker);
  events.write(bytes);
  events.end();
}

type Decoder = InstanceType<typeof TextDecoder>;

/** US-ASCII is a part of UTF-8. */
const readable = /^(utf-?8|us-ascii|ascii)$/i;
const readableWide = /^utf-?16(le|be)?$/i;
const readableLatin = /^iso-8859-1$/i;
const latinDeclared = /^<\?xml[^>]*encoding\s*=\s*["']iso-8859-1["']/i;
/** As many bytes as a declaration with an encoding takes. */
const headBytes = 128;

/** Decodes chunks in order; a character may span two of them. */
class XmlText {
  private decoder: Decoder | undefined;
  private expected = readable;
  private head: number[] = [];

  constructor(private readonly file: string) {}

  /** The text of the next bytes; empty as long as the first 128 have not come. */
  take(bytes: Uint8Array): string {
    if (this.decoder !== undefined) return this.decode(this.decoder, bytes, true);
    const all = new Uint8Array([...this.head, ...bytes]);
    this.head = [...all.subarray(0, headBytes)];
    return all.length < headBytes ? '' : this.decode(this.start(all), all, true);
  }

  /** The remaining text at the end of the file; throws if that is half a character. */
  end(): string {
    const rest = this.decoder === undefined ? new Uint8Array(this.head) : new Uint8Array();
    return this.decode(this.decoder ?? this.start(rest), rest, false);
  }

  /** Throws where the XML declaration names an encoding that the bytes are not read in. */
  requireDeclared(encoding: string | undefined): void {
    if (encoding === undefined || this.expected.test(encoding)) return;
    throw invalidInput('an encoding that is not supported', {
      where: this.file,
      expected: 'UTF-8, ISO-8859-1, or UTF-16 with a byte order mark',
      found: excerpt(encoding),
    });
  }

  private start(head: Uint8Array): Decoder {
    const [first, second] = head;
    const little = first === 0xff && second === 0xfe;
    const big = first === 0xfe && second === 0xff;
    const latin = latinDeclared.test(String.fromCharCode(...head.subarray(0, headBytes)));
    if (little || big || latin) this.expected = latin ? readableLatin : readableWide;
    let encoding;
    if (little) {
      encoding = 'utf-16le';
    } else if (big) {
      encoding = 'utf-16be';
    } else if (latin) {
      encoding = 'iso-8859-1';
    } else {
      encoding = 'utf-8';
    }
    this.decoder = new TextDecoder(encoding, { fatal: true });
    return this.decoder;
  }

  private decode(decoder: Decoder, bytes: Uint8Array, stream: boolean): string {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw invalidInput('the bytes are not text', {
        where: this.file,
        expected: `text in ${decoder.encoding.toUpperCase()}`,
      });
    }
  }
}
