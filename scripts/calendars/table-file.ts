/** A table in a source file: its lines deflated, in base64, as the constant of a module. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { format, resolveConfig } from 'prettier';

export interface Table {
  readonly path: string;
  /** The name of the constant. */
  readonly constant: string;
  /** What the header of the file says, without the full stop. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** The lines of a table that was written; none if there is no such file. */
export function readTable(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const packed = /'([A-Za-z0-9+/=]+)'/g;
  const parts = [...readFileSync(path, 'utf8').matchAll(packed)].map(([, part = '']) => part);
  return inflateRawSync(Buffer.from(parts.join(''), 'base64'))
    .toString('latin1')
    .split('\n');
}

/** Writes a table and returns the bytes of its file. */
export async function writeTable({ path, constant, title, lines }: Table): Promise<number> {
  const packed = deflateRawSync(Buffer.from(lines.join('\n'), 'latin1'), { level: 9 });
  const header = `/** ${title}. Written by \`npm run calendars\`. */`;
  const parts = packed.toString('base64').match(/.{1,100}/g) ?? [];
  const list = parts.map((part) => `'${part}'`).join(',\n');
  const text = `${header}\n\nexport const ${constant} = [\n${list},\n].join('');\n`;
  const options = await resolveConfig(path);
  const formatted = await format(text, { ...options, parser: 'typescript' });
  writeFileSync(path, formatted);
  return Buffer.byteLength(formatted);
}
