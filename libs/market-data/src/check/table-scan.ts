/** One pass over a table besides bars: defects, the extent of each symbol, order. */

import { excerpt, type CivilDate } from '#values';
import type { FactContext, FactDraft } from '../facts/fact-draft.js';
import { factTraits } from '../facts/fact-traits.js';
import { groupOf } from '../facts/filing-fact.js';
import type { DocumentIndex } from '../documents/document-index.js';
import {
  isTickKind,
  tableFields,
  type FactTable,
  type TableKind,
} from '../manifest/dataset-manifest.js';
import { defectKinds, rowDefect, type Defect } from '../rows/row-defect.js';
import { rowFields, type RawFields } from '../rows/row-fields.js';
import type { RawRow } from '../rows/text-rows.js';
import { readTable, sortedRows, type ReadRow, type TableAccess } from '../tables/table-rows.js';
import type { FileText } from '../tables/table-location.js';
import { FieldOrder } from './declared-order.js';
import { beforeCalendar, beyondCalendar, TablePass, unended } from './table-pass.js';
import type { DroppedRows, TablePassOptions } from './table-pass.js';
import { TickNeighbors, TickOrder, type TickPlace } from './tick-order.js';

export interface FactTableAccess extends TableAccess<TableKind, FactTable> {
  readonly context: Omit<FactContext, 'claim' | 'symbolOfFile'>;
  readonly documents: DocumentIndex;
}

/**
 * What a check keeps per symbol: facts that rows form together count once, sessions are those of
 * trades and quotes.
 */
interface TableExtent {
  rows: number;
  firstSession: CivilDate | null;
  lastSession: CivilDate | null;
}

export interface TableScan {
  readonly access: FactTableAccess;
  readonly rows: number;
  /** Whether the rows are in order of knowledge time. */
  readonly inOrder: boolean;
  readonly extents: ReadonlyMap<string, Readonly<TableExtent>>;
  readonly dropped: DroppedRows;
}

interface TableScanOptions extends TablePassOptions {
  /** Maximum rows that a sort holds in memory. */
  readonly rowBudget: number;
  /** Called for each sound row. */
  onFact(draft: FactDraft, line: number): void;
}

/** Every row of a table, parsed, in file order and in batches. */
export function readFacts(
  access: FactTableAccess,
): AsyncGenerator<readonly ReadRow<FactDraft>[], void> {
  const { holds, table, context } = access;
  const { required, parse } = factTraits[holds];
  const isInFile = (field: string): boolean => field !== 'symbol' || table.symbol === undefined;
  const fields = (tableFields[holds] as readonly string[]).filter(isInFile);
  const own = { ...context, symbolOfFile: table.symbol };
  return readTable(access, { required: required.filter(isInFile), fields }, (row) =>
    parse(rowFields(row.fields, table), { ...own, claim: claimOf(access, row) }),
  );
}

/**
 * Reads the table to its end. Findings go to the log; throws only if the whole file is unreadable.
 * If trades or quotes of a symbol are out of order, the table is read again, sorted: only then are
 * duplicate rows detected.
 */
export async function scanTable(
  access: FactTableAccess,
  options: TableScanOptions,
): Promise<TableScan> {
  const pass = new FactPass(access, options);
  for await (const batch of readFacts(access)) {
    for (const { row, ...read } of batch) {
      pass.rows++;
      if (read.defect) pass.drop(row.line, read.defect);
      else if (pass.isSound(read.value, row)) options.onFact(read.value, row.line);
    }
  }
  const { location } = access;
  if (!('mayBeEmpty' in location && location.mayBeEmpty === true)) pass.requireRows();
  if (pass.ticks?.symbolsInOrder === false) await pass.again(options.rowBudget);
  const { rows, inOrder, extents, dropped } = pass;
  return { access, rows, inOrder, extents, dropped };
}

