/**
 * Names of filing packages and of the files in them: which part is the form, and which file
 * is the instance.
 */

/** Forms as EDGAR spells them, whose hyphen is no separator; any other form is one word. */
const form = String.raw`(?:\d{1,2}-[KQFD](?:T|SB|405)?(?:-?A)?|[SFN]-\d{1,2}(?:-?A)?|[A-Z0-9]{1,16})`;
const packageName = new RegExp(`^(${form})-([A-Z0-9][\\w.-]{0,31})-([0-9]{8})$`, 'i');

/** The parts of the name of a folder, as they are written. */
export interface PackageName {
  readonly form: string;
  readonly ticker: string;
  /** `YYYYMMDD`. */
  readonly date: string;
}

/** `{form}-{ticker}-{YYYYMMDD}`; a ticker may contain hyphens. Undefined for any other name. */
export function packageNameOf(folder: string): PackageName | undefined {
  const [, ofForm, ticker, date] = packageName.exec(folder) ?? [];
  if (ofForm === undefined || ticker === undefined || date === undefined) return undefined;
  return { form: ofForm, ticker, date };
}

/** The same text for names of the same filing: case and the hyphens of a form distinguish none. */
export const packageKey = ({ form: ofForm, ticker, date }: PackageName): string =>
  [ofForm.replaceAll('-', ''), ticker, date].join(' ').toLowerCase();

const isLinkbase = (name: string): boolean => /_(?:cal|def|lab|pre|ref)\.xml$/i.test(name);
/** What EDGAR adds to a package, beside its filer's files. */
const isAdded = (name: string): boolean =>
  /(?:^|\/)(?:R\d+|FilingSummary|MetaLinks)\.xml$/.test(name);

/** By preference: extracted from HTML, named by ticker and date as before 2019, any other. */
const instanceNames = [/_htm\.xml$/, /-[0-9]{8}\.xml$/, /\.xml$/];

/**
 * The files that may be the instance, of the first kind of name that any has: `*_htm.xml`, then
 * `aapl-20170930.xml`, then any XML that is neither a linkbase nor added by EDGAR. Several are as
 * many instances.
 */
export function instancesIn(names: readonly string[]): readonly string[] {
  const own = names.filter((name) => !isLinkbase(name) && !isAdded(name));
  const kinds = instanceNames.map((pattern) => own.filter((name) => pattern.test(name)));
  return kinds.find((kind) => kind.length > 0) ?? [];
}

/**
 * The instance of a package: the first `*_htm.xml`, as the published tools have it, or the only
 * file that may be one. Undefined if there is none, or if nothing tells which of several it is.
 */
export function instanceIn(names: readonly string[]): string | undefined {
  const [first, second] = instancesIn(names);
  const isTold = first?.endsWith('_htm.xml') === true || second === undefined;
  return isTold ? first : undefined;
}
