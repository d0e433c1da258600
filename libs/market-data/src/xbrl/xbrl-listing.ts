/** A listing of filing packages and taxonomies as rows of a table of filings, one row per file. */

import { join } from 'node:path';
import { formatInstant, invalidInput, printable, type Instant } from '#values';
import type { XbrlReport } from '../findings/check-report.js';
import type { FileText } from '../tables/table-location.js';
import { entriesOf, filesIn, type FolderFile } from '../documents/folder-files.js';
import { instanceIn, instancesIn, packageNameOf } from './package-files.js';
import { timesByName } from '../tasks/times-by-name.js';

export const filingsFolder = 'XBRL';
const taxonomyFolder = 'us-gaap';
/** Where HERCULEAN keeps the taxonomy of a year: `US_GAAP_Taxonomy/gaap_chunks_2024`. */
const chunksFolder = 'US_GAAP_Taxonomy';
const chunks = 'gaap_chunks_';
const acceptedFile = `${filingsFolder}/accepted.jsonl`;

export interface XbrlListing {
  /** JSONL: one row per file, with the hash of its bytes. */
  readonly rows: string;
  /** Texts by path; omits files that are not UTF-8. */
  readonly texts: ReadonlyMap<string, FileText>;
  /** Tickers as named by the folders, and `us-gaap` if there are taxonomies; sorted. */
  readonly symbols: readonly string[];
  /** By the name of the package. */
  readonly accepted: ReadonlyMap<string, Instant>;
  readonly warnings: readonly { readonly file: string; readonly what: string }[];
  readonly report: XbrlReport;
}

/** The files of one fact: a package, or the taxonomy of a year. */
interface Listed {
  readonly symbol: string;
  readonly form: string;
  readonly accession: string;
  readonly accepted?: Instant | undefined;
  readonly files: readonly FolderFile[];
}

/**
 * Reads every relevant file below `XBRL/`, `us-gaap/` and `US_GAAP_Taxonomy/`. Throws
 * `InvalidInput` for symbolic links, files above 256 MB, a folder without packages, and errors in
 * `accepted.jsonl`.
 */
export function listXbrl(root: string): XbrlListing {
  const folders = entriesOf(root, filingsFolder).filter((entry) => entry.isDirectory());
  const names = folders.flatMap(({ name }) => (packageNameOf(name) === undefined ? [] : name));
  if (names.length === 0) {
    throw invalidInput('the folder holds no filing package', {
      where: filingsFolder,
      expected: 'folders such as 10k-aapl-20230930',
    });
  }
  const times = { path: join(root, acceptedFile), name: acceptedFile };
  const accepted = timesByName(times, new Set(names), timesOfAcceptance);
  const packages = names.map((name) => listedPackage(root, name, accepted.get(name)));
  const taxonomies = listTaxonomies(root);
  const listed = [...packages, ...taxonomies];
  const files = listed.flatMap((one) => one.files);
  const lines = listed.flatMap((one) => one.files.map((file) => rowOf(one, file)));
  const unnamed = folders.filter(({ name }) => !names.includes(name));
  return {
    rows: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    texts: new Map(files.flatMap(({ path, text }) => (text ? [[path, text]] : []))),
    symbols: [...new Set(listed.map(({ symbol }) => symbol))].sort(),
    accepted,
    warnings: [
      ...unnamed.map(({ name }) => warning(name, 'the folder is not named as a filing package')),
      ...packages.flatMap(instanceWarning),
      ...(accepted.size < packages.length ? [untimed(packages.length - accepted.size)] : []),
    ],
    report: {
      packages: packages.length,
      files: packages.flatMap((one) => one.files).length,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      taxonomyYears: taxonomies.map(({ accession }) => Number(accession.slice(-4))),
    },
  };
}

const warning = (name: string, what: string): { file: string; what: string } => ({
  file: `${filingsFolder}/${printable(name, 200)}`,
  what,
});

const untimed = (count: number) =>
  warning(
    'accepted.jsonl',
    `filings without a time of acceptance, which are always known: ${count}`,
  );

function listedPackage(root: string, name: string, accepted: Instant | undefined): Listed {
  const { form, ticker: symbol } = packageNameOf(name)!;
  const files = filesIn(root, `${filingsFolder}/${name}`, /\.(xml|xsd)$/);
  return { symbol, form, accession: name, accepted, files };
}

/** Empty if the package has one instance. */
function instanceWarning({ accession, files }: Listed) {
  const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  if (instanceIn(names) !== undefined) return [];
  const found = instancesIn(names);
  if (found.length === 0) return [warning(accession, 'the filing package has no instance')];
  const list = printable(found.slice(0, 5).join(', '), 200);
  return [warning(accession, `several files may be the instance of the filing package: ${list}`)];
}

function listTaxonomies(root: string): Listed[] {
  return yearsIn(root)
    .map((year) => {
      const folder = `${taxonomyFolder}/${year}`;
      const files = [
        ...filesIn(root, folder, /^(concepts\.jsonl|.*\.xsd)$/),
        ...filesIn(root, `${folder}/stm`, /\.xml$/),
        ...filesIn(root, `${chunksFolder}/${chunks}${year}`, /^chunks_core\.jsonl$/),
      ].sort((one, other) => (one.path < other.path ? -1 : 1));
      const accession = `${taxonomyFolder}-${year}`;
      return { symbol: taxonomyFolder, form: 'taxonomy', accession, files };
    })
    .filter(({ files }) => files.length > 0);
}

/** The years of taxonomies, in either place, in order. */
function yearsIn(root: string): string[] {
  const own = entriesOf(root, taxonomyFolder).filter((entry) => entry.isDirectory());
  const published = entriesOf(root, chunksFolder).filter((entry) => entry.isDirectory());
  const years = [
    ...own.map(({ name }) => name),
    ...published.flatMap(({ name }) => (name.startsWith(chunks) ? name.slice(chunks.length) : [])),
  ];
  return [...new Set(years.filter((year) => /^[0-9]{4}$/.test(year)))].sort();
}

/** A filing without an acceptance time counts as known: the epoch precedes everything else. */
function rowOf({ symbol, form, accession, accepted }: Listed, file: FolderFile): object {
  return {
    symbol,
    form,
    accession_no: accession,
    accepted_at: formatInstant(accepted ?? 0),
    ...(accepted === undefined && { filed_at: '1970-01-01' }),
    section: file.path,
    text: file.path,
    sha256: file.sha256,
  };
}

const timesOfAcceptance = {
  what: 'time of acceptance',
  members: ['filing', 'accepted_at'],
  stray: 'the acceptance belongs to no filing',
  expected: `a folder of ${filingsFolder} that no other line names`,
} as const;
