/** `dataset.yaml` from its text: every error names the line. */

import { parseYaml } from '#contracts/yaml-document';
import { datasetManifestSchema, type DatasetManifest } from './dataset-manifest.js';

/**
 * Parses and checks a manifest. `where` names the file in messages. Unknown keys, wrong types and
 * contradictions are `InvalidInput` with the line number.
 */
export function parseManifest(text: string, where: string): DatasetManifest {
  return parseYaml(text, where, datasetManifestSchema);
}
