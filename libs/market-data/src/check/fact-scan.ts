/** One pass over a table of news, filings, fundamentals, dividends or splits: defects, counts, order. */

import { excerpt } from '#values';
import type { FactContext, FactDraft } from '../facts/fact-draft.js';
import { factTraits } from '../facts/fact-traits.js';
import { groupOf } from '../facts/filing-fact.js';
import type { DocumentIndex } from '../documents/document-index.js';
import { tableFields, type FactTable, type FactTableKind } from '../manifest/dataset-manifest.js';
import { defectKinds, rowDefect, type Defect } from '../rows/row-defect.js';
import { rowFields } from '../rows/row-fields.js';
import type { RawRow } from '../rows/text-rows.js';
import { readTable, type ReadRow, type TableAccess } from '../tables/table-rows.js';
import type { FileText } from '../tables/table-location.js';
import { FieldOrder } from './declared-order.js';
import type { DroppedRows } from '../rows/dropped-row.js';
import { TablePass, unended, type TablePassOptions } from './table-pass.js';

export interface FactTableAccess extends TableAccess<FactTableKind, FactTable> {
  readonly context: Omit<FactContext, 'claim'>;
  readonly documents: DocumentIndex;
}

export interface FactScan {
  readonly access: FactTableAccess;
  readonly rows: number;
  /** Whether the rows are in order of knowledge time. */
  readonly inOrder: boolean;
  readonly countOf: ReadonlyMap<string, number>;
  readonly dropped: DroppedRows;
}

interface FactScanOptions extends TablePassOptions {
  /** Called for each sound row. */
  onFact(draft: FactDraft, line: number): void;
}

/** Every row of a table, parsed, in file order and in batches. */
export function readFacts(
  access: FactTableAccess,
): AsyncGenerator<readonly ReadRow<FactDraft>[], void> {
  const { holds, table, context } = access;
  const { required, parse } = factTraits[holds];
  return readTable(access, { required, fields: tableFields[holds] }, (row) =>
    parse(rowFields(row.fields, table), { ...context, claim: claimOf(access, row) }),
  );
}

/** Reads the table to its end. Findings go to the log; throws only if the whole file is unreadable. */
export async function scanFacts(
  access: FactTableAccess,
  options: FactScanOptions,
): Promise<FactScan> {
  const { location, table } = access;
  const pass = new TablePass(location.name, options);
  const countOf = new Map<string, number>();
  const groups = new Set<string>();
  // Keeps the keys of all rows: about 100 bytes per row of a table that is small compared with the prices.
  const keys = new Set<string>();
  const order = new FieldOrder(table.order);
  /** Defects of a row relative to the others: unknown symbols, duplicate keys, disorder. */
  const misplaced = ({ symbols, key }: FactDraft, { fields }: RawRow): Defect | undefined =>
    symbols.map((symbol) => pass.strangerDefect(symbol)).find(Boolean) ??
    (keys.has(key) ? { what: 'the row stands here twice', found: excerpt(key) } : undefined) ??
    order.defectOf(rowFields(fields, table));
  let inOrder = true;
  let last = -Infinity;
  for await (const batch of readFacts(access)) {
    for (const { row, ...read } of batch) {
      pass.rows++;
      if (read.defect) {
        pass.drop(row.line, read.defect);
        continue;
      }
      const draft = read.value;
      const defect = misplaced(draft, row);
      if (defect) {
        pass.drop(row.line, defect, draft.knowledgeTime ?? undefined, draft.symbols[0]);
        continue;
      }
      keys.add(draft.key);
      if (row.unended) pass.warn(row.line, unended);
      for (const odd of draft.oddities) pass.warn(row.line, odd);
      const group = groupOf(draft.payload);
      for (const symbol of groups.has(group) ? [] : draft.symbols) {
        countOf.set(symbol, (countOf.get(symbol) ?? 0) + 1);
      }
      if (group !== '') groups.add(group);
      options.onFact(draft, row.line);
      if (draft.knowledgeTime === null) continue;
      if (draft.knowledgeTime < last) inOrder = false;
      last = draft.knowledgeTime;
      pass.dropped.passed(last);
    }
  }
  const mayBeEmpty = 'mayBeEmpty' in location && location.mayBeEmpty === true;
  if (!mayBeEmpty) pass.requireRows();
  return { access, rows: pass.rows, inOrder, countOf, dropped: pass.dropped };
}

function claimOf(
  { location, input, documents, table }: FactTableAccess,
  row: RawRow,
): FactContext['claim'] {
  return (text, field) => {
    if (location.format !== 'jsonl') return documents.add(text);
    if (location.texts !== undefined) return documents.addFile(fileText(location.texts, text));
    const name = table.columns?.[field] ?? field;
    return documents.add(text, { input, offset: row.offset, bytes: row.bytes, path: [name] });
  };
}

function fileText(texts: ReadonlyMap<string, FileText>, path: string): FileText {
  const file = texts.get(path);
  if (file === undefined) throw rowDefect(defectKinds.encoding, { field: 'text', found: path });
  return file;
}
