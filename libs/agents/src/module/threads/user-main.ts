/**
 * The process in which a module agent runs, and its main thread, that of the user's code: it builds
 * a view of its own from released facts and asks the module. Another thread takes in what comes.
 */

import { deserialize, promiseHooks } from 'node:v8';
import { formatCivilDate, type CivilDate } from '#values';
import type { FactColumns } from '#contracts';
import { AsOfStore, Cursor } from '#market-view';
import type { PlainData } from '../../seat/work.js';
import { answerText, isPromiseLike, type AnswerForm } from '../../seat/answer-text.js';
import { ChildDocuments } from '../facts/child-documents.js';
import type { ChildMessage } from '../answers/child-message.js';
import { confine } from './confinement.js';
import { factsOf } from '../facts/fact-message.js';
import { loadModule, thrownBy, type LoadedModule } from '../agent/load-module.js';
import {
  inputsIn,
  moduleObserver,
  type ModuleMoment,
  type ModuleObserver,
} from '../facts/module-observation.js';
import type { OpenMessage, SkipMessage, ThreadMessage } from '../facts/parent-message.js';
import { givens, replies } from './hand-over.js';
import { startIntake } from './start-intake.js';

/** How long this thread blocks for its turn before its event loop continues. */
const standMs = 2;
/** Questions in a row after which its event loop gets its turn: timers of the module may be due. */
const questionsInRow = 1024;

interface OpenedRun {
  readonly module: LoadedModule;
  readonly cursor: Cursor;
  readonly documents: ChildDocuments;
  readonly observationOf: ModuleObserver;
  readonly answers: AnswerForm;
}

interface ShownDesk {
  readonly session: string;
  readonly account: { readonly cash: number; readonly equity: number };
}

const stringify = JSON.stringify;
const turnOfLoop = setImmediate;
const { stdout, stderr } = process;
let run: OpenedRun | undefined;
let pieces: Uint8Array[] = [];
let shown: PlainData = {};
let sessionLast = NaN;
let sessionText = '';
let replyLast: string | undefined;
let questions = 0;
let isSoon = false;
let wordLast: string | undefined = undefined;
let wordText: string = '';
/** Whether the module may have left work pending after its last answer. */
let hasLeft = false;

// A terminal sends Ctrl-C to this process too: the parent decides what it means, and ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
const shared = await startIntake(new URL('./intake.js', import.meta.url));
leaveInOrder();
confine();
noteLeft();
for (;;) {
  // The next question of a followed run comes at once, as does anything after a message without a
  // reply. A question that the run's process asks takes longer.
  if (!shared.turns.comes(standMs, isSoon)) await shared.turns.comesLater();
  const reply = take();
  const text = reply instanceof Promise ? await reply : reply;
  if (text === undefined) shared.reply(replies.none);
  else shared.reply(text === replyLast ? replies.same : text);
  if (text !== undefined) replyLast = text;
  isSoon = text === undefined || shared.taken() === givens.question;
  shared.turns.pass();
}

/** Sends pending answers before the process ends, however this thread ends it. */
function leaveInOrder(): void {
  const leave = Reflect.get(process, 'reallyExit') as (code: number) => void;
  process.on('exit', () => shared.leave());
  Reflect.set(process, 'reallyExit', (code: number) => {
    shared.leave();
    leave.call(process, code);
  });
}

/** Notes when the module leaves work pending, which is then done before the next question. */
function noteLeft(): void {
  promiseHooks.onInit(() => (hasLeft = true));
  for (const [holder, name] of [
    [globalThis, 'queueMicrotask'],
    [process, 'nextTick'],
  ] as const) {
    const leave = Reflect.get(holder, name) as (...given: unknown[]) => void;
    Reflect.set(holder, name, (...given: unknown[]) => {
      hasLeft = true;
      leave(...given);
    });
  }
}

/** Takes what is given with a turn; the text of what comes back, if anything does. */
function take(): string | undefined | Promise<string | undefined> {
  const kind = shared.taken();
  if (kind === givens.rows || kind === givens.question) {
    if (run === undefined) return undefined;
    release(run.cursor, shared.takenFacts());
    return kind === givens.question ? answer(run) : undefined;
  }
  pieces.push(shared.piece());
  if (kind !== givens.lastPiece) return undefined;
  const message = deserialize(Buffer.concat(pieces)) as ThreadMessage;
  pieces = [];
  return handle(message);
}

