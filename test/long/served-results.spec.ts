/**
 * What a client of `tapefold serve` receives without the data: the result that a plain run writes,
 * byte for byte.
 */

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';
import { serve, type Served } from '../e2e/served.fixture.js';
import { waveData, waveScenario } from '../e2e/wave-data.fixture.js';

/** Unpacks the archive of a submission; the names of its files, in order. */
async function unpackedFrom(served: Served, submission: string, into: string): Promise<string[]> {
  const answer = await served.ask(`/v1/submissions/${submission}/result`);
  expect(answer.status).toBe(200);
  const archive = Buffer.from(await answer.arrayBuffer());
  const names: string[] = [];
  for await (const entry of Readable.from([archive]).pipe(createGunzip()).pipe(extract())) {
    const { name } = entry.header;
    names.push(name);
    mkdirSync(dirname(join(into, name)), { recursive: true });
    writeFileSync(join(into, name), await buffer(entry));
  }
  return names;
}

/** The files of a folder and of those below it, with their bytes. */
function contentsOf(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.map((name) => [name.slice(path.length + 1), readFileSync(name, 'latin1')]),
  );
}

async function submittedTo(served: Served, scenario: string): Promise<string> {
  const { code, err } = await served.cluster('submit', scenario, '--wait');
  expect(code, err).toBe(0);
  return /^submission (\w+)$/m.exec(err)?.[1] ?? '';
}

async function succeed(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await tapefold(...words);
  expect(code, err).toBe(0);
  return out;
}

describe('a result from services', () => {
  it('has the result, report and tables of a plain run', async () => {
    const home = folder();
    const wave = waveData(home, 20_000);
    const plain = join(home, 'plain');
    await succeed('run', file(home, 'plain.yaml', waveScenario(wave, '01-12')), '--out', plain);
    const served = await serve(join(home, 'served'), '--dataset', `wave=${wave}`);
    const scenario = file(home, 'wave.yaml', waveScenario('wave', '01-12'));
    const submission = await submittedTo(served, scenario);

    const archive = join(home, 'archive');
    const names = await unpackedFrom(served, submission, archive);
    expect(names.slice(-2)).toEqual(['result.json', 'report.html']);
    const out = join(home, 'out');
    const fetched = await served.cluster('results', submission, '--out', out);
    expect(fetched.code, fetched.err).toBe(0);
    const own = contentsOf(plain);
    const derived = names.filter((name) => !/scenario|manifest|journal|recording/.test(name));
    expect(derived).toHaveLength(2 + 2 * 4);
    const received = contentsOf(archive);
    const downloaded = contentsOf(out);
    for (const name of derived) {
      expect(received[name], name).toBe(own[name]);
      expect(downloaded[name], name).toBe(own[name]);
    }
    expect(await succeed('verify', out, '--data', wave)).toContain('verified');
  });

  it('scores tasks whose solutions the client does not have', async () => {
    const home = folder();
    const questions = join(home, 'questions');
    const company = ['--fundamentals', 'examples/14-ask-a-model/company.jsonl', '--count', '10'];
    await succeed('retrieval', 'questions', ...company, '--out', questions);
    const text = (data: string): string =>
      JSON.stringify({
        name: 'ask',
        data,
        workflow: 'retrieval',
        agents: [{ id: 'reader', kind: 'rule', rule: 'retriever' }],
      });
    const plain = join(home, 'plain');
    await succeed('run', file(home, 'plain.yaml', text(questions)), '--out', plain);
    const served = await serve(join(home, 'served'), '--dataset', `questions=${questions}`);
    const submission = await submittedTo(served, file(home, 'ask.yaml', text('questions')));
    const out = join(home, 'out');
    const fetched = await served.cluster('results', submission, '--out', out);
    expect(fetched.code, fetched.err).toBe(0);
    const own = contentsOf(plain);
    const downloaded = contentsOf(out);
    for (const name of ['result.json', 'report.html', 'runs/reader-retrieval/answers.jsonl']) {
      expect(downloaded[name], name).toBe(own[name]);
    }
  });
});
