/** The inputs of a contract test: a place for read models, and read models in it. */

import type { ReadModels } from './read-models.js';
import type { ReadModelsOptions } from '../sql/read-models-over.js';

/** A fresh place for read models, and ways into it. */
export interface ContractPlace {
  /** Opens the read models of the place; a second call reopens the same ones. */
  open(options?: ReadModelsOptions): Promise<ReadModels>;
  /** The statements that would bring the tables in line with the entities. */
  schemaDifferences(): Promise<readonly string[]>;
  /** Renames the recorded migration of the projections, as if another version had made them. */
  makeForeign(): Promise<void>;
  /** Releases everything that was opened. */
  dispose(): Promise<void>;
}

export interface Given {
  readonly place: ContractPlace;
  readonly models: ReadModels;
  /** Another place of the same kind, which is disposed of as well. */
  readonly another: () => Promise<ContractPlace>;
}

/** Tests by what they show. */
export type ContractCases<G extends Given = Given> = Readonly<
  Record<string, (given: G) => Promise<void>>
>;
