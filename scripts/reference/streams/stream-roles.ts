/**
 * Writers and readers of each topic, for the documents; a service that resumes from its own output
 * is not listed.
 */

import type { TopicName } from '#contracts/streams/topics';

export interface Roles {
  readonly writers: string;
  readonly readers: string;
  /** The meaning of the order of its messages. */
  readonly order: string;
}

export const rolesOf: Readonly<Record<TopicName, Roles>> = {
  tapes: {
    writers: 'gateway',
    readers: 'ingest, clock, gateway',
    order: 'The last request of a tape counts; all of them say the same.',
  },
  'clock.commands': {
    writers: 'gateway',
    readers: 'ingest, clock, gateway',
    order: 'Commands of a tape are obeyed in their order, each `id` once.',
  },
  'market.raw': {
    writers: 'ingest',
    readers: 'clock',
    order: [
      'Facts of one source are numbered from 1 without gaps: a message whose facts are known ' +
        'already is a redelivery.',
      'Sources of one tape may interleave in any way.',
      'The first `RawFailed` of a tape counts, unless all of its sources had ended before;',
      'what comes behind it is not of the tape.',
    ].join(' '),
  },
  'market.tape': {
    writers: 'clock',
    readers: 'agent-adapter, portfolio, gateway, external agents, subscribers, price charts',
    order: [
      'The facts of a tape are numbered from 1 without gaps; row r of a message has the number ' +
        '`first + r`.',
      'Facts of one knowledge time may go over several messages: `goesOn` says so.',
      'A tape has one end, `TapeClosed` or `TapeFailed`: the first that comes, and nothing ' +
        'behind it is of the tape.',
    ].join(' '),
  },
  runs: {
    writers: 'gateway',
    readers: 'agent-adapter, portfolio, scoring, gateway, external agents, subscribers',
    order: 'A run may come before or after the tape that it reads.',
  },
  'agent.calls': {
    writers: 'agent-adapter (`CallsMade`), model-gateway (the other messages)',
    readers: 'gateway, subscribers',
    order: [
      'The calls of a decision are numbered from 1 without gaps, and are here before the ' +
        'decision is on its topic.',
      'An agent may be asked again after a crash, and call other tools then: those calls count ' +
        'whose `asOf` and',
      '`digest` a `ToolsCalled` of the journal has, which says how many they are.',
      'The text of a result is not here: its SHA-256 is, and repeating the call at its as-of ' +
        'gives the text again.',
      '`AskOpened` is here before the first model call of its attempt. Of several messages ' +
        'with one key the first',
      'counts: an attempt by `asOf` and `attempt`, a model call by these with `lane` and ' +
        '`ordinal`.',
    ].join(' '),
  },
  'agent.decisions': {
    writers: 'agent-adapter; external agents, who write `AgentAnswer` and nothing else',
    readers: 'portfolio, agent-adapter, gateway',
    order: [
      'The decisions of a run are numbered from 1 without gaps. Everything due at or before a ' +
        'watermark has been sent.',
      'Answers from outside are taken in the order in which they lie on the topic.',
    ].join(' '),
  },
  'portfolio.events': {
    writers: 'portfolio',
    readers: 'scoring, gateway, subscribers',
    order:
      'The records of a run are numbered from 1 without gaps; the message with the last one ' +
      'carries the journal hash.',
  },
  scores: {
    writers: 'scoring',
    readers: 'gateway, subscribers',
    order: 'One message a run; a second one of the same run is a redelivery.',
  },
  'dead-letters': {
    writers: 'every service',
    readers: 'gateway, operators',
    order: 'In the order in which readers met them; two readers may each report the same message.',
  },
};
