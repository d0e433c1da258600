/**
 * All services in one process, over a network that loses, doubles, delays and shuffles, with
 * workers that die.
 */

import { setImmediate } from 'node:timers/promises';
import {
  AdapterProcessor,
  ClockProcessor,
  IngestProcessor,
  InOrder,
  PortfolioProcessor,
  ScoringProcessor,
  TapeLibrary,
} from '#pipeline';
import { topicNames } from '#contracts/streams/topics';
import { parseMessage } from '#contracts/streams/catalogue';
import type { JournalEvent, CallsMade } from '#contracts';
import {
  JournalChain,
  type BrokenMessage,
  type OutgoingMessage,
  type Processor,
  type StoredMessage,
} from '#event-log';
import type { TapeFailed } from '#contracts/streams/market';
import type { WallClock } from '#tape';
import { seededRandom, type SeededRandom } from '#values';
import { requireCalls } from './journaled-calls.js';
import { SimulatedTopics } from './simulated-topics.js';
import { SimulatedWorker, type Committed } from './simulated-worker.js';
import type { SmallWorld } from './small-world.js';

const partitions = 2;
const workersOfService = 2;
/** Few, so that a tape is many messages. */
const messageFacts = 5;
/** Steps in which nothing moves, after which nothing ever will. */
const idleMax = 400;
const stepsMax = 40_000;

/** A bug that is put in on purpose, to see that it is found. */
export interface PlantedBug {
  /** A request that was lost is not sent again. */
  readonly losesRequests?: boolean;
  /** Changes a processor. */
  readonly wrap?: (processor: Processor) => Processor;
}

/** The probability that a step is a crash, or a reassignment of partitions. */
interface Weather {
  readonly crash: number;
  readonly rebalance: number;
}
const storm: Weather = { crash: 0.02, rebalance: 0.02 };
/**
 * From here on no process dies, so that all runs get through. Requests are lost and
 * doubled to the end.
 */
const stormSteps = 1500;
/**
 * Runs are submitted one after the other, up to so many steps apart: the tape is on its way, or
 * over, by then.
 */
const submissionGapMax = 500;
const afterTheStorm: Weather = { crash: 0, rebalance: 0 };

/** How often tapes began to be read again, and met what had been read by then. */
export interface Rereadings {
  begun: number;
  met: number;
}

/** Runs a world to its end, or throws what went wrong. The hash of each journal, by run. */
export async function simulate(
  world: SmallWorld,
  seed: number,
  bug: PlantedBug = {},
  rereadings: Rereadings = { begun: 0, met: 0 },
): Promise<Map<string, string>> {
  const network = await playedOut(world, seed, bug);
  rereadings.begun += network.rereadings.begun;
  rereadings.met += network.rereadings.met;
  return network.outcome();
}

/**
 * Runs a world whose sources fail to its end, or throws what went wrong. What its tape ends with.
 */
export async function simulateFailure(
  world: SmallWorld,
  seed: number,
  bug: PlantedBug = {},
): Promise<TapeFailed> {
  return (await playedOut(world, seed, bug)).failedEnd();
}

/** The same without crashes. */
export async function calmFailure(world: SmallWorld): Promise<TapeFailed> {
  return (await playedOut(world, 0, {}, 0)).failedEnd();
}

async function playedOut(
  world: SmallWorld,
  seed: number,
  bug: PlantedBug,
  stormUntil = stormSteps,
): Promise<SimulatedNetwork> {
  const random = seededRandom(seed);
  const network = new SimulatedNetwork(world, bug, random);
  let idle = 0;
  for (let step = 0; idle < idleMax; step++) {
    if (step > stepsMax) throw new Error(`it does not come to an end: ${network.describe()}`);
    const hasMoved = await network.step(random, step < stormUntil ? storm : afterTheStorm);
    const isComplete = network.submit(step);
    idle = hasMoved || !isComplete ? 0 : idle + 1;
    // Work that a processor does on its own gets its turn.
    if (!hasMoved || step % 4 === 0) await setImmediate();
    if (network.isFinished && network.isQuiet) break;
  }
  // Lets the results of the last sends reach their senders.
  await setImmediate();
  return network;
}

