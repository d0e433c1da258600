/** An audit case: the value of a filing to check, and the sentence that requests it. */

/** Members as named by HERCULEAN's tools and files. */
export interface AuditCase {
  /** The form, as at the start of the filing's folder name: `10k`. */
  readonly filing_name: string;
  readonly ticker: string;
  /** `YYYYMMDD`, as at the end of the filing's folder name. */
  readonly issue_time: string;
  /** A qualified name with `:` or `_`: `us-gaap:Assets`. */
  readonly concept_id: string;
  /** An instant, `A to B`, `FY2023` or `Q3 2023`. */
  readonly period: string;
}

const issueTime = /^([0-9]{4})([0-9]{2})([0-9]{2})$/;
const sentence = new RegExp(
  '^Please audit the value of (\\S{1,300}) for (.{1,60}?) in the (\\S{1,60}) filing released ' +
    'by (\\S{1,60}) on ([0-9]{4})-([0-9]{2})-([0-9]{2})\\.',
);
const idMark = '(id: ';
const idMax = 200;
/** Characters; the sentence is shorter, and its pattern is not linear. */
const sentenceMax = 4000;

/** The sentence with which HERCULEAN requests an audit; `readAuditPrompt` parses it. */
export function auditPrompt(id: string, asked: AuditCase): string {
  const { concept_id, period, filing_name, ticker, issue_time } = asked;
  const date = issue_time.replace(issueTime, '$1-$2-$3');
  return (
    `Please audit the value of ${concept_id} for ${period} in the ${filing_name} filing released ` +
    `by ${ticker} on ${date}. What's the reported value? What's the actual value calculated from ` +
    `the relevant linkbases and US-GAAP taxonomy? (id: ${id})`
  );
}

/** The case that a sentence requests; undefined if it does not request an audit. */
export function readAuditPrompt(text: string): (AuditCase & { readonly id: string }) | undefined {
  const written = text.trimEnd();
  const found = written.length > sentenceMax ? null : sentence.exec(written);
  if (found === null) return undefined;
  const [start, concept_id, period, filing_name, ticker, year, month, day] =
    found as unknown as string[];
  const id = idIn(written.slice(start!.length));
  if (id === undefined) return undefined;
  return {
    id,
    filing_name: filing_name!,
    ticker: ticker!,
    issue_time: `${year}${month}${day}`,
    concept_id: concept_id!,
    period: period!,
  };
}

/** The first id. What follows it says where an agent finds its data, and is no part of the case. */
function idIn(text: string): string | undefined {
  const mark = text.indexOf(idMark);
  const end = mark < 0 ? -1 : text.indexOf(')', mark);
  if (end < 0) return undefined;
  const id = text.slice(mark + idMark.length, end);
  const isId = id !== '' && id.length <= idMax && !id.includes('\n');
  return isId ? id : undefined;
}
