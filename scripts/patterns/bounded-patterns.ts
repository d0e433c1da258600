/**
 * Patterns that are not linear, with what bounds their input, and patterns that are built while
 * the product runs.
 */

interface Bounded {
  readonly file: string;
  /** The literal as written, or the variable or function that builds it. */
  readonly name: string;
  /**
   * The most characters that it reads, and what checks that; or why it is linear where
   * recheck cannot tell.
   */
  readonly bound: string;
}

interface Built {
  readonly file: string;
  /** The variable or function that the call is in. */
  readonly name: string;
  /** Why it is linear, whatever the text that it is built from. */
  readonly because: string;
}

export const bounded: readonly Bounded[] = [
  {
    file: 'libs/contracts/src/result/audit-case.ts',
    name: 'sentence',
    bound: '4,000 characters (`sentenceMax`)',
  },
  {
    file: 'libs/report/page/curves.ts',
    name: String.raw`/\B(?=(\d{3})+$)/g`,
    bound: '22 digits, which toFixed wrote',
  },
  {
    file: 'libs/workflows/src/insights/evidence/evidence-fidelity.ts',
    name: String.raw`/(?:[[(](?:news|item)|\bid|\bnews(?: item)? (?:id|#))`.concat(
      String.raw`(?: id)?[ :#=]{0,3}((?=[\w-]{0,63}\d)[\w-]{1,64})/gi`,
    ),
    bound: '2,002 characters (insights/evidence/sentences.ts)',
  },
  {
    file: 'libs/workflows/src/insights/report/metric-rows.ts',
    name: String.raw`/ \((?!\dW).*$/`,
    bound: 'the labels of the template, which the same file holds',
  },
  {
    file: 'libs/workflows/src/insights/report/write-report.ts',
    name: String.raw`/\B(?=(?:\d{3})+\.)/g`,
    bound: '25 characters, which toFixed wrote',
  },
  {
    file: 'libs/workflows/src/moves/text/answer-texts.ts',
    name: String.raw`/(?:^|\n)[\s#>*-]*$/`,
    bound: '20 characters before a number (`isListMark`)',
  },
  {
    file: 'libs/workflows/src/retrieval/retriever.ts',
    name: String.raw`/"([^"]+)" \(([^)]+)\)/`,
    bound: '4,000 characters (`questionMax`)',
  },
  {
    file: 'libs/workflows/src/retrieval/retriever.ts',
    name: String.raw`/(?:\) of|What did) (.+?)(?: \(([^)]+)\))? (?:report as|in|at|as|for)\b/`,
    bound: '4,000 characters (`questionMax`)',
  },
  {
    file: 'libs/workflows/src/retrieval/store/synthetic-source.ts',
    name: '/^(.+?), (.+?): (.+)$/gm',
    bound: 'a table in the same file',
  },
  {
    file: 'libs/workflows/src/retrieval/store/synthetic-source.ts',
    name: String.raw`/^(.+?)(?: \[(.+)\])? (-?[\d.]+) ([\d.]+)(?: (\d+))?$/`,
    bound: 'a table in the same file',
  },
];

export const builtAtRunTime: readonly Built[] = [
  {
    file: 'libs/gateway/src/http/failure.filter.ts',
    name: 'patternOf',
    because: 'the paths are those of our OpenAPI document, with a slash between any two parts',
  },
  {
    file: 'libs/llm/src/provider/redaction.ts',
    name: 'add',
    because:
      'each character of a key has one spelling at a place, and repetitions within it differ ' +
      'from what follows',
  },
  {
    file: 'libs/market-data/src/manifest/date-format.ts',
    name: 'months',
    because: 'the letters of months are in the same file',
  },
  {
    file: 'libs/market-data/src/manifest/date-format.ts',
    name: 'shape',
    because:
      'three tokens and escaped separators; it is tested on at most 200 characters (`lengthMax`)',
  },
  {
    file: 'libs/market-data/src/rows/dialect.ts',
    name: 'separator',
    because: 'one of four separators',
  },
  {
    file: 'libs/market-data/src/rows/dialect.ts',
    name: 'grouped',
    because: 'one of four separators, which differs from the decimal sign',
  },
  {
    file: 'libs/read-models/src/tables/page.ts',
    name: 'cursorPattern',
    because: 'the tables are ours; only the last part may contain what separates parts',
  },
  {
    file: 'libs/workflows/src/judging/shown-to-judges.ts',
    name: 'without',
    because: 'the name is escaped, so that the pattern has no repetition',
  },
  {
    file: 'libs/workflows/src/moves/text/citations.ts',
    name: 'pattern',
    because: 'the name is escaped, so that the pattern has no repetition',
  },
  {
    file: 'libs/workflows/src/retrieval/retriever.ts',
    name: 'periodIn',
    because: 'the run without spaces follows a space, so that no two attempts read the same one',
  },
  {
    file: 'libs/workflows/src/retrieval/retriever.ts',
    name: 'pattern',
    because: 'the label is a year and one of our period names, without a repetition',
  },
];
