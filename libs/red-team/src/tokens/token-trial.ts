/**
 * Tries to reach another decision's answers: by tokens that are expired, altered or made up, by
 * paths, by names of other hosts, and by what a server reveals about itself before any question.
 */

import { request } from 'node:http';
import { excerpt, seededRandom } from '#values';
import { Capability, type ToolSet } from '#tools';
import { CapabilityHost, type Minted } from '#tools/mcp/capability-host';
import type { MarketView } from '#market-view';

export interface TokenRow {
  readonly what: string;
  readonly tries: number;
  /** Answers that belong to another as-of, or that the caller has no right to. */
  readonly leaks: number;
  /** The first of them. */
  readonly leak: string | null;
}

interface TokenOptions {
  readonly sets: readonly ToolSet[];
  readonly seed: number;
  /** Views at different as-ofs, each served at its own address. */
  readonly views: readonly MarketView[];
}

/** An address, and the answer when the question goes to its tools directly. */
interface Address {
  readonly minted: Minted;
  readonly expected: string;
}

/** A row a kind of try. `Unavailable` where no port can be had. */
export async function tryTokens({ sets, views, seed }: TokenOptions): Promise<TokenRow[]> {
  const host = await CapabilityHost.listen();
  try {
    const question = questionFor(sets, views);
    const open = views.map((view): Address => {
      const minted = host.mint(capabilityOf(sets, view));
      return { minted, expected: textOf(capabilityOf(sets, view), question) };
    });
    const rows = new RowsByKind();
    await tryAll(open, question, { rows, seed });
    const ended = open.filter((_, index) => index % 2 === 1);
    for (const { minted } of ended) minted.end();
    await tryEnded(open, ended, { rows, question });
    return rows.all;
  } finally {
    await host.close();
  }
}

interface Question {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * A question that is answered differently at each as-of: the whole range of prices, or any first
 * tool without it.
 */
function questionFor(sets: readonly ToolSet[], views: readonly MarketView[]): Question {
  const tools = sets.flatMap((set) => set.tools).filter(({ needsDesk }) => needsDesk !== true);
  const name = tools.find((one) => one.name === 'get_prices')?.name ?? tools[0]?.name ?? '';
  const [symbol] = views[0]?.symbols ?? [];
  return { name, arguments: { symbol, date_start: '1970-01-01', date_end: '9999-12-31' } };
}

const capabilityOf = (sets: readonly ToolSet[], view: MarketView): Capability =>
  new Capability({
    sets,
    context: { view, desk: null },
    now: () => 0,
    limits: { calls: Infinity, bytes: Infinity },
  });

function textOf(capability: Capability, question: Question): string {
  const outcome = capability.call(question.name, question.arguments);
  return outcome.error ?? outcome.text;
}

const asCall = (question: Question) => mcpRequest('tools/call', { ...question });

/**
 * While all addresses are open: each one's own answer, its metadata, strangers, and addresses
 * made of its token.
 */
async function tryAll(
  open: readonly Address[],
  question: Question,
  { rows, seed }: { readonly rows: RowsByKind; readonly seed: number },
): Promise<void> {
  const random = seededRandom(`${seed}/tokens`);
  const shuffled = [...open, ...open, ...open].sort(() => random.next() - 0.5);
  const answers = await Promise.all(
    shuffled.map(async ({ minted, expected }) => ({
      expected,
      got: await at(minted, asCall(question)),
    })),
  );
  for (const { expected, got } of answers)
    rows.add('own address, all at once', got, isExpected(got, expected));
  for (const method of ['tools/list', 'server/discover']) {
    const listings = await Promise.all(
      open.map(({ minted }) => at(minted, mcpRequest(method, {}))),
    );
    for (const got of listings) {
      const isSame = got.status === 200 && got.body === listings[0]?.body;
      rows.add(`${method}, the same at each as-of`, got, isSame);
    }
  }
  for (const { minted } of open.slice(0, 3)) {
    for (const one of triesFrom(minted.token)) await refused(minted, one, { rows, question });
    for (const one of strangers) {
      await refused(minted, { ...one, path: pathOf(minted) }, { rows, question });
    }
  }
}

/**
 * After half of the decisions were made: their addresses are as unknown as ones that never were.
 */
async function tryEnded(
  open: readonly Address[],
  ended: readonly Address[],
  { rows, question }: { readonly rows: RowsByKind; readonly question: Question },
): Promise<void> {
  const [first] = open;
  if (first === undefined) return;
  const never = await send(new URL(first.minted.url), `/mcp/${'A'.repeat(43)}`, asCall(question));
  for (const { minted } of ended) {
    const got = await at(minted, asCall(question));
    rows.add('ended', got, got.status === 404 && got.body === never.body);
    await at(minted, mcpRequest('tools/list', {})).then((list) =>
      rows.add('ended', list, list.status === 404),
    );
  }
  for (const { minted, expected } of open.filter((one) => !ended.includes(one))) {
    const got = await at(minted, asCall(question));
    rows.add('own address, after others ended', got, isExpected(got, expected));
  }
}

/** Everything except an answer is a refusal. */
async function refused(
  { url }: Minted,
  { what, path, headers }: TokenTry,
  { rows, question }: { readonly rows: RowsByKind; readonly question: Question },
): Promise<void> {
  const call = asCall(question);
  const got = await send(new URL(url), path, { ...call, headers: { ...call.headers, ...headers } });
  rows.add(what, got, got.status >= 400 && !got.body.includes('"result"'));
}

const pathOf = ({ url }: Minted): string => new URL(url).pathname;
const at = (minted: Minted, asked: ReturnType<typeof mcpRequest>): Promise<RawAnswer> =>
  send(new URL(minted.url), pathOf(minted), asked);

/** Whether the answer is exactly the one of its own as-of. */
const isExpected = ({ status, body }: RawAnswer, expected: string): boolean =>
  status === 200 && body.includes(JSON.stringify(expected));

class RowsByKind {
  private readonly rows = new Map<string, TokenRow>();

  get all(): TokenRow[] {
    return [...this.rows.values()];
  }

  add(what: string, got: RawAnswer, isHonest: boolean): void {
    const row = this.rows.get(what) ?? { what, tries: 0, leaks: 0, leak: null };
    const leak = isHonest ? null : excerpt(`${got.status} ${got.body}`, 200);
    this.rows.set(what, {
      what,
      tries: row.tries + 1,
      leaks: row.leaks + (isHonest ? 0 : 1),
      leak: row.leak ?? leak,
    });
  }
}

interface RawRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request to a raw, unnormalized path of `origin`. Rejects if there is no answer. */
function send(origin: URL, path: string, { headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = origin;
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method: 'POST', headers, agent: false };
    const asked = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

const revision = '2026-07-28';

/** A request of that protocol revision, which is self-contained and needs no session. */
function mcpRequest(method: string, params: Readonly<Record<string, unknown>>): RawRequest {
  const named = typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {};
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...named,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientInfo': { name: 'red team', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  };
}

interface TokenTry {
  readonly what: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tries derived from a valid token: none of them is an address. */
function triesFrom(token: string): TokenTry[] {
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
const strangers: readonly Omit<TokenTry, 'path'>[] = [
  { what: 'other host', headers: { host: 'attacker.example' } },
  { what: 'other host', headers: { host: '127.0.0.1.attacker.example:80' } },
  { what: 'other origin', headers: { origin: 'https://attacker.example' } },
  { what: 'other origin', headers: { origin: 'http://localhost.attacker.example' } },
];
