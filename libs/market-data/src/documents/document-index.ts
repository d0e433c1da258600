/**
 * Locations of the texts that facts claim: a place in a file of the data set, or a temporary file.
 * Never in memory.
 */

import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invariant, sha256Hex } from '#values';
import type { DocumentRef } from '#contracts';
import { valueAt } from '#contracts/parsing/value-at';
import type { DocumentStore } from '../dataset/dataset.js';
import { fileInput, requireReadTo, type ByteInput } from '../rows/byte-input.js';
import type { DocumentPlace, FileText } from '../tables/table-location.js';
import { decodeUtf8 } from '../rows/csv-record.js';
import { jsonObject } from '../rows/text-rows.js';

export class DocumentIndex implements DocumentStore {
  private readonly places = new Map<string, DocumentPlace | FileText>();
  private folder: string | undefined;
  private descriptor: number | undefined;
  private copies: ByteInput | undefined;
  private copiedBytes = 0;

  /** Registers a text and returns its claim. Without a place it is copied to a temporary file. */
  add(text: string, place?: DocumentPlace): DocumentRef {
    const sha256 = sha256Hex(text);
    if (!this.places.has(sha256)) this.places.set(sha256, place ?? this.copy(text));
    return { sha256, chars: text.length };
  }

  /** Registers a text that is a file of its own and returns its claim. */
  addFile(file: FileText): DocumentRef {
    this.places.set(file.ref.sha256, file);
    return file.ref;
  }

  get(sha256: string): string | undefined {
    const place = this.places.get(sha256);
    if (!place) return undefined;
    if ('ref' in place) return place.read();
    const bytes = Buffer.alloc(place.bytes);
    const isCopy = place.input === nowhere;
    const input = isCopy ? this.openCopies() : place.input;
    const read = input.read(bytes, place.offset);
    requireReadTo(place.offset + read, place.offset + place.bytes, input.name);
    const text = decodeUtf8(bytes);
    return isCopy ? text : String(valueAt(jsonObject(text), place.path));
  }

  close(): void {
    this.copies?.close();
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    this.copies = this.descriptor = this.folder = undefined;
    this.places.clear();
  }

  private copy(text: string): DocumentPlace {
    this.folder ??= mkdtempSync(join(tmpdir(), 'tapefold-documents-'));
    this.descriptor ??= openSync(join(this.folder, 'texts'), 'wx', 0o600);
    const bytes = Buffer.from(text, 'utf8');
    appendFileSync(this.descriptor, bytes);
    const place = { offset: this.copiedBytes, bytes: bytes.length, path: [], input: nowhere };
    this.copiedBytes += bytes.length;
    return place;
  }

  private openCopies(): ByteInput {
    invariant(this.folder !== undefined, 'a copied document has a file');
    return (this.copies ??= fileInput(join(this.folder, 'texts'), 'temporary texts'));
  }
}

const nowhere: ByteInput = { name: '', size: 0, read: () => 0, close: () => undefined };
