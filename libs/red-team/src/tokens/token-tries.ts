/** Addresses that somebody tries who has one token, has had another, and wants a third. */

export interface TokenTry {
  readonly what: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tries that start from a token of somebody's own: none of them is an address. */
export function triesFrom(token: string): TokenTry[] {
  const path = (what: string, text: string): TokenTry => ({ what, path: text });
  const at = (what: string, text: string): TokenTry => path(what, `/mcp/${text}`);
  const last = token.endsWith('A') ? 'B' : 'A';
  return [
    at('mutated', token.slice(0, -1) + last),
    at('mutated', (token.startsWith('A') ? 'B' : 'A') + token.slice(1)),
    at('truncated', token.slice(0, -1)),
    at('truncated', token.slice(0, 21)),
    at('extended', `${token}A`),
    at('extended', `${token}=`),
    at('extended', `${token}%00`),
    at('other case', token.toLowerCase()),
    at('other case', token.toUpperCase()),
    at('path', ''),
    at('path', '*'),
    at('path', `${token}/`),
    at('path', `${token}/..`),
    at('path', `../mcp/${token}`),
    at('path', `%2e%2e/mcp/${token}`),
    at('path', `${token}?as_of=9999-12-31`),
    at('path', `${token};as_of=9999-12-31`),
    at('path', '__proto__'),
    at('path', 'constructor'),
    path('path', `//mcp/${token}`),
    path('path', `/MCP/${token}`),
    path('path', '/mcp'),
    path('path', '/'),
    path('path', `/mcp?token=${token}`),
  ];
}

/** Tries at an address that is open, by a page of another site: a browser sends its name along. */
export const strangers: readonly Omit<TokenTry, 'path'>[] = [
  { what: 'other host', headers: { host: 'attacker.example' } },
  { what: 'other host', headers: { host: '127.0.0.1.attacker.example:80' } },
  { what: 'other origin', headers: { origin: 'https://attacker.example' } },
  { what: 'other origin', headers: { origin: 'http://localhost.attacker.example' } },
];
