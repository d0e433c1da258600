/**
 * Where a provider takes requests. Its base URL may be what people find in documents: with the path
 * of a version, without one, the whole address of an endpoint, or with a query.
 */

import { withoutEnd } from '#values';
import type { WireApi } from '../calls/recorded-call.js';

/** How the path of each API ends, behind its version. */
const ends: Readonly<Record<WireApi, RegExp>> = {
  'anthropic-messages': /\/messages$/,
  'openai-chat': /\/chat\/completions$/,
  'openai-responses': /\/responses$/,
  'google-generate-content': /\/models\/[^/]+:(?:stream)?[gG]enerateContent$/,
};

const isVersion = (segment: string): boolean => /^v[0-9]+(?:(?:alpha|beta)[0-9]*)?$/.test(segment);

/** The address of a request whose path begins with the version of its API, as agents write it. */
export function endpointOf(baseUrl: string, api: WireApi, path: string): string {
  const base = new URL(baseUrl);
  const [asked = '', query = ''] = path.split('?');
  const own = placeOf(base, api);
  const rest = hasVersion(own.split('/'), api) ? asked.replace(/^\/[^/]+/, '') : asked;
  base.pathname = ends[api].test(own) ? own : `${own}${rest}`;
  base.search = [base.search.slice(1), query].filter((part) => part !== '').join('&');
  base.hash = '';
  return base.href;
}

/** A model in the address of an endpoint is left out: the scenario names it. */
function placeOf({ pathname }: URL, api: WireApi): string {
  const own = withoutEnd(pathname, '/');
  return api === 'google-generate-content' ? own.replace(ends[api], '') : own;
}

/**
 * A version in the middle of a path is that of what is behind it, as in `/v1beta/openai`; before
 * Anthropic's messages it is that of a proxy, which passes on the rest. Deployments have their
 * version in the query.
 */
function hasVersion(segments: readonly string[], api: WireApi): boolean {
  if (api === 'anthropic-messages') return isVersion(segments.at(-1) ?? '');
  return segments.some(isVersion) || segments.includes('deployments');
}

/** What a base URL is instead of one of this API; undefined if it is one. */
export function baseUrlDefect(baseUrl: string, api: WireApi): string | undefined {
  const url = URL.parse(baseUrl);
  if (url === null) return 'no address';
  const path = withoutEnd(url.pathname, '/');
  const other = Object.entries(ends).find(([name, end]) => name !== api && end.test(path));
  return other && `the endpoint of ${other[0]}`;
}
