/** What happens on the topics, line by line: submissions, tapes that are whole or have failed, runs that are scored. */

import { parseMessage } from '#contracts/streams/catalogue';
import type { RunScored, TasksScored } from '#contracts/streams/runs';
import type { MessageLog, StoredMessage, Tail } from '#event-log';
import { isFailure, printable } from '#values';

export interface EventLinesOptions {
  readonly log: Pick<MessageLog, 'tail'>;
  /** What a run is called; undefined where that is not known yet. */
  readonly labelOf: (run: string) => Promise<string | undefined>;
  readonly write: (line: string) => void;
}

/** Writes a line for each event from now on, until it is stopped. */
export function startEventLines({ log, labelOf, write }: EventLinesOptions): Promise<Tail> {
  return log.tail({
    topics: ['runs', 'market.tape', 'scores', 'dead-letters'],
    from: 'end',
    async onBatch({ messages }) {
      for (const message of messages) {
        const line = await lineOf(message, labelOf);
        if (line !== undefined) write(line);
      }
    },
  });
}

/** Undefined for what is no news, and for what cannot be read: that is a dead letter elsewhere. */
async function lineOf(
  message: StoredMessage,
  labelOf: EventLinesOptions['labelOf'],
): Promise<string | undefined> {
  try {
    return await eventLine(message, labelOf);
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return undefined;
    throw error;
  }
}

/** Messages with facts are many and large: they are not read. */
const isOfFacts = (text: string): boolean => text.startsWith('{"type":"TapeFacts"');

async function eventLine(
  { topic, value }: StoredMessage,
  labelOf: EventLinesOptions['labelOf'],
): Promise<string | undefined> {
  switch (topic) {
    case 'runs': {
      const message = parseMessage('runs', value);
      if (message.type === 'ScenarioSubmitted') {
        const { scenario, runs, submission } = message;
        return `submitted ${scenario.name} (${submission.slice(0, 12)}): ${runs.length} runs`;
      }
      if (message.type !== 'RunCancelled') return undefined;
      return `cancelled ${await nameOf(message.run, labelOf)}: ${message.reason}`;
    }
    case 'market.tape': {
      if (isOfFacts(value)) return undefined;
      const message = parseMessage('market.tape', value);
      if (message.type === 'TapeClosed') {
        return `tape ${message.tape} is whole: ${message.facts} facts`;
      }
      if (message.type !== 'TapeFailed') return undefined;
      return `tape ${message.tape} has failed after ${message.facts} facts: ${message.reason}`;
    }
    case 'scores':
      return scoreLine(parseMessage('scores', value), labelOf);
    case 'dead-letters': {
      const letter = parseMessage('dead-letters', value);
      return `a message on ${letter.topic} could not be read: ${letter.reason}`;
    }
    default:
      return undefined;
  }
}

async function scoreLine(
  score: RunScored | TasksScored,
  labelOf: EventLinesOptions['labelOf'],
): Promise<string> {
  const { run, records, journalHash } = score;
  const figures = score.type === 'RunScored' ? gainOf(score) : figuresOf(score);
  const all = [`${records} records`, ...figures, `journal ${journalHash.slice(0, 12)}`];
  return `finished ${await nameOf(run, labelOf)}: ${all.join(', ')}`;
}

function gainOf({ metrics: { cumulativeReturn } }: RunScored): readonly string[] {
  return cumulativeReturn === null ? [] : [`${(cumulativeReturn * 100).toFixed(1)} %`];
}

/** As the workflow names them; those that are undefined are left out, as the return is. */
function figuresOf({ figures }: TasksScored): readonly string[] {
  return Object.entries(figures).flatMap(([name, value]) =>
    value === null ? [] : [`${printable(name, 40)} ${shortly(value)}`],
  );
}

function shortly(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(4)));
}

async function nameOf(run: string, labelOf: EventLinesOptions['labelOf']): Promise<string> {
  return `${(await labelOf(run)) ?? 'a run'} (${run.slice(0, 12)})`;
}
