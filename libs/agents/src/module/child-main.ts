/** The process in which a module agent runs: it builds its own view from released facts and asks the module. */

import { Socket } from 'node:net';
import { constants } from 'node:os';
import { deserialize } from 'node:v8';
import { AsOfStore, Cursor } from '#market-view';
import { answerText, type AnswerForm } from './answer-text.js';
import { ChildDocuments } from './child-documents.js';
import type { ChildMessage } from './child-message.js';
import { confine } from './confinement.js';
import { factsOf } from './fact-message.js';
import { channelDescriptor, frame, FrameReader } from './frames.js';
import { loadModule, thrownBy, type LoadedModule } from './load-module.js';
import { inputsIn, moduleObserver, type ModuleObserver } from './module-observation.js';
import type {
  DecideMessage,
  FactsMessage,
  OpenMessage,
  ParentMessage,
  SkipMessage,
} from './parent-message.js';

interface OpenedRun {
  readonly module: LoadedModule;
  readonly cursor: Cursor;
  readonly documents: ChildDocuments;
  readonly observationOf: ModuleObserver;
  readonly answers: AnswerForm;
}

/** Behind `process.kill`, and removed with it: an exit would run what the module wants done at one. */
const systemKill = Reflect.get(process, '_kill') as (pid: number, signal: number) => void;
const end = systemKill.bind(process, process.pid, constants.signals.SIGKILL);
const stringify = JSON.stringify;
const outputs = [process.stdout, process.stderr];
const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true });
const reader = new FrameReader(Infinity);
let run: OpenedRun | undefined;
let work: Promise<void> = Promise.resolve();

// A terminal sends Ctrl-C to this process too: the parent decides what it means, and ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
confine();
// The parent is gone.
channel.on('end', end);
channel.on('error', end);
channel.on('data', (chunk) => {
  for (const bytes of reader.push(chunk) ?? []) {
    work = work.then(() => handle(deserialize(bytes) as ParentMessage));
  }
});

function handle(message: ParentMessage): void | Promise<void> {
  if (message.kind === 'open') return open(message);
  if (run === undefined) return;
  switch (message.kind) {
    case 'skip':
      return skip(run.cursor, message);
    case 'facts':
      return release(run.cursor, message);
    case 'documents':
      return run.documents.keep(message.texts);
    case 'catch-up':
      return say({ kind: 'caught-up', id: message.id });
    case 'decide':
      return decide(run, message);
    default:
      message satisfies never;
  }
}

async function open(message: OpenMessage): Promise<void> {
  const { id } = message;
  const module = await loadModule(message.file);
  if (module.kind === 'refused') return say({ id, ...module });
  const history = message.history ?? module.history;
  const documents = new ChildDocuments();
  const store = new AsOfStore({ ...message, history, documents, ticks: 'last' });
  const observationOf = moduleObserver(message.given);
  const { answers } = message;
  run = { module, documents, observationOf, answers, cursor: new Cursor(store, history) };
  await say({ kind: 'opened', id, history: module.history });
}

/** Counts what a former process of this run has seen and this one cannot, so that positions stay the same. */
function skip(cursor: Cursor, message: SkipMessage): void {
  const { store, visible } = cursor;
  store.lastSeq = message.facts;
  cursor.asOf = message.facts;
  visible.set(message.bars);
  store.series.forEach((series, number) => (series.dropped = message.bars[number] as number));
}

function release(cursor: Cursor, message: FactsMessage): void {
  const facts = factsOf(message.facts);
  cursor.store.append(facts);
  for (let row = 0; row < facts.count; row++) cursor.advance(facts, row);
}

async function decide(opened: OpenedRun, message: DecideMessage): Promise<void> {
  const { id } = message;
  const { module, documents, observationOf, answers, cursor } = opened;
  documents.holdInputs(inputsIn(message.shown));
  try {
    const observation = observationOf(message, cursor.view);
    const text = answerText(await module.decide(observation), answers);
    if (text.kind === 'answer') await write(`{"id":${id},"kind":"answer","value":${text.json}}`);
    else await say({ id, ...text });
  } catch (error) {
    await say({ kind: 'failed', id, reason: thrownBy(module, error) });
  }
}

function say(message: ChildMessage): Promise<void> {
  return write(stringify(message));
}

/** What the module printed goes out first: once it has answered, its process may be ended at any time. */
async function write(json: string): Promise<void> {
  for (const output of outputs) await written(output);
  channel.write(frame(Buffer.from(json)));
}

function written(output: NodeJS.WriteStream): Promise<void> | undefined {
  if (output.writableLength === 0) return undefined;
  return new Promise((resolve) => output.write('', () => resolve()));
}
