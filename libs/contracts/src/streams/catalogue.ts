/** Every message by topic and type: what is encoded, parsed, published as schema, and compared with its past. */

import { z } from 'zod';
import { excerpt, invalidInput, printable, type TapefoldError } from '#values';
import { expectedOf } from '../parsing/schema-issue.js';
import { valueAt } from '../parsing/value-at.js';
import {
  askEndedSchema,
  askOpenedSchema,
  callsMadeSchema,
  modelCalledSchema,
  type AskEnded,
  type AskOpened,
  type CallsMade,
  type ModelCalled,
} from './calls.js';
import { deadLetterSchema, type DeadLetter } from './dead-letters.js';
import {
  clockCommandSchema,
  rawEndedSchema,
  rawFailedSchema,
  rawFactsSchema,
  rawOpenedSchema,
  tapeClosedSchema,
  tapeFailedSchema,
  tapeFactsSchema,
  tapeOpenedSchema,
  tapeRequestedSchema,
  type ClockCommand,
  type RawEnded,
  type RawFailed,
  type RawFacts,
  type RawOpened,
  type TapeClosed,
  type TapeFailed,
  type TapeFacts,
  type TapeOpened,
  type TapeRequested,
} from './market.js';
import { inLatestVersion } from './earlier-messages.js';
import {
  agentAnswerSchema,
  answerRefusedSchema,
  decisionsSchema,
  eventsSchema,
  runCancelledSchema,
  runScoredSchema,
  runSubmittedSchema,
  scenarioSubmittedSchema,
  tasksScoredSchema,
  type AgentAnswer,
  type AnswerRefused,
  type Decisions,
  type Events,
  type RunCancelled,
  type RunScored,
  type RunSubmitted,
  type ScenarioSubmitted,
  type TasksScored,
} from './runs.js';
import type { TopicName } from './topics.js';

/** What may stand on each topic. */
export interface MessagesByTopic {
  tapes: TapeRequested;
  'clock.commands': ClockCommand;
  'market.raw': RawOpened | RawFacts | RawEnded | RawFailed;
  'market.tape': TapeOpened | TapeFacts | TapeClosed | TapeFailed;
  runs: RunSubmitted | ScenarioSubmitted | RunCancelled;
  'agent.calls': CallsMade | AskOpened | ModelCalled | AskEnded;
  'agent.decisions': Decisions | AgentAnswer | AnswerRefused;
  'portfolio.events': Events;
  scores: RunScored | TasksScored;
  'dead-letters': DeadLetter;
}
export type Message = MessagesByTopic[TopicName];

/** The schemas of each topic by the message's `type`. */
export const messageSchemas: Readonly<
  Record<TopicName, Readonly<Record<string, z.ZodType<Message>>>>
> = {
  tapes: { TapeRequested: tapeRequestedSchema },
  'clock.commands': { ClockCommand: clockCommandSchema },
  'market.raw': {
    RawOpened: rawOpenedSchema,
    RawFacts: rawFactsSchema,
    RawEnded: rawEndedSchema,
    RawFailed: rawFailedSchema,
  },
  'market.tape': {
    TapeOpened: tapeOpenedSchema,
    TapeFacts: tapeFactsSchema,
    TapeClosed: tapeClosedSchema,
    TapeFailed: tapeFailedSchema,
  },
  runs: {
    RunSubmitted: runSubmittedSchema,
    ScenarioSubmitted: scenarioSubmittedSchema,
    RunCancelled: runCancelledSchema,
  },
  'agent.calls': {
    CallsMade: callsMadeSchema,
    AskOpened: askOpenedSchema,
    ModelCalled: modelCalledSchema,
    AskEnded: askEndedSchema,
  },
  'agent.decisions': {
    Decisions: decisionsSchema,
    AgentAnswer: agentAnswerSchema,
    AnswerRefused: answerRefusedSchema,
  },
  'portfolio.events': { Events: eventsSchema },
  scores: { RunScored: runScoredSchema, TasksScored: tasksScoredSchema },
  'dead-letters': { DeadLetter: deadLetterSchema },
};

/** The key that keeps a message's order. */
export function keyOf(message: Message): string {
  switch (message.type) {
    case 'TapeRequested':
    case 'ClockCommand':
    case 'RawOpened':
    case 'RawFacts':
    case 'RawEnded':
    case 'RawFailed':
    case 'TapeOpened':
    case 'TapeFacts':
    case 'TapeClosed':
    case 'TapeFailed':
      return message.tape;
    case 'ScenarioSubmitted':
      return message.submission;
    case 'DeadLetter':
      return message.topic;
    default:
      return message.run;
  }
}

/**
 * Parses a message from outside; one of an earlier version is upgraded. `InvalidInput`, naming the topic and the
 * member, when it is no JSON, of an unknown type or version, not as its schema says, or under another key than its own,
 * where `key` is given.
 */
export function parseMessage<T extends TopicName>(
  topic: T,
  text: string,
  key?: string,
): MessagesByTopic[T] {
  const message = parsedMessage(topic, text);
  if (key !== undefined) requireKey(topic, message, key);
  return message as MessagesByTopic[T];
}

function parsedMessage(topic: TopicName, text: string): Message {
  const value = parsedJson(topic, text);
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null;
  const schemas = messageSchemas[topic];
  if (typeof type !== 'string' || !Object.hasOwn(schemas, type)) {
    throw invalidInput('a message of unknown type', {
      where: topic,
      expected: Object.keys(schemas).join(', '),
      found: excerpt(type),
    });
  }
  return checked(topic, type, value as Readonly<Record<string, unknown>>);
}

/** The value as a message of this topic and type. */
function checked(
  topic: TopicName,
  type: string,
  value: Readonly<Record<string, unknown>>,
): Message {
  const schema = messageSchemas[topic][type] as z.ZodType<Message>;
  const parsed = schema.safeParse(inLatestVersion(type, value));
  if (parsed.success) return parsed.data;
  throw brokenSchema(`${topic}: ${type}`, value, parsed.error.issues[0]);
}

/** Under another key it lies in a partition of others, where nothing keeps its order. */
function requireKey(topic: TopicName, message: Message, found: string): void {
  const expected = keyOf(message);
  if (found === expected) return;
  const where = `${topic}: ${message.type}`;
  throw invalidInput('a message under a key that is not its own', {
    where,
    expected: excerpt(expected),
    found: excerpt(found),
  });
}

/** Names the member and shows what stands there: keys and texts from outside are cut and made printable. */
function brokenSchema(
  what: string,
  value: unknown,
  issue: z.core.$ZodIssue | undefined,
): TapefoldError {
  const path = (issue?.path ?? []).filter((part) => typeof part !== 'symbol');
  return invalidInput('a message that breaks its schema', {
    where: printable([what, path.join('.')].filter((part) => part !== '').join(': '), 200),
    expected: printable(issue === undefined ? 'its schema' : expectedOf(issue), 200),
    found: excerpt(valueAt(value, path)),
  });
}

function parsedJson(topic: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidInput('a message that is no JSON', { where: topic, found: excerpt(text), cause });
  }
}
