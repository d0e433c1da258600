/** All that a variation leads to (XBRL 2.1, section 3.2), within the folder of the suite. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  readInstance,
  readLinkbase,
  readSchema,
  resolveReference,
  SchemaSet,
  type Instance,
  type Linkbase,
  type Reference,
  type Schema,
} from '#xbrl';
import { suite, type Entry } from './variations.fixture.js';

export interface Discovered {
  readonly instances: readonly Instance[];
  readonly schemas: SchemaSet;
  readonly linkbases: readonly Linkbase[];
  /** Why files could not be read. */
  readonly refusals: readonly string[];
}

/** Reads the entry points and what they lead to; a file that cannot be read is a refusal. */
export async function discover(entries: readonly Entry[]): Promise<Discovered> {
  const discovery = new Discovery();
  for (const { kind, path } of entries) await discovery.read(kind, path);
  const { instances, schemas, linkbases, refusals } = discovery;
  return { instances, schemas: new SchemaSet(schemas), linkbases, refusals };
}

/** Many variations lead to the same schemas. */
const schemasRead = new Map<string, Schema>();

class Discovery {
  readonly instances: Instance[] = [];
  readonly schemas: Schema[] = [];
  readonly linkbases: Linkbase[] = [];
  readonly refusals: string[] = [];
  readonly #seen = new Set<string>();

  /** `path` is as references write it, from the folder of the suite. */
  async read(kind: Entry['kind'] | 'any', path: string): Promise<void> {
    if (path.startsWith('http:') || this.#seen.has(path)) return;
    this.#seen.add(path);
    const file = join(suite, decodeURIComponent(path));
    try {
      if (!existsSync(file)) throw new Error(`${path}: no such file`);
      const bytes = readFileSync(file);
      if (kind === 'instance') await this.#readInstance(bytes, path);
      else if (kind === 'linkbase') await this.#readLinkbase(bytes, path);
      else if (kind === 'xsd' || /<(\w+:)?schema\s/.test(bytes.toString())) {
        await this.#readSchema(bytes, path);
      } else await this.#readLinkbase(bytes, path);
    } catch (error) {
      this.refusals.push((error as Error).message);
    }
  }

  async #readInstance(bytes: Buffer, path: string): Promise<void> {
    const instance = await readInstance([bytes], path);
    this.instances.push(instance);
    await this.#follow('xsd', instance.schemaRefs, path);
    await this.#follow('linkbase', instance.linkbaseRefs, path);
    await this.#follow('xsd', [...instance.roleRefs, ...instance.arcroleRefs], path);
  }

  async #readSchema(bytes: Buffer, path: string): Promise<void> {
    const schema = schemasRead.get(path) ?? readSchema(bytes, path);
    schemasRead.set(path, schema);
    this.schemas.push(schema);
    for (const { schemaLocation } of schema.imports) {
      if (schemaLocation !== undefined) {
        await this.read('xsd', resolveReference(path, schemaLocation));
      }
    }
    await this.#follow('linkbase', schema.linkbaseRefs, path);
    if (schema.embeddedLinkbases.length > 0) await this.#readLinkbase(bytes, path);
  }

  async #readLinkbase(bytes: Buffer, path: string): Promise<void> {
    const linkbase = readLinkbase(bytes, path);
    this.linkbases.push(linkbase);
    const text = bytes.toString().replace(/<!--.*?-->/gs, '');
    for (const [tag] of text.matchAll(/<(?:\w+:)?(?:arc)?roleRef\s[^>]*>/g)) {
      const href = /href\s*=\s*["']([^"'#]*)/.exec(tag)?.[1] ?? '';
      await this.read('xsd', resolveReference(path, href));
    }
    for (const { ends } of linkbase.links) {
      for (const { href, resource } of [...ends.values()].flat()) {
        if (resource === undefined) await this.read('any', href.slice(0, href.indexOf('#')));
      }
    }
  }

  async #follow(kind: 'xsd' | 'linkbase', references: readonly Reference[], path: string) {
    for (const { href, base } of references) {
      const from = base === undefined ? path : resolveReference(path, base);
      await this.read(kind, resolveReference(from, href));
    }
  }
}
