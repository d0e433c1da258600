/** A printed command works when it is pasted into the shell in which it was printed. */

import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folder, type Ended } from '../e2e/command-line.fixture.js';
import { serve } from '../e2e/served.fixture.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const launcher = join(root, 'bin', 'tapefold.js');
const hello = join(root, 'examples', '01-hello-backtest', 'scenario.yaml');

/** Gives a line to a shell in a folder, as a person does. */
function shell(line: string, cwd: string): Promise<Ended> {
  return new Promise((settle) => {
    execFile('sh', ['-c', line], { cwd, maxBuffer: 1 << 26 }, (error, out, err) => {
      let code;
      if (error === null) {
        code = 0;
      } else if (typeof error.code === 'number') {
        code = error.code;
      } else {
        code = null;
      }
      settle({ code, out, err });
    });
  });
}

/** The text after a word at the beginning of a line. */
const printedAfter = (word: string, text: string): string =>
  new RegExp(`^${word} +(.*tapefold.*)$`, 'm').exec(text)?.[1] ?? '';

/** A folder outside of the clone, whose name a shell would split. */
function elsewhere(): string {
  const path = join(folder(), "somebody's folder");
  mkdirSync(path);
  return path;
}

describe('a printed command', () => {
  it('verifies a run when the run was made outside of the clone', async () => {
    const cwd = elsewhere();
    const ran = await shell(`node '${launcher}' run '${hello}' --out 'my results'`, cwd);
    expect(ran.code, ran.err).toBe(0);
    const printed = printedAfter('verify', ran.out);
    expect(printed).toContain(launcher);
    const verified = await shell(printed, cwd);
    expect(verified.out, verified.err).toMatch(/^verified: /);
  });

  it('verifies a run when the run was made in the clone', async () => {
    const out = join(folder(), 'results');
    const ran = await shell(`npx tapefold run scenario.yaml --out ${out}`, join(hello, '..'));
    expect(ran.code, ran.err).toBe(0);
    const printed = printedAfter('verify', ran.out);
    expect(printed).toMatch(/^npx tapefold verify /);
    const verified = await shell(printed, join(hello, '..'));
    expect(verified.out, verified.err).toMatch(/^verified: /);
  });

  it('reaches the gateway that options named', async () => {
    const cwd = elsewhere();
    const data = join(cwd, 'served data');
    const served = await serve(data);
    const options = `--url ${served.url} --token-file 'served data/token'`;
    const line = `node '${launcher}' cluster submit '${hello}' ${options}`;
    const submitted = await shell(line, cwd);
    expect(submitted.code, submitted.err).toBe(0);
    for (const word of ['watch', 'result']) {
      const ended = await shell(printedAfter(word, submitted.err), cwd);
      expect([word, ended.code], ended.err).toEqual([word, 0]);
    }
    const listing = /\(whole: (.*)\)$/m.exec(submitted.err)?.[1] ?? '';
    const id = submitted.out.trim();
    expect((await shell(listing, cwd)).out).toContain(id);
  });
});