class FactPass extends TablePass {
  inOrder = true;
  readonly extents = new Map<string, TableExtent>();
  /** Order and duplicates of trades and quotes; undefined for other facts. */
  readonly ticks: TickOrder | undefined;
  private readonly groups = new Set<string>();
  // Keeps the keys of all rows: about 100 bytes per row of a table that is small compared
  // with the prices.
  private readonly keys = new Set<string>();
  private readonly order: FieldOrder;
  private last = -Infinity;

  constructor(
    private readonly access: FactTableAccess,
    options: TablePassOptions,
  ) {
    const { holds, table, location } = access;
    super(location.name, options);
    this.ticks = isTickKind(holds) ? new TickOrder(table, location.name) : undefined;
    this.order = new FieldOrder(this.ticks ? [] : table.order);
  }

  /** Adds a row, or drops it; false if it is not one of the tape. */
  isSound(draft: FactDraft, row: RawRow): boolean {
    const { knowledgeTime, symbols } = draft;
    const defect = this.misplaced(draft, row.fields);
    if (row.unended && (this.ticks || !defect)) this.warn(row.line, unended);
    if (defect) {
      this.drop(row.line, defect, knowledgeTime ?? undefined, symbols[0]);
      return false;
    }
    if (this.ticks && knowledgeTime === null) {
      this.warn(row.line, beforeCalendar);
      return false;
    }
    for (const odd of draft.oddities) this.warn(row.line, odd);
    this.count(draft);
    if (knowledgeTime === null) return true;
    if (knowledgeTime < this.last) this.inOrder = false;
    this.last = knowledgeTime;
    this.dropped.passed(knowledgeTime);
    return true;
  }

  /** Reads the sound rows again, by time, to find duplicates. */
  async again(rowBudget: number): Promise<void> {
    const neighbors = new TickNeighbors();
    const compare = (a: TickPlace, b: TickPlace): number => a.at - b.at || a.line - b.line;
    for await (const rows of sortedRows(this.soundRows(), { compare, rowBudget })) {
      for (const tick of rows) {
        const defect = neighbors.defectOf(tick);
        if (!defect) continue;
        this.drop(tick.line, defect, tick.at, tick.symbol);
        const extent = this.extents.get(tick.symbol);
        if (extent) extent.rows--;
      }
    }
  }

  private async *soundRows(): AsyncGenerator<readonly TickPlace[], void> {
    for await (const rows of readFacts(this.access)) {
      yield rows.flatMap(({ row: { line }, value }) =>
        !value || value.knowledgeTime === null || this.dropped.lines.has(line)
          ? []
          : { line, symbol: value.symbols[0] as string, at: value.eventTime, key: value.key },
      );
    }
  }

  /** Defects of a row relative to the others: unknown symbols, duplicate keys, disorder. */
  private misplaced(draft: FactDraft, fields: RawFields): Defect | undefined {
    const { symbols, key, eventTime } = draft;
    const { table, context } = this.access;
    const stranger = symbols.map((symbol) => this.strangerDefect(symbol)).find(Boolean);
    if (stranger) return stranger;
    if (this.ticks) {
      if (context.tickTimesOf(symbols[0] as string).isBeyond(eventTime)) return beyondCalendar;
      return this.ticks.defectOf(draft, fields);
    }
    if (this.keys.has(key)) return { what: 'the row stands here twice', found: excerpt(key) };
    const defect = this.order.defectOf(rowFields(fields, table));
    if (!defect) this.keys.add(key);
    return defect;
  }

  private count({ payload, symbols, eventTime }: FactDraft): void {
    const group = groupOf(payload);
    const { context } = this.access;
    const session = this.ticks
      ? context.tickTimesOf(symbols[0] as string).session(eventTime)
      : null;
    for (const symbol of this.groups.has(group) ? [] : symbols) {
      const extent = this.extents.get(symbol);
      if (!extent) {
        this.extents.set(symbol, { rows: 1, firstSession: session, lastSession: session });
        continue;
      }
      extent.rows++;
      if (session === null) continue;
      extent.firstSession = Math.min(extent.firstSession ?? session, session);
      extent.lastSession = Math.max(extent.lastSession ?? session, session);
    }
    if (group !== '') this.groups.add(group);
  }
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
