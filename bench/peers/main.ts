/**
 * `npm run bench:peers`: the same strategy over the same file in `tapefold run`, with the built-in
 * rule and with a user's module, and in other backtesters, in turns. It prints times and answers,
 * and writes them into the documents. `--python <path>` names a Python, 3.12 or newer,
 * `--rounds <n>` how many count, an odd number; `--only <text>` takes the jobs whose name has the
 * text, and writes nothing.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BarSet } from '../bar-file.js';
import { endsOf, ownBuild, runCommand, writeScenario } from '../command-run.js';
import { measureProcess } from '../measured-process.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { pythonOfPeers, sources } from './environment.js';
import { peerJobs, type Own, type Peer, type PeerJob } from './peer-jobs.js';
import {
  peersPage,
  rowOf,
  targetRowsOf,
  type Answer,
  type Done,
  type PeerFinding,
} from './peers-page.js';

const page = new URL('../../../docs/reference/performance-peers.md', import.meta.url);

const { values: options } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const python = pythonOfPeers(options.python);
const rounds = Number(options.rounds);

const findings: PeerFinding[] = [];
for (const job of peerJobs.filter(({ name }) => name.includes(options.only ?? ''))) {
  for (const finding of await measure(job)) {
    findings.push(finding);
    console.log(rowOf(finding).join('  |  '));
  }
}
for (const cells of targetRowsOf(findings)) console.log(cells.join('  |  '));
if (options.only === undefined) writeFileSync(page, peersPage(findings, { rounds, python }));

/**
 * The command, then the peers, once each a round. The first round, which compiles what is kept,
 * does not count.
 */
async function measure(job: PeerJob): Promise<PeerFinding[]> {
  return inTemporaryFolder(async (folder) => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const bars = job.writeBars(data);
    const programs = [...job.own, ...job.peers].map((program) => ({ program, done: [] as Done[] }));
    const first = programs[0]?.done ?? [];
    for (let round = 0; round <= rounds; round++) {
      for (const { program, done } of programs) {
        const once = await run(program, bars, job);
        if (round > 0) done.push(once);
      }
    }
    return programs.map((program) => ({ job, ...program, first }));
  });
}

function run(program: Own | Peer, bars: BarSet, job: PeerJob): Promise<Done> {
  return 'package' in program
    ? runPeer(program, bars.file, job.capital)
    : timeCommand(writeScenario(bars, job, program.module));
}

async function timeCommand(scenario: string): Promise<Done> {
  const { found, ...measured } = await runCommand(ownBuild, scenario, [], endsOf);
  const [end] = Object.values(found ?? {});
  if (end === undefined) throw new Error('the command had no run');
  return { ...measured, answer: end };
}

async function runPeer({ program }: Peer, file: string, capital: number): Promise<Done> {
  const measured = await measureProcess(
    python,
    ['-B', join(sources, program), file, String(capital)],
    sources,
  );
  const line = measured.stdout.trimEnd().split('\n').at(-1) ?? '';
  return { ...measured, answer: JSON.parse(line) as Answer };
}
