/** Operations of the OpenAPI document, wherever they stand in it. */

import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];
export type Operation = NonNullable<Paths[string]['get']>;

/** The same paths, with each operation as `change` makes it. */
export const mapOperations = (paths: Paths, change: (operation: Operation) => Operation): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          change(operation as Operation),
        ]),
      ),
    ]),
  ) as Paths;
