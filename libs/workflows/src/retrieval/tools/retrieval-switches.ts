/** What the tools may do beyond the published ones: each by a switch, so that its worth can be measured alone. */

export interface RetrievalSwitches {
  /**
   * Understands a period in every convention: a fiscal year named by the year in which it starts or ends, fiscal and
   * calendar quarters, Q4 or H2 for what stands at the end of a year, half-years, and year-to-date (`2023Q3YTD`).
   * Answers say which they took, and the days.
   */
  readonly conventions: boolean;
  /** Finds guidance by the period that it is about too, and says both. */
  readonly guidance: boolean;
  /** Offers what is stored within or around a period for which a series has nothing. */
  readonly granularity: boolean;
  /** Takes words for one another that mean the same in statements, in any order. */
  readonly synonyms: boolean;
  /** Takes misspelled words, in any order. */
  readonly fuzzy: boolean;
  /** Says the fiscal-year end in every answer, and the conventions in the texts of the tools. */
  readonly fiscalYearEnds: boolean;
}

/** As published. */
export const noSwitches: RetrievalSwitches = {
  conventions: false,
  guidance: false,
  granularity: false,
  synonyms: false,
  fuzzy: false,
  fiscalYearEnds: false,
};

export const allSwitches: RetrievalSwitches = {
  conventions: true,
  guidance: true,
  granularity: true,
  synonyms: true,
  fuzzy: true,
  fiscalYearEnds: true,
};
