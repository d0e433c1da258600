/** Where the checkout is, and what a cluster keeps in it by default. */

import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '..', '..');

/** Data, logs, token and state of the cluster, unless `--data` overrides it. */
export const defaultFolder = join(projectRoot, '.tapefold-cluster');
