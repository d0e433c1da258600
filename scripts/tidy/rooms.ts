/** The size of each room of the product, in tokens: how lines are broken does not change it. */

import ts from 'typescript';
import { isProduct, type ProjectFile } from './project-files.ts';

export interface RoomSize {
  readonly room: string;
  readonly files: number;
  /** Tokens of TypeScript, without comments and white space. */
  readonly tokens: number;
}

/** The rooms, largest first. */
export function roomSizes(files: readonly ProjectFile[]): RoomSize[] {
  const rooms = Map.groupBy(
    files.filter(({ path }) => isProduct(path)),
    ({ path }) => /^(migrations|[^/]+\/[^/]+)\//.exec(path)?.[1] ?? '',
  );
  const sizes = [...rooms].map(([room, inside]) => {
    const tokens = inside.reduce((sum, file) => sum + tokensOf(file), 0);
    return { room, files: inside.length, tokens };
  });
  return sizes.sort((a, b) => b.tokens - a.tokens);
}

function tokensOf({ path, text }: ProjectFile): number {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const count = (node: ts.Node): number => {
    if (ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return 0;
    if (ts.isToken(node)) return 1;
    return node.getChildren(source).reduce((sum, child) => sum + count(child), 0);
  };
  return count(source);
}