function handle(message: ThreadMessage): string | undefined | Promise<string | undefined> {
  if (message.kind === 'open') return open(message);
  if (run === undefined) return undefined;
  switch (message.kind) {
    case 'skip':
      return skip(run.cursor, message);
    case 'facts':
      return release(run.cursor, factsOf(message.facts));
    case 'documents':
      run.documents.keep(message.texts);
      return undefined;
    case 'shown':
      shown = message.shown;
      return undefined;
    case 'catch-up':
      return textOf({ kind: 'caught-up', id: message.id });
    case 'decide':
      return decideNext(run, message, message.id);
    default:
      return message satisfies never;
  }
}

async function open(message: OpenMessage): Promise<string> {
  const { id } = message;
  const module = await loadModule(message.file);
  if (module.kind === 'refused') return textOf({ id, ...module });
  const history = message.history ?? module.history;
  const documents = new ChildDocuments();
  const store = new AsOfStore({ ...message, history, documents, ticks: 'last' });
  const observationOf = moduleObserver(message.given);
  const { answers } = message;
  const cursor = new Cursor(store, history, message.follows);
  run = { module, documents, observationOf, answers, cursor };
  return textOf({ kind: 'opened', id, history: module.history });
}

/** Advances past facts that only the previous process saw, so that positions stay aligned. */
function skip(cursor: Cursor, message: SkipMessage): undefined {
  const { store, visible } = cursor;
  store.lastSeq = message.facts;
  cursor.asOf = message.facts;
  visible.set(message.bars);
  store.series.forEach((series, number) => (series.dropped = message.bars[number] as number));
}

function release(cursor: Cursor, facts: FactColumns): undefined {
  cursor.store.append(facts);
  for (let row = 0; row < facts.count; row++) cursor.advance(facts, row);
}

/**
 * Answers a question of which account and session came as numbers; the rest of what
 * is shown stands.
 */
function answer(opened: OpenedRun): string | Promise<string> {
  const { asOf, time, cash, equity, session } = shared.moment();
  const { account, session: before } = shown as unknown as ShownDesk;
  if (session !== sessionLast) {
    sessionLast = session;
    sessionText = formatCivilDate(session as CivilDate);
  }
  if (account.cash !== cash || account.equity !== equity || before !== sessionText) {
    shown = { ...shown, session: sessionText, account: { ...account, cash, equity } };
  }
  return decideNext(opened, { asOf, time, shown }, 0);
}

function decideNext(opened: OpenedRun, moment: ModuleMoment, id: number): string | Promise<string> {
  if (!hasLeft && ++questions % questionsInRow !== 0) return decide(opened, moment, id);
  return new Promise<void>((resolve) => turnOfLoop(resolve)).then(() => {
    hasLeft = false;
    return decide(opened, moment, id);
  });
}

function decide(opened: OpenedRun, moment: ModuleMoment, id: number): string | Promise<string> {
  const { module, documents, observationOf, cursor } = opened;
  if ('task' in moment.shown) documents.holdInputs(inputsIn(moment.shown));
  try {
    const returned = module.decide(observationOf(moment, cursor.view));
    if (typeof returned === 'string' && id === 0) return flushed(answeredWord(opened, returned));
    if (!isPromiseLike(returned)) return flushed(answered(opened, returned, id));
    return Promise.resolve(returned).then(
      (value) => flushed(answered(opened, value, id)),
      (error: unknown) => flushed(failed(opened, error, id)),
    );
  } catch (error) {
    return flushed(failed(opened, error, id));
  }
}

function answered({ answers }: OpenedRun, returned: unknown, id: number): string {
  const text = answerText(returned, answers);
  if (text.kind !== 'answer') return stringify({ id, ...text });
  return `{"id":${id},"kind":"answer","value":${text.json}}`;
}

/** The same text as long as the word is the same. */
function answeredWord(opened: OpenedRun, word: string): string {
  if (word !== wordLast) {
    wordText = answered(opened, word, 0);
    wordLast = word;
  }
  return wordText;
}

function failed({ module }: OpenedRun, error: unknown, id: number): string {
  return stringify({ kind: 'failed', id, reason: thrownBy(module, error) });
}

/**
 * What the module printed goes out first: once it has answered, its process may be
 * ended at any time.
 */
function flushed(reply: string): string | Promise<string> {
  if (stdout.writableLength === 0 && stderr.writableLength === 0) return reply;
  return Promise.all([stdout, stderr].map(written)).then(() => reply);
}

function written(output: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => output.write('', () => resolve()));
}

function textOf(message: ChildMessage): string | Promise<string> {
  return flushed(stringify(message));
}
