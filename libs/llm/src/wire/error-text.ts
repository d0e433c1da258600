/** What an error body says, in the forms that servers have for it. */

import { printable } from '#values';
import { at, itemsAt, shown, textAt } from './loose-json.js';

/** Members in which servers put a message, the more telling first. */
const messageNames = ['message', 'msg', 'detail', 'error_description', 'reason', 'title', 'error'];
/** Messages of gateways before other servers say less than what they pass on. */
const passedOn = ['error', 'metadata', 'raw'];
const wordsMax = 200;

/**
 * The message of an error, which some servers send in a list, as a text, without the enclosing
 * member, or as a list of what is wrong with a request. Undefined if there is none.
 */
export function errorMessage(body: unknown): string | undefined {
  const one: unknown = Array.isArray(body) ? body[0] : body;
  const message = messageAt(at(one, 'error')) ?? messageAt(one) ?? messageAt(at(one, 'errors'));
  const raw = textAt(one, ...passedOn);
  return message === undefined || raw === undefined ? message : `${message}: ${raw}`;
}

function messageAt(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) return defectsOf(value);
  for (const name of messageNames) {
    const found = at(value, name);
    if (typeof found === 'string' && found !== '') return found;
    const inner = typeof found === 'object' && found !== null ? messageAt(found) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The first of a list of defects, with its place in the request, and the number of the others. */
function defectsOf(defects: readonly unknown[]): string | undefined {
  const [first] = defects;
  const message = messageAt(first);
  if (message === undefined) return undefined;
  const place = itemsAt(first, 'loc').map(shown).join('.');
  const more = defects.length === 1 ? '' : ` (and ${defects.length - 1} more)`;
  return `${place === '' ? '' : `${place}: `}${message}${more}`;
}

/** The first words of a body that is no JSON: of a page, its title. */
export function wordsOf(text: string): string {
  const start = text.slice(0, 20_000);
  const title = titleOf(start);
  const words = title ?? start.slice(0, 2000).replace(/<[^<>]*>/g, ' ');
  return printable(words.replace(/\s+/g, ' ').trim(), wordsMax);
}

function titleOf(page: string): string | undefined {
  const lower = page.toLowerCase();
  const from = lower.indexOf('>', lower.indexOf('<title'));
  const to = lower.indexOf('</title', from);
  return lower.includes('<title') && to > from ? page.slice(from + 1, to) : undefined;
}
