/** What proofs say of runs and results, and who proves data that follows from another result. */

import { basename } from 'node:path';
import type { Dataset } from '#market-data';
import type { Workflows } from '#workflows';
import type { ResultOrigin } from '../result/result-folder.js';
import type { OnTrustedCode } from '../run/trusted-code.js';

export type Verdict =
  | {
      readonly kind: 'verified';
      readonly hash: string;
      readonly records: number;
      readonly replayed: boolean;
      /** What is missing without harm: texts that were erased, tables that can be written again. */
      readonly notes: readonly string[];
    }
  /** Written by an engine of other semantics: neither proven nor disproven here. */
  | OtherSemantics
  /** The journal holds, but its tables differ and another version of the program wrote them. */
  | OtherVersion
  /**
   * The chain is broken, the journal torn, the run does not repeat, or a file does not
   * follow from it.
   */
  | { readonly kind: 'refuted'; readonly what: string };

/** Every verdict but the good one. */
export type Refutation = Exclude<Verdict, { readonly kind: 'verified' }>;

interface OtherSemantics {
  readonly kind: 'other-semantics';
  readonly found: number;
  readonly expected: number;
  /** The rules by which numbers may differ; empty if the run is of a newer version. */
  readonly rules: readonly string[];
}

interface OtherVersion {
  readonly kind: 'other-version';
  readonly found: string;
  readonly expected: string;
  readonly what: string;
}

export interface VerifyOptions {
  /**
   * Version of this program: files derived by another may differ. Without it every difference is
   * an alteration.
   */
  readonly codeVersion?: string | undefined;
  /** Where the data set is now stored, if it moved. */
  readonly data?: string | undefined;
  /** Ask modules and scripts again instead of taking their answers from the journal. */
  readonly askAgain?: boolean;
  /** Consent to ask trusted modules again; without it they are refused. */
  readonly onTrustedCode?: OnTrustedCode | undefined;
  /** Kinds of work that the run may be of; defaults to those of this version. */
  readonly workflows?: Workflows;
  /** Who proves data that follows from other results; without it, such data is refuted. */
  readonly origins?: Origins;
  /** Folders of stages that are being verified already; filled as earlier stages are. */
  readonly stages?: Set<string>;
  readonly onProgress?: (progress: { facts: number; time: number }) => void;
}

/** A path below the folder of a result, and the verdict on it. */
export interface Finding {
  readonly path: string;
  readonly verdict: Refutation;
}

/** The verdict on a folder of a result. */
export interface ResultVerdict {
  /** Runs that were proven. */
  readonly verified: number;
  /** Files around them that were proven, by name. */
  readonly files: readonly string[];
  /**
   * What could not be proven, by the path of a run or a file below the folder; empty for a
   * proven result.
   */
  readonly findings: readonly Finding[];
  /** What is missing without making anything else untrue, and what nothing derives. */
  readonly notes: readonly string[];
}

/** A finished result, over its data set. */
export interface ResultOnData {
  /** Folder of the result. */
  readonly path: string;
  readonly origin: ResultOrigin;
  readonly dataset: Pick<Dataset, 'manifest' | 'solutions'>;
  /** Place of the data set. */
  readonly reference: string;
  readonly codeVersion: string | undefined;
}

/** What deriving the data of a result again found. */
export interface DerivedOrigin {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** Whether the data was derived again, and is the same. */
  readonly isDerived: boolean;
  /** Whether its solutions can be read; if not, its runs cannot be scored. */
  readonly isReadable: boolean;
  /** Folder of the stage before it. */
  readonly before: string | undefined;
}

export type VerifyResult = (path: string, options: VerifyOptions) => Promise<ResultVerdict>;

/** Derives data that follows from other results again, to prove it. */
export interface Origins {
  /** Derives the data of a result again and compares it; writes nothing. */
  verify(result: ResultOnData): Promise<DerivedOrigin>;
  /** The same, with the stages before the result, each verified as a result of its own. */
  prove(
    result: Omit<ResultOnData, 'codeVersion'>,
    options: VerifyOptions,
    verify: VerifyResult,
  ): Promise<Omit<ResultVerdict, 'verified'> & Pick<DerivedOrigin, 'isReadable'>>;
}

export const nothingFound: DerivedOrigin = {
  findings: [],
  notes: [],
  isDerived: false,
  isReadable: true,
  before: undefined,
};

/** Nobody is at hand who can derive data again: what follows from a result is not proven. */
export const noOrigins: Origins = {
  verify: (result) => Promise.resolve(underived(result)),
  prove: (result) => {
    const { findings, notes, isReadable } = underived(result);
    return Promise.resolve({ findings, notes, isReadable, files: [] });
  },
};

function underived({ dataset, reference }: Omit<ResultOnData, 'codeVersion'>): DerivedOrigin {
  if (dataset.manifest.origin === undefined) return nothingFound;
  const what = 'it follows from another result, and nothing at hand can derive it again';
  const finding: Finding = { path: basename(reference), verdict: { kind: 'refuted', what } };
  return { ...nothingFound, findings: [finding] };
}
