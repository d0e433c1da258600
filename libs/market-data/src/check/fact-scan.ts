/** One pass over a table of news, filings, fundamentals, dividends or splits: defects, counts, order. */

import { excerpt, isFailure, type Instant } from '#values';
import type { FactContext, FactDraft } from '../facts/fact-draft.js';
import { factParsers, requiredFields } from '../facts/fact-parsers.js';
import type { DocumentIndex } from '../documents/document-index.js';
import { tableFields, type FactTable, type FactTableKind } from '../manifest/dataset-manifest.js';
import type { ByteInput } from '../rows/byte-input.js';
import { defectKinds, RowDefect, rowDefect, type Defect } from '../rows/row-defect.js';
import { rowFields, type RowFields } from '../rows/row-fields.js';
import type { RawRow } from '../rows/text-rows.js';
import { rowsOf, type FileText, type TableLocation } from '../tables/table-location.js';
import { compareKeys, orderValue, type OrderValue } from './declared-order.js';
import { DroppedRows } from '../rows/dropped-row.js';
import type { FindingLog } from '../findings/finding-log.js';

/** A table as all passes over it share it. */
export interface FactTableAccess {
  readonly holds: FactTableKind;
  readonly table: FactTable;
  readonly location: TableLocation;
  /** Open for as long as the data set is: documents are read from it. */
  readonly input: ByteInput;
  readonly context: Omit<FactContext, 'claim'>;
  readonly documents: DocumentIndex;
}

export interface FactScan {
  readonly access: FactTableAccess;
  readonly rows: number;
  /** Whether the rows stand in order of knowledge time. */
  readonly inOrder: boolean;
  readonly countOf: ReadonlyMap<string, number>;
  readonly dropped: DroppedRows;
}

export interface FactScanOptions {
  readonly log: FindingLog;
  readonly declared: ReadonlySet<string> | undefined;
  /** Called for each sound row. */
  onFact?(draft: FactDraft, line: number): void;
}

/** A row as far as it could be read. */
export interface ReadRow {
  readonly row: RawRow;
  readonly fields: RowFields;
  readonly draft: FactDraft | undefined;
  readonly defect: Defect | undefined;
}

/** Every row of a table, parsed, in file order and in batches. */
export async function* readTable(access: FactTableAccess): AsyncGenerator<readonly ReadRow[]> {
  const { holds, table, location, input } = access;
  const required = requiredFields[holds].map((field) => table.columns?.[field] ?? field);
  for await (const rows of rowsOf(location, required, input, table, tableFields[holds])) {
    yield rows.map((row) => {
      const fields = rowFields(row.fields, table);
      if (row.defect) return { row, fields, draft: undefined, defect: row.defect };
      try {
        const claim = claimOf(access, row);
        const draft = factParsers[holds](fields, { ...access.context, claim });
        return { row, fields, draft, defect: undefined };
      } catch (error) {
        return { row, fields, draft: undefined, defect: defectOf(error) };
      }
    });
  }
}

/** Reads the table to its end. Findings go to the log; only a file that cannot be read at all throws. */
export async function scanFacts(
  access: FactTableAccess,
  options: FactScanOptions,
): Promise<FactScan> {
  const { log } = options;
  const file = access.location.name;
  const dropped = new DroppedRows(file);
  const countOf = new Map<string, number>();
  const groups = new Set<string>();
  const neighbours = neighbourCheck(access.table, options.declared);
  let rows = 0;
  let inOrder = true;
  let last = -Infinity;
  for await (const batch of readTable(access)) {
    for (const read of batch) {
      rows++;
      const { row, draft } = read;
      const defect = read.defect ?? neighbours(read);
      if (defect || !draft) {
        log.error(file, row.line, defect ?? { what: 'the row cannot be read' });
        dropped.add(row.line, defect ?? { what: '' }, timeOf(draft), draft?.symbols[0]);
        continue;
      }
      if (row.unended)
        log.warning(file, row.line, {
          what: 'the last line has no end: the file may have been cut',
        });
      for (const odd of draft.oddities) log.warning(file, row.line, odd);
      const again = draft.group !== undefined && groups.has(draft.group);
      if (draft.group !== undefined) groups.add(draft.group);
      for (const symbol of again ? [] : draft.symbols) {
        countOf.set(symbol, (countOf.get(symbol) ?? 0) + 1);
      }
      options.onFact?.(draft, row.line);
      if (draft.knowledgeTime === null) continue;
      if (draft.knowledgeTime < last) inOrder = false;
      last = draft.knowledgeTime;
      dropped.passed(last);
    }
  }
  const mayBeEmpty = 'mayBeEmpty' in access.location && access.location.mayBeEmpty === true;
  if (rows === 0 && !mayBeEmpty) log.error(file, 0, { what: 'the file has no rows' });
  return { access, rows, inOrder, countOf, dropped };
}

/** Finds what is wrong with a row only because of the others: unknown symbols, keys twice, disorder. */
function neighbourCheck(
  table: FactTable,
  declared: ReadonlySet<string> | undefined,
): (read: ReadRow) => Defect | undefined {
  // Keys of all rows are held: some 100 bytes a row of a table that is small against the prices.
  const keys = new Set<string>();
  const order = table.order ?? [];
  let last: OrderValue[] | undefined;
  return ({ draft, fields }) => {
    if (!draft) return undefined;
    const stranger = declared && draft.symbols.find((symbol) => !declared.has(symbol));
    if (stranger !== undefined) {
      return {
        what: 'the symbol is not one of the data set',
        field: 'symbol',
        found: excerpt(stranger),
      };
    }
    if (keys.has(draft.key))
      return { what: 'the row stands here twice', found: excerpt(draft.key) };
    const key = order.map((name) => orderValue(fields.raw(name)));
    if (last && compareKeys(key, last) < 0) {
      return { what: 'the row is out of order', expected: `order by ${order.join(', ')}` };
    }
    last = key;
    keys.add(draft.key);
    return undefined;
  };
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

/** A calendar that does not know a date says so as `InvalidInput`; here it is the row that is wrong. */
function defectOf(error: unknown): Defect {
  if (error instanceof RowDefect) return error.defect;
  if (isFailure(error, 'InvalidInput')) return { what: 'a date lies beyond the calendar' };
  throw error;
}

const timeOf = (draft: FactDraft | undefined): Instant | undefined =>
  draft?.knowledgeTime ?? undefined;
