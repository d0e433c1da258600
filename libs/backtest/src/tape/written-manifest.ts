/** The manifest of a run as written to its folder: what reproduces the run. */

import { engineSemantics } from '#contracts';
import type { Manifest } from '#contracts/scenario/manifest';
import type { Scenario } from '#contracts/scenario/scenario';
import type { RunPlan } from '#workflows';
import { writeWhole, type RunFolder } from '../run-folder/run-folder.js';
import type { ScenarioTape } from './scenario-tape.js';

export function writeManifest(folder: Pick<RunFolder, 'manifest'>, manifest: Manifest): void {
  writeWhole(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Content of a manifest beside the plan. */
export interface ManifestSurroundings {
  readonly codeVersion: string;
  readonly scenario: Pick<Scenario, 'name' | 'badRows'>;
  readonly tape: Pick<ScenarioTape, 'reference' | 'dataHash' | 'header' | 'lastSession'>;
  /** In a live run: how far its result extends. */
  readonly facts?: number | undefined;
}

export function manifestOf(
  plan: RunPlan,
  { scenario, tape, codeVersion, facts }: ManifestSurroundings,
  tapeHash: string | null,
): Manifest {
  const { id, label } = plan;
  return {
    schemaVersion: 1,
    run: id,
    label,
    scenario: scenario.name,
    semantics: engineSemantics,
    codeVersion,
    data: { reference: tape.reference, sha256: tape.dataHash, badRows: scenario.badRows },
    tape: {
      header: { ...tape.header, instruments: [...tape.header.instruments] },
      until: tape.lastSession,
      hash: tapeHash,
      ...(facts === undefined ? {} : { facts }),
    },
    plan: writtenPlan(plan),
  };
}

/** The plan as the manifest stores it; the order of members is part of the format. */
export function writtenPlan(plan: RunPlan): Manifest['plan'] {
  const { id: _, label: __, agent, symbols, ...rest } = plan;
  const traded = symbols && { symbols: [...symbols] };
  return { agent, directory: '', ...traded, ...rest } as Manifest['plan'];
}
