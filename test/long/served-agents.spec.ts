/**
 * A user's own module and model behind `tapefold serve`: the result is that of `tapefold run`,
 * byte for byte.
 */

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold } from '../e2e/command-line.fixture.js';
import { scriptedProvider, type Prompted, type Said } from '../e2e/scripted-provider.fixture.js';
import { serve } from '../e2e/served.fixture.js';

const trend = `export default {
  decide({ view, symbols }) {
    const closes = view.closes(symbols[0], 3);
    return closes.length === 3 && closes[2] > closes[0] ? 'long' : 'flat';
  },
};
`;
/** Tries to read the folder next to its own, which holds the data set and the topics. */
const peeker = `import { readdirSync } from 'node:fs';
export default {
  decide() {
    for (const path of ['data/topics', 'prices']) {
      try { readdirSync(path); return 'long'; } catch { /* Confined. */ }
    }
    return 'flat';
  },
};
`;
const llm = 'kind: llm, model: stub/m, stream: false';

/** A scenario of these agents, by id and the rest of their description. */
const scenarioIn = (home: string, name: string, agents: Readonly<Record<string, string>>): string =>
  file(
    home,
    `${name}.yaml`,
    `name: own-agents
data: synthetic-market
window: { from: 2022-02-01, to: 2022-02-07 }
symbols: [ALDR]
execution: close
agents:
${Object.entries(agents)
  .map(([id, rest]) => `  - { id: ${id}, ${rest} }\n`)
  .join('')}`,
  );

function buys({ text }: Prompted): Said {
  const session = /Session: ([0-9-]{10})/.exec(text)?.[1] ?? '';
  const action = { symbol: 'ALDR', target_date: session, price: 1, action: 'BUY' };
  return { tool: 'submit_decision', with: action };
}

/** Every file below a folder with its bytes. */
function bytesOf(path: string): Record<string, string> {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const at = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(at.map((one) => [one.slice(path.length), readFileSync(one, 'latin1')]));
}

/** A served folder with three modules and a model under their names. */
async function prepared() {
  const home = folder();
  const provider = await scriptedProvider(buys);
  for (const [name, text] of Object.entries({ trend, peeker })) file(home, `${name}.mjs`, text);
  const described = {
    trend: 'kind: module, file: ./trend.mjs',
    free: 'kind: module, file: ./trend.mjs, trusted: true',
    peeker: 'kind: module, file: ./peeker.mjs',
    thinker: llm,
  };
  const lines = Object.entries(described).map(([name, rest]) => `${name}: { ${rest} }\n`);
  const options = ['--agents', file(home, 'agents.yaml', lines.join(''))];
  const models = ['--models', provider.modelsFile(home)];
  const served = await serve(join(home, 'data'), ...options, ...models);
  return { home, served, described };
}

const named = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, `kind: registered, agent: ${name}`]));

describe('agents that tapefold serve registers', () => {
  it('are named by scenarios; modules decide as in a plain run, to the same bytes in every file', async () => {
    const { home, served, described } = await prepared();
    expect(served.said()).toMatch(/^agents +trend, free, peeker, thinker$/m);
    const { trend: confined, free } = described;
    const plain = scenarioIn(home, 'plain', { trend: confined, free });
    const refused = await served.cluster('submit', plain);
    expect([refused.code, refused.err]).toEqual([
      2,
      'InvalidInput: agents.0.kind: an agent of this kind has to be registered before a ' +
        'scenario names it; expected kind: registered, with agent: a name of "agents.yaml", ' +
        'given by `tapefold serve --agents <file>` (in a cluster: TAPEFOLD_AGENTS): "trend, ' +
        'free, peeker, thinker"; found module\n',
    ]);
    const asked = scenarioIn(home, 'asked', named('trend', 'free'));
    const out = join(home, 'served');
    const whole = join(home, 'deeper/whole');
    const ended = await served.cluster('submit', asked, '--wait', '--out', out);
    expect(ended.code, ended.err).toBe(0);
    const run = await tapefold('run', plain, '--out', whole);
    expect(run.code, run.err).toBe(0);
    expect(bytesOf(out)).toEqual(bytesOf(whole));
    expect(Object.values(bytesOf(out)).join('')).not.toContain(home);
    const askedAgain = await tapefold('verify', out, '--ask-again', '--trust-code');
    expect(askedAgain.code, askedAgain.err).toBe(0);
    // The trusted module, and no other, needs the user's consent.
    expect(askedAgain.err.match(/agent \w+, /g)).toEqual(['agent free, ']);

    // A module that was edited is another agent, and makes other runs.
    writeFileSync(join(home, 'trend.mjs'), trend.replace('>', '<'));
    const edited = await served.cluster('submit', asked);
    expect([edited.code, edited.err]).toEqual([0, expect.stringMatching(/^submitted: 2 runs/)]);
  });

  it('decide beside each other, and a confined module reads neither topics nor data', async () => {
    const { home, served } = await prepared();
    const asked = scenarioIn(home, 'mixed', named('trend', 'peeker', 'thinker'));
    const out = join(home, 'served');
    const ended = await served.cluster('submit', asked, '--wait', '--out', out);
    expect(ended.code, ended.err).toBe(0);
    const fills = (run: string): string[] =>
      readFileSync(join(out, `runs/${run}-ALDR/fills.csv`), 'utf8')
        .trim()
        .split('\n')
        .slice(1);
    expect([fills('peeker').length, fills('thinker').length]).toEqual([0, 1]);
    expect(fills('trend').length).toBeGreaterThan(0);
    expect(await tapefold('verify', out)).toMatchObject({ code: 0 });
  });
});
