/** Tool sets of a user's own module. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { invalidInput } from '#values';
import type { ToolSet } from '#tools';

/**
 * The tool sets that a module exports under any name. The module is trusted: it is loaded into this
 * process. `InvalidInput` if it cannot be loaded or exports none.
 */
export async function readToolFile(file: string): Promise<ToolSet[]> {
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw invalidInput('the module cannot be loaded', { where: file, found, cause });
  }
  const sets = Object.values(module).filter(isToolSet);
  if (sets.length > 0) return sets;
  throw invalidInput('the module exports no tool set', {
    where: file,
    expected:
      'an export with name, title, instructions and tools, each made by `tool` of tapefold/tools',
    found: Object.keys(module).join(', ') || 'no export',
  });
}

function isToolSet(value: unknown): value is ToolSet {
  if (typeof value !== 'object' || value === null) return false;
  const { name, tools } = value as { name?: unknown; tools?: unknown };
  return typeof name === 'string' && Array.isArray(tools) && tools.every(isTool);
}

function isTool(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name, call, input } = value as { name?: unknown; call?: unknown; input?: unknown };
  const isSchema = typeof input === 'object' && input !== null && 'shape' in input;
  return typeof name === 'string' && typeof call === 'function' && isSchema;
}
