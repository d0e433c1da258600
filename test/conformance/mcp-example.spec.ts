/** The MCP agent in Python trades its month, and the how-to shows the example as it is. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultSchema, type Result } from '#contracts/result/result';
import { mainFile, tapefold } from '../e2e/command-line.fixture.js';

const example = join('examples', '08-mcp-agent');
const home = mkdtempSync(join(tmpdir(), 'tapefold-mcp-example-'));
const packages = join(home, 'packages');
const out = join(home, 'out');

beforeAll(async () => {
  const from = ['--requirement', join(example, 'requirements.txt')];
  const into = ['--quiet', '--disable-pip-version-check', '--target', packages];
  const installing = spawn('python3', ['-m', 'pip', 'install', ...into, ...from]);
  let output = '';
  installing.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(installing, 'close')) as [number | null];
  if (code !== 0) throw new Error(output);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the MCP agent in Python', () => {
  it('decides at each close of its month through tools, and its calls are verified', async () => {
    const words = ['run', join(example, 'scenario.yaml'), '--out', out];
    const run = spawn(process.execPath, [mainFile, ...words], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const agent = spawn('python3', [join(example, 'agent.py')], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONPATH: packages },
    });
    let printed = '';
    run.stdout.pipe(agent.stdin);
    agent.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    const codes = await Promise.all([once(run, 'close'), once(agent, 'close')]);
    expect(codes.map(([code]) => code as number)).toEqual([0, 0]);
    expect(printed).toMatch(/outside +AAPL/);

    const result = resultSchema.parse(JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')));
    const { runs } = result as Result;
    const outside = runs.find(({ agent: id }) => id === 'outside');
    // April 2014 has 21 sessions: 22 weekdays without Good Friday. Two calls for each.
    expect(outside).toMatchObject({ coverage: { due: 21, answered: 21 }, toolCalls: 42 });
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
  });

  it.each(['agent.py', 'scenario.yaml'])('is the text of its how-to: %s', (name) => {
    const page = readFileSync(join('docs', 'how-to', 'trade-with-an-mcp-agent.md'), 'utf8');
    expect(page).toContain(readFileSync(join(example, name), 'utf8'));
  });
});
