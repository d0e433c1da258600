/**
 * Environments in the Harbor task format: a folder each, with its task file, instruction,
 * data and rubric.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { excerpt, formatInstant, invalidInput, jsonOf, parseInstant } from '#values';
import { checkedFile } from '#contracts/parsing/schema-issue';
import { entriesOf } from '#market-data/documents/folder-files';
import { boundedText } from '#files';
import { insideFolder } from '#market-data/rows/inside-folder';
import { readDocumentFolder } from '#market-data/tasks/task-documents';
import { rubricFileSchema } from '#workflows/moves/rubric/rubric';

const bytesMax = 4 * 1024 * 1024;
const dataFolders = ['environment/data', 'environment/app/data'];

/** What we read of a task file; Harbor's own settings are for containers. */
const taskFileSchema = z.object({
  metadata: z
    .object({
      category: z.string().min(1).max(100).optional(),
      as_of: z.union([z.string(), z.date()]).optional(),
    })
    .default({}),
});

/**
 * The environments in a folder, sorted by name, which is the `id`. `knownAt` is ISO 8601, and
 * undefined if the task file states no as-of; the category of the rubric defaults to that of the
 * task file. `InvalidInput` names the file and the member that is wrong, or what is missing; links
 * are refused. Skips the solution and the tests beside the rubric.
 */
export function readEnvironments(folder: string) {
  const names = entriesOf(folder, '.')
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'task.toml')))
    .map(({ name }) => name);
  if (names.length > 0) return names.map((name) => readEnvironment(folder, name));
  const expected = 'folders with a task.toml each';
  throw invalidInput('the folder holds no environment', { where: folder, expected });
}

export type Environment = ReturnType<typeof readEnvironment>;

function readEnvironment(root: string, id: string) {
  const read = (file: string): string => {
    const where = `${id}/${file}`;
    const path = insideFolder(root, where);
    if (!existsSync(path)) throw invalidInput('the environment lacks a file', { where });
    return boundedText(path, where, bytesMax);
  };
  // Messages quote nothing: agents must not read a rubric.
  const checked = <T>(value: unknown, schema: z.ZodType<T>, file: string): T =>
    checkedFile(value, schema, { file: `${id}/${file}`, isSecret: true });
  const toml = tomlOf(read('task.toml'), id);
  const { as_of: asOf, category } = checked(toml, taskFileSchema, 'task.toml').metadata;
  const rubricName = 'tests/rubric.json';
  const rubric = checked(jsonOf(read(rubricName)), rubricFileSchema, rubricName);
  const data = dataFolders.find((one) => existsSync(join(root, id, one)));
  if (data === undefined) {
    const expected = dataFolders.join(' or ');
    throw invalidInput('the environment has no data', { where: id, expected });
  }
  return {
    id,
    instruction: read('instruction.md').trim(),
    knownAt: instantOf(asOf, `${id}/task.toml`),
    data: readDocumentFolder(root, `${id}/${data}`),
    rubric: { ...(category !== undefined && { category }), ...rubric },
  };
}

function tomlOf(text: string, id: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const where = `${id}/task.toml line ${error.line}`;
    throw invalidInput('the task file is not TOML', { where, expected: 'TOML 1.0' });
  }
}

/** TOML has times with and without an offset; only the first kind is an instant. */
function instantOf(stated: string | Date | undefined, file: string): string | undefined {
  if (stated === undefined) return undefined;
  const text = typeof stated === 'string' ? stated : stated.toISOString();
  const instant = parseInstant(text, null);
  if (instant !== undefined) return formatInstant(instant);
  throw invalidInput('not a time', {
    where: `${file}: metadata.as_of`,
    expected: 'an instant with its offset, such as 2025-03-03T15:00:00Z',
    found: excerpt(text),
  });
}
