/**
 * The generated manifests: versions come from package.json alone, and nothing that
 * ships is left out.
 */

import { expect, it } from 'vitest';
import { readManifest } from './manifest.ts';
import { servicesManifest, wholeManifest } from './shipped-manifests.ts';

const manifest = {
  name: 'tapefold',
  version: '1.2.3',
  license: 'MIT',
  engines: { node: '>=24' },
  dependencies: { zod: '^4' },
  devDependencies: { kafkajs: '2.2.4', vitest: '^5', yaml: '^2' },
  packaging: { bundled: ['yaml'], services: ['kafkajs'] },
};

it('depends on the program of its version, and on the packages of services', () => {
  expect(servicesManifest(manifest)).toMatchObject({
    name: 'tapefold-services',
    version: '1.2.3',
    dependencies: { tapefold: '1.2.3', kafkajs: '2.2.4' },
  });
});

it('moves all that ships to the dependencies, and nothing else', () => {
  expect(wholeManifest(manifest)).toEqual({
    ...manifest,
    dependencies: { zod: '^4', yaml: '^2', kafkajs: '2.2.4' },
    devDependencies: { vitest: '^5' },
  });
});

it('refuses a name that the checkout does not have', () => {
  const unknown = { ...manifest, packaging: { bundled: [], services: ['pg'] } };
  expect(() => servicesManifest(unknown)).toThrow(
    'package.json: packaging names pg, expected it in devDependencies',
  );
});

it('names each package of the checkout once', () => {
  const { dependencies, packaging } = readManifest();
  const names = [...Object.keys(dependencies), ...packaging.bundled, ...packaging.services];
  expect(names).toHaveLength(new Set(names).size);
  expect(() => wholeManifest(readManifest())).not.toThrow();
});