const noWall: WallClock = { nowMs: () => 0, sleep: () => Promise.resolve() };

class SimulatedNetwork {
  private readonly topics = new SimulatedTopics(partitions);
  private readonly groups: SimulatedWorker[][];
  private readonly broken: BrokenMessage[] = [];
  readonly rereadings: Rereadings = { begun: 0, met: 0 };
  /** What has not been submitted yet, with the step in which it will be. */
  private submission: { readonly message: OutgoingMessage; readonly step: number }[] = [];
  private failure: unknown;

  constructor(
    private readonly world: SmallWorld,
    private readonly bug: PlantedBug,
    random: SeededRandom,
  ) {
    let step = 0;
    for (const message of world.submission) {
      this.submission.push({ message, step });
      step += Math.floor(random.next() * submissionGapMax);
    }
    // Some workers keep a tape that no run needs any more, others none.
    const spares = random.next() < 0.5 ? { tapes: 1, facts: 1_000 } : { tapes: 0, facts: 0 };
    const library = (): TapeLibrary => new TapeLibrary(spares);
    const fail = (_: string, error: unknown): void => {
      if (world.failure === undefined) this.failure ??= error;
    };
    const of = world.workflows === undefined ? {} : { workflows: world.workflows };
    const openSources = () => Promise.resolve(world.openSources());
    this.groups = [
      this.group('ingest', () => new IngestProcessor(openSources, fail)),
      this.group('clock', () => new ClockProcessor(noWall, fail, messageFacts)),
      this.group(
        'adapter',
        () => new AdapterProcessor({ tapes: library(), ...of, tools: world.openTools?.() }),
      ),
      this.group('portfolio', () => new PortfolioProcessor(library(), world.workflows)),
      this.group('scoring', () => new ScoringProcessor(of)),
    ];
  }

  /** Submits what is due; true when everything has been. */
  submit(step: number): boolean {
    for (const one of this.submission) if (one.step <= step) this.topics.append(one.message);
    this.submission = this.submission.filter((one) => one.step > step);
    return this.submission.length === 0;
  }

  /** Lets something happen; false when nothing could. */
  async step(random: SeededRandom, weather: Weather): Promise<boolean> {
    if (this.failure !== undefined) throw this.failure;
    const group = this.groups[Math.floor(random.next() * this.groups.length)] as SimulatedWorker[];
    const worker = group[Math.floor(random.next() * group.length)] as SimulatedWorker;
    const isGrowing = this.world.grow?.(random) === true;
    const dice = random.next();
    if (dice < weather.crash) worker.crash();
    else if (dice < weather.crash + weather.rebalance) rebalance(group, random);
    else if (dice < 0.55) return worker.send(random, this.bug.losesRequests !== true) || isGrowing;
    else return (await worker.receive(random)) || isGrowing;
    return true;
  }

  /** Its current state, for a failure. */
  describe(): string {
    const topics = topicNames.map((name) => `${name} ${this.topics.all(name).length}`).join(', ');
    const workers = this.groups.flat().map((worker) => worker.describe());
    return `${topics}; ${workers.join('; ')}`;
  }

  /** Whether every run has its score, or the tape its failure. */
  get isFinished(): boolean {
    if (this.world.failure !== undefined) return this.failures().length > 0;
    return (
      new Set(this.topics.all('scores').map(({ key }) => key)).size === this.world.plans.length
    );
  }

  get isQuiet(): boolean {
    return this.groups.flat().every((worker) => worker.isIdle);
  }

