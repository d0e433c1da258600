/** Every message by topic and type: what is encoded, parsed, published as schema, and compared with its past. */

import { z } from 'zod';
import { invalidInput, excerpt } from '#values';
import { deadLetterSchema, type DeadLetter } from './dead-letters.js';
import {
  clockCommandSchema,
  rawEndedSchema,
  rawFactsSchema,
  rawOpenedSchema,
  tapeClosedSchema,
  tapeFactsSchema,
  tapeOpenedSchema,
  tapeRequestedSchema,
  type ClockCommand,
  type RawEnded,
  type RawFacts,
  type RawOpened,
  type TapeClosed,
  type TapeFacts,
  type TapeOpened,
  type TapeRequested,
} from './market.js';
import {
  agentAnswerSchema,
  answerRefusedSchema,
  decisionsSchema,
  eventsSchema,
  runCancelledSchema,
  runScoredSchema,
  runSubmittedSchema,
  scenarioSubmittedSchema,
  type AgentAnswer,
  type AnswerRefused,
  type Decisions,
  type Events,
  type RunCancelled,
  type RunScored,
  type RunSubmitted,
  type ScenarioSubmitted,
} from './runs.js';
import { topicNames, type TopicName } from './topics.js';

/** What may stand on each topic. */
export interface MessagesByTopic {
  tapes: TapeRequested;
  'clock.commands': ClockCommand;
  'market.raw': RawOpened | RawFacts | RawEnded;
  'market.tape': TapeOpened | TapeFacts | TapeClosed;
  runs: RunSubmitted | ScenarioSubmitted | RunCancelled;
  'agent.decisions': Decisions | AgentAnswer | AnswerRefused;
  'portfolio.events': Events;
  scores: RunScored;
  'dead-letters': DeadLetter;
}
export type Message = MessagesByTopic[TopicName];

/** The schemas of each topic by the message's `type`. */
export const messageSchemas: Readonly<
  Record<TopicName, Readonly<Record<string, z.ZodType<Message>>>>
> = {
  tapes: { TapeRequested: tapeRequestedSchema },
  'clock.commands': { ClockCommand: clockCommandSchema },
  'market.raw': { RawOpened: rawOpenedSchema, RawFacts: rawFactsSchema, RawEnded: rawEndedSchema },
  'market.tape': {
    TapeOpened: tapeOpenedSchema,
    TapeFacts: tapeFactsSchema,
    TapeClosed: tapeClosedSchema,
  },
  runs: {
    RunSubmitted: runSubmittedSchema,
    ScenarioSubmitted: scenarioSubmittedSchema,
    RunCancelled: runCancelledSchema,
  },
  'agent.decisions': {
    Decisions: decisionsSchema,
    AgentAnswer: agentAnswerSchema,
    AnswerRefused: answerRefusedSchema,
  },
  'portfolio.events': { Events: eventsSchema },
  scores: { RunScored: runScoredSchema },
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
    case 'TapeOpened':
    case 'TapeFacts':
    case 'TapeClosed':
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
 * Parses a message from outside. `InvalidInput`, naming the topic and the member, when it is no JSON, of an unknown
 * type or version, or not as its schema says.
 */
export function parseMessage<T extends TopicName>(topic: T, text: string): MessagesByTopic[T] {
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
  const parsed = (schemas[type] as z.ZodType<Message>).safeParse(value);
  if (parsed.success) return parsed.data as MessagesByTopic[T];
  const [issue] = parsed.error.issues;
  throw invalidInput('a message that breaks its schema', {
    where: `${topic}: ${type}: ${issue?.path.join('.') ?? ''}`,
    expected: issue?.message ?? 'its schema',
    found: excerpt(text, 120),
  });
}

export function isTopic(name: string): name is TopicName {
  return (topicNames as readonly string[]).includes(name);
}

function parsedJson(topic: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidInput('a message that is no JSON', { where: topic, found: excerpt(text), cause });
  }
}
