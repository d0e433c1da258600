/** The size of each room of the product. */

import { isProduct, type ProjectFile } from './project-files.ts';

export interface RoomSize {
  readonly room: string;
  readonly files: number;
  readonly lines: number;
}

/** The rooms, largest first. */
export function roomSizes(files: readonly ProjectFile[]): RoomSize[] {
  const rooms = Map.groupBy(
    files.filter(({ path }) => isProduct(path)),
    ({ path }) => /^(migrations|[^/]+\/[^/]+)\//.exec(path)?.[1] ?? '',
  );
  const sizes = [...rooms].map(([room, inside]) => {
    const lines = inside.reduce((sum, file) => sum + file.lines.length - 1, 0);
    return { room, files: inside.length, lines };
  });
  return sizes.sort((a, b) => b.lines - a.lines);
}
