/**
 * The order of the files of tests: StrykerJS stops at the first test that fails, and that is
 * mostly a near one.
 */

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files next to the mutated source come first, then those of its room, then the
 * others, each by name.
 */
export class NearestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, related = [] } = this.ctx.config;
    const mutated = related.map((path) => relative(root, path));
    const placed = files.map((file) => {
      const name = relative(root, file.moduleId);
      return { file, name, near: Math.max(0, ...mutated.map((one) => nearness(one, name))) };
    });
    placed.sort((one, other) => other.near - one.near || (one.name < other.name ? -1 : 1));
    return Promise.resolve(placed.map(({ file }) => file));
  }
}

/** How many folders two paths share; one more if they name the same subject. */
export function nearness(source: string, test: string): number {
  const folders = source.split('/').slice(0, -1);
  const others = test.split('/').slice(0, -1);
  const differing = folders.findIndex((folder, at) => folder !== others[at]);
  const shared = differing === -1 ? folders.length : differing;
  const isNamesake = test === source.replace(/\.ts$/, '.spec.ts');
  return isNamesake ? shared + 1 : shared;
}
