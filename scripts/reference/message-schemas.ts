/** JSON Schemas (draft 2020-12) of what users write and read, from the schemas that parse it. */

import { z } from 'zod';
import { decisionSchema } from '#contracts/parsing/decision';
import {
  executionPolicyInputSchema,
  executionPolicySchema,
} from '#contracts/scenario/execution-policy';
import { manifestSchema } from '#contracts/scenario/manifest';
import { factPayloadSchema } from '#contracts/facts/market';
import { resultSchema } from '#contracts/result/result';
import { scenarioSchema } from '#contracts/scenario/scenario';
import { modelsFileSchema } from '#llm/provider/models-file';
import { datasetManifestSchema } from '#market-data/manifest/dataset-manifest';

interface Published {
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType;
  /** As someone writes it (defaults may be left out), or as Tapefold writes it. */
  readonly io: 'input' | 'output';
}

const published: Readonly<Record<string, Published>> = {
  scenario: {
    title: 'Scenario',
    description: 'What `tapefold run` reads: a scenario.yaml, or the same as JSON.',
    schema: scenarioSchema,
    io: 'input',
  },
  dataset: {
    title: 'Data set',
    description: 'dataset.yaml: what is in the folder beside it, and what its columns mean.',
    schema: datasetManifestSchema,
    io: 'input',
  },
  models: {
    title: 'Models file',
    description: 'models.yaml: where models are served, their limits, and the prices of tokens.',
    schema: modelsFileSchema,
    io: 'input',
  },
  manifest: {
    title: 'Manifest',
    description: 'The manifest of a run: what reproduces it. Dates are days since 1970-01-01.',
    schema: manifestSchema,
    io: 'output',
  },
  result: {
    title: 'Result',
    description: 'result.json of a run. Fractions, not percent; null where a figure is undefined.',
    schema: resultSchema,
    io: 'output',
  },
  decision: {
    title: 'Decision',
    description: 'What an agent submits.',
    schema: decisionSchema,
    io: 'input',
  },
  'execution-policy': {
    title: 'Execution policy',
    description: 'A policy in full, as a result and a manifest show it. Rates in basis points.',
    schema: executionPolicySchema,
    io: 'output',
  },
  'execution-policy-input': {
    title: 'Execution policy in a scenario',
    description: 'What is left out takes the values of the named policy `close`.',
    schema: executionPolicyInputSchema,
    io: 'input',
  },
  fact: {
    title: 'Fact',
    description:
      'What a fact says beyond its times. Dates are days since 1970-01-01, instants microseconds.',
    schema: factPayloadSchema,
    io: 'output',
  },
};

type Json = Readonly<Record<string, unknown>>;

/** File name without its ending → schema. */
export function messageSchemas(): Map<string, Json> {
  const entries = Object.entries(published).map(([name, entry]): [string, Json] => {
    const { $schema, ...body } = z.toJSONSchema(entry.schema, { io: entry.io });
    return [name, { $schema, title: entry.title, description: entry.description, ...body }];
  });
  return new Map(entries);
}
