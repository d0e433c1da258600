/** Bytes of an XML file to text: UTF-8, ISO-8859-1, or UTF-16 with a byte order mark; others are refused by name. */

import { excerpt, invalidInput } from '#values';

type Decoder = InstanceType<typeof TextDecoder>;

/** US-ASCII is a part of UTF-8. */
const readable = /^(utf-?8|us-ascii|ascii)$/i;
const readableWide = /^utf-?16(le|be)?$/i;
const readableLatin = /^iso-8859-1$/i;
const latinDeclared = /^<\?xml[^>]*encoding\s*=\s*["']iso-8859-1["']/i;
/** As many bytes as a declaration with an encoding takes. */
const headBytes = 128;

/** Decodes chunks in order; a character may lie across two of them. */
export class XmlText {
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

  /** What is left at the end of the file; throws where that is half a character. */
  end(): string {
    const rest = this.decoder === undefined ? new Uint8Array(this.head) : new Uint8Array();
    return this.decode(this.decoder ?? this.start(rest), rest, false);
  }

  /** Throws where the XML declaration names an encoding that the bytes are not read in. */
  requireDeclared(encoding: string | undefined): void {
    if (encoding === undefined || this.expected.test(encoding)) return;
    throw invalidInput('an encoding that is not read', {
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
    const encoding = little ? 'utf-16le' : big ? 'utf-16be' : latin ? 'iso-8859-1' : 'utf-8';
    this.decoder = new TextDecoder(encoding, { fatal: true });
    return this.decoder;
  }

  private decode(decoder: Decoder, bytes: Uint8Array, stream: boolean): string {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw invalidInput('bytes that are no text', {
        where: this.file,
        expected: `text in ${decoder.encoding.toUpperCase()}`,
      });
    }
  }
}
