/**
 * Tools by hand: the example as the how-to has it, the address over HTTP, and the errors
 * for bad input.
 */

import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mainFile, tapefold } from './command-line.fixture.js';

const example = 'examples/07-tools-by-hand/ask.ts';
const page = 'docs/how-to/serve-tools-to-mcp-clients.md';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  },
};

describe('the example', () => {
  it('is the text of the how-to', () => {
    expect(readFileSync(page, 'utf8')).toContain(
      `\`\`\`ts\n${readFileSync(example, 'utf8')}\`\`\``,
    );
  });

  it('gets what was known on the day, and nothing later', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [example]);
    expect(stdout).toContain('get_prices: ');
    expect(stdout.match(/date: '2023-\d\d-\d\d'/g)).toEqual([
      "date: '2023-06-29'",
      "date: '2023-06-30'",
      "date: '2023-12-29'",
    ]);
    expect(stdout).toContain("reason: 'not_loaded'");
  });
});

describe('tapefold mcp --http', () => {
  it('prints an address that needs its token, and ends in order at Ctrl-C', async () => {
    const words = ['mcp', 'hedging', '--data', 'synthetic-market', '--http', '0'];
    const child = spawn(process.execPath, [mainFile, ...words], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((settle) => child.once('close', settle));
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    const { url, asOf } = JSON.parse(String(value)) as Record<string, string>;
    expect(asOf).toBe('2023-12-29T21:00:00Z');
    const { origin, pathname } = new URL(url ?? '');
    expect(pathname).toMatch(/^\/mcp\/[\w-]{43}$/);
    const statusAt = async (address: string): Promise<number> => {
      const headers = {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      };
      const body = JSON.stringify(initialize);
      return (await fetch(address, { method: 'POST', headers, body })).status;
    };
    expect(await statusAt(url ?? '')).toBe(200);
    expect(await statusAt(`${origin}/mcp`)).toBe(404);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

/** Writes to standard output when the command reports that it serves. */
const noise = `const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (...words) => {
  if (String(words[0]).includes('over standard input')) console.log('noise');
  return write(...words);
};`;

describe('standard output', () => {
  it('carries the protocol only, even if other code writes to it', async () => {
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(noise)}`];
    const words = ['mcp', 'trading', '--data', 'synthetic-market'];
    const child = spawn(process.execPath, [...preload, mainFile, ...words]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((settle) => child.once('close', settle));
    let out = '';
    let err = '';
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString();
      if (out.includes('\n')) child.stdin.end();
    });
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    expect(await ended).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    expect(err).toContain('noise');
  });
});

describe('tapefold mcp', () => {
  const data = ['--data', 'synthetic-market'];
  it.each([
    ['a data set that is not there', ['trading', '--data', 'nowhere'], 'no such data set'],
    ['another set', ['betting', ...data], 'one of trading, hedging, retrieval'],
    ['no as-of', ['trading', ...data, '--as-of', 'soon'], 'not an as-of'],
    ['an as-of before the data', ['trading', ...data, '--as-of', '1999-01-04'], 'before the data'],
    ['an unknown symbol', ['trading', ...data, '--symbols', 'NONE'], 'no such symbol'],
    ['no port', ['trading', ...data, '--http', 'x'], '--http'],
    ['a port that there is not', ['trading', ...data, '--http', '65536'], 'at most 65535'],
  ])('says of %s what is wrong, on standard error alone', async (_, words, told) => {
    const { code, out, err } = await tapefold('mcp', ...words);
    expect(err).toContain(told);
    expect(out).toBe('');
    expect(code).toBe(2);
  });
});
