/**
 * `npm run bench:peers`: the same strategy over the same file in `tapefold run` and in other backtesters, in turns. It
 * prints times and answers, and writes them into the documents. `--python <path>` names a Python, 3.12 or newer,
 * `--rounds <n>` how many count, an odd number; `--only <text>` takes the jobs whose name has the text, and writes
 * nothing.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endsOf, ownBuild, runCommand, writeScenario } from '../command-run.js';
import { measureProcess, type Measured } from '../measured-process.js';
import { ratioOf } from '../ratio-of-pairs.js';
import { inTemporaryFolder } from '../temporary-folder.js';
import { pythonOfPeers, sources } from './environment.js';
import { peerJobs, type Peer, type PeerJob } from './peer-jobs.js';
import { peersPage, rowOf, type Answer, type PeerFinding } from './peers-page.js';

const page = new URL('../../../docs/reference/performance-peers.md', import.meta.url);

const { values: given } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
});
const python = pythonOfPeers(given.python);
const rounds = Number(given.rounds);

const findings: PeerFinding[] = [];
for (const job of peerJobs.filter(({ name }) => name.includes(given.only ?? ''))) {
  for (const finding of await measure(job)) {
    findings.push(finding);
    console.log(rowOf(finding).join('  |  '));
  }
}
if (given.only === undefined) writeFileSync(page, peersPage(findings, { rounds, python }));

type Done = Measured & { readonly answer: Answer };

/** The command, then the peers, once each a round. The first round, which compiles what is kept, does not count. */
async function measure(job: PeerJob): Promise<PeerFinding[]> {
  return inTemporaryFolder(async (folder) => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const bars = job.writeBars(data);
    const scenario = writeScenario(bars, job);
    const programs: (() => Promise<Done>)[] = [
      () => timeCommand(scenario),
      ...job.peers.map((peer) => () => runPeer(peer, bars.file, job.capital)),
    ];
    const taken: Done[][] = [];
    for (let round = 0; round <= rounds; round++) {
      const all: Done[] = [];
      for (const program of programs) all.push(await program());
      if (round > 0) taken.push(all);
    }
    return [null, ...job.peers].map((peer, at) => findingOf(job, peer, at, taken));
  });
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

function findingOf(
  job: PeerJob,
  peer: Peer | null,
  at: number,
  taken: readonly Done[][],
): PeerFinding {
  const tell = (value: (done: Done, command: Done) => number) =>
    ratioOf(taken.map((all) => value(all[at] as Done, all[0] as Done)));
  const [command, own] = [taken[0]?.[0], taken[0]?.[at]] as [Done, Done];
  return {
    ...{ job, peer, answer: own.answer, commandAnswer: command.answer },
    seconds: tell((done) => done.milliseconds / 1000),
    ratio: tell((done, { milliseconds }) => done.milliseconds / milliseconds),
    peakMegabytes: tell(({ peakMegabytes }) => peakMegabytes ?? Number.NaN),
  };
}
