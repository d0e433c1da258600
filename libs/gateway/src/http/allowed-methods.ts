/** Which methods a path has, read off the published paths: for `Allow` where another one was used. */

import type { OpenAPIObject } from '@nestjs/swagger';

/** What the framework adds to every path that can be read. */
const implied: Readonly<Record<string, readonly string[]>> = { get: ['GET', 'HEAD'] };

/** Methods of the paths that match, in upper case; none where there is no such path. */
export function allowedMethods({ paths }: Pick<OpenAPIObject, 'paths'>, path: string): string[] {
  const methods = Object.entries(paths)
    .filter(([template]) => patternOf(template).test(path))
    .flatMap(([, operations]) => Object.keys(operations))
    .flatMap((method) => implied[method] ?? [method.toUpperCase()]);
  return [...new Set(methods)].sort();
}

/** As the router matches: whatever the case, with or without a slash at the end. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\{[^}]+\}/).map((part) => part.replaceAll('.', '[.]'));
  return new RegExp(`^${parts.join('[^/]+')}/?$`, 'i');
}
