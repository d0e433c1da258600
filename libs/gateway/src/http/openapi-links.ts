/**
 * Links in the OpenAPI document: from lists to items, from an item to its parts, from a
 * page to the next.
 */

import type { OpenAPIObject } from '@nestjs/swagger';

type Ids = Readonly<Record<string, string>>;
type Links = Readonly<Record<string, object>>;

const body = (pointer: string): string => `$response.body#/${pointer}`;

/** Operations that show or accept one thing, by the parameter that names it. */
const itemOf: Ids = {
  submission: 'Submissions_one',
  run: 'Runs_one',
  tape: 'Tapes_one',
  name: 'Tokens_revoke',
};

/** Where answers name other things, by operation. Lists link to their first item. */
const idsIn: Readonly<Record<string, Ids>> = {
  Submissions_submit: { submission: body('submission'), run: body('runs/0'), tape: body('tape') },
  Submissions_list: { submission: body('items/0/submission'), tape: body('items/0/tape') },
  Submissions_one: { run: body('runs/0'), tape: body('tape') },
  Runs_list: {
    run: body('items/0/run'),
    submission: body('items/0/submission'),
    tape: body('items/0/tape'),
  },
  Runs_one: { submission: body('submission'), tape: body('tape') },
  Tapes_list: { tape: body('items/0/tape') },
  Tokens_list: { name: body('items/0/name') },
  Tokens_make: { name: body('name') },
};

/** Adds these links to every answer that is not a failure. */
export function addLinks(all: readonly Operation[]): void {
  for (const operation of all) {
    const links = { ...toItems(operation), ...toParts(operation, all), ...toNext(operation) };
    if (Object.keys(links).length === 0) continue;
    for (const [status, response] of Object.entries(operation.responses)) {
      if (status.startsWith('2')) Object.assign(response as object, { links });
    }
  }
}

function toItems({ operationId = '' }: Operation): Links {
  const ids = Object.entries(idsIn[operationId] ?? {});
  return Object.fromEntries(
    ids.map(([name, value]) => [
      name,
      { operationId: itemOf[name], parameters: { [`path.${name}`]: value } },
    ]),
  );
}

/** From the operation that shows a thing to every other operation that needs only its id. */
function toParts(operation: Operation, all: readonly Operation[]): Links {
  const [only] = neededBy(operation);
  if (only === undefined || itemOf[only.name] !== operation.operationId) return {};
  const { name } = only;
  const parts = all.filter((other) => {
    const needed = neededBy(other);
    return needed.length === 1 && needed[0]?.name === name && other !== operation;
  });
  return Object.fromEntries(
    parts.map((part) => [
      part.operationId,
      {
        operationId: part.operationId,
        parameters: { [`${neededBy(part)[0]?.in}.${name}`]: `$request.path.${name}` },
      },
    ]),
  );
}

/** A page whose `next` is null has no next page. */
function toNext(operation: Operation): Links {
  const { operationId } = operation;
  const next = parametersOf(operation).find(({ name }) => name === 'cursor' || name === 'from');
  if (next === undefined) return {};
  const same = neededBy(operation).map(({ name }) => [`path.${name}`, `$request.path.${name}`]);
  const parameters = { ...Object.fromEntries(same), [`query.${next.name}`]: body('next') };
  return {
    next: {
      operationId,
      description: 'The next page, unless `next` is null.',
      parameters,
    },
  };
}

const parametersOf = ({ parameters = [] }: Operation) =>
  parameters.flatMap((parameter) => ('in' in parameter ? [parameter] : []));

const neededBy = (operation: Operation) =>
  parametersOf(operation).filter(({ required }) => required === true);

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