  /** The journals' hashes, as a subscriber would compute them. */
  outcome(): Map<string, string> {
    const [broken] = this.broken;
    if (broken !== undefined) throw new Error(`a message was broken: ${broken.reason}`);
    if (!this.isFinished)
      throw new Error(`not every run has come to its score: ${this.describe()}`);
    for (const { id } of this.world.plans) requireCalls(id, this.eventsOf(id), this.callsOf(id));
    return new Map(this.world.plans.map(({ id }) => [id, this.journalHash(id)]));
  }

  private callsOf(run: string): CallsMade[] {
    const messages = this.topics.all('agent.calls').filter(({ key }) => key === run);
    return messages
      .map(({ value }) => parseMessage('agent.calls', value))
      .filter((message) => message.type === 'CallsMade');
  }

  /**
   * How the tape failed: published at least once, and always the same; no run waits for it, and
   * none is scored.
   */
  failedEnd(): TapeFailed {
    const [broken] = this.broken;
    if (broken !== undefined) throw new Error(`a message was broken: ${broken.reason}`);
    const ends = this.failures().map(({ value }) => parseMessage('market.tape', value));
    const [end, ...others] = ends;
    if (end?.type !== 'TapeFailed') throw new Error(`the tape does not end: ${this.describe()}`);
    if (others.some((one) => JSON.stringify(one) !== JSON.stringify(end))) {
      throw new Error(`the tape has several ends: ${JSON.stringify([end, ...others])}`);
    }
    const held = this.groups.slice(0, 4).flatMap((group) => group.flatMap((worker) => worker.held));
    if (held.length > 0) throw new Error(`still waiting: ${held.join(', ')}`);
    if (this.topics.all('scores').length > 0) throw new Error('a run was scored');
    for (const { id } of this.world.plans) this.requirePrefix(id);
    return end;
  }

  private failures(): StoredMessage[] {
    const ends = '{"type":"TapeFailed"';
    return this.topics.all('market.tape').filter(({ value }) => value.startsWith(ends));
  }

  /** What was journaled before the failure is how the journal would have begun. */
  private requirePrefix(run: string): void {
    const found = this.eventsOf(run).map((event) => JSON.stringify(event));
    const expected = this.world.journals.get(run)?.slice(0, found.length);
    if (found.join() !== expected?.join()) throw new Error(`run ${run} has another journal`);
  }

  private journalHash(run: string): string {
    const chain = new JournalChain();
    for (const event of this.eventsOf(run)) chain.append(event);
    return chain.close();
  }

  private eventsOf(run: string): JournalEvent[] {
    const found: JournalEvent[] = [];
    const order = new InOrder<readonly JournalEvent[]>(run);
    for (const { key, value } of this.topics.all('portfolio.events')) {
      if (key !== run) continue;
      const { first, events } = parseMessage('portfolio.events', value);
      for (const { content, from } of order.accept(first, events.length, events)) {
        found.push(...content.slice(from));
      }
    }
    return found;
  }

  private group(name: string, make: () => Processor): SimulatedWorker[] {
    const committed: Committed = new Map();
    const wrap = this.bug.wrap ?? ((processor: Processor) => processor);
    const workers = Array.from(
      { length: workersOfService },
      (_, number) =>
        new SimulatedWorker({
          name: `${name} ${number}`,
          make: () => wrap(make()),
          topics: this.topics,
          committed,
          onBroken: (broken) => this.broken.push(broken),
          onAgain: (what) => void this.rereadings[what]++,
        }),
    );
    for (let partition = 0; partition < partitions; partition++) {
      workers[partition % workersOfService]?.open(partition);
    }
    return workers;
  }
}

/** A partition goes to another worker; now and then the old one does not notice for a while. */
function rebalance(group: readonly SimulatedWorker[], random: SeededRandom): void {
  const partition = Math.floor(random.next() * partitions);
  const to = group[Math.floor(random.next() * group.length)] as SimulatedWorker;
  to.open(partition);
  for (const worker of group) {
    if (worker !== to && random.next() < 0.7) worker.close(partition);
  }
}
