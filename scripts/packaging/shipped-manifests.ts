/**
 * The manifests that differ from package.json: of the package of services, and of a folder
 * that runs them.
 */

import { rangesOf, type Manifest } from './manifest.ts';

export const servicesPackage = 'tapefold-services';

/**
 * Depends on the program of the same version, and brings the packages that it needs for services.
 */
export function servicesManifest(manifest: Manifest): object {
  const { name, version, license, engines, packaging } = manifest;
  return {
    name: servicesPackage,
    version,
    description:
      `What \`${name} serve\`, feeds and topics of Kafka and the tables of a cluster need beside ` +
      `${name}.`,
    license,
    type: 'module',
    exports: { './package.json': './package.json' },
    engines,
    dependencies: { [name]: version, ...rangesOf(manifest, packaging.services) },
  };
}

/**
 * Moves all packages that ship to the dependencies. In a folder with this manifest
 * `npm prune --omit=dev` keeps what compiled services import, which unlike the
 * program include none.
 */
export function wholeManifest(manifest: Manifest): Manifest {
  const { bundled, services } = manifest.packaging;
  const shipped = rangesOf(manifest, [...bundled, ...services]);
  const rest = Object.entries(manifest.devDependencies).filter(([name]) => !(name in shipped));
  return {
    ...manifest,
    dependencies: { ...manifest.dependencies, ...shipped },
    devDependencies: Object.fromEntries(rest),
  };
}
