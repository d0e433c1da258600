/** Events on the topics, line by line: submissions, complete or failed tapes, scored runs. */

import type { RunScored } from '#contracts/streams/runs';
import { readStored, type MessageLog, type StoredMessage, type Tail } from '#event-log';
import { isFailure, printable } from '#values';

interface EventLinesOptions {
  readonly log: Pick<MessageLog, 'tail'>;
  /** The label of a run from before; undefined if not known yet. */
  readonly labelOf: (run: string) => Promise<string | undefined>;
  readonly write: (line: string) => void;
}

/** Names of runs in lines. */
interface RunNames {
  /** Keeps the label of a run that was submitted: tables may learn of it after it has finished. */
  keep(run: string, label: string): void;
  of(run: string): Promise<string>;
}

/** Writes a line for each event from now on, until it is stopped. */
export function startEventLines({ log, labelOf, write }: EventLinesOptions): Promise<Tail> {
  const labels = new Map<string, string>();
  const names: RunNames = {
    keep: (run, label) => labels.set(run, label),
    of: async (run) => {
      const label = labels.get(run) ?? (await labelOf(run)) ?? 'a run';
      labels.delete(run);
      return `${label} (${run.slice(0, 12)})`;
    },
  };
  return log.tail({
    topics: ['runs', 'market.tape', 'scores', 'dead-letters'],
    from: 'end',
    async onBatch({ messages }) {
      for (const message of messages) {
        const line = await eventLine(message, names).catch(noneIfUnreadable);
        if (line !== undefined) write(line);
      }
    },
  });
}

/** Unreadable messages become dead letters elsewhere. */
function noneIfUnreadable(error: unknown): undefined {
  if (!isFailure(error, 'InvalidInput')) throw error;
}

/** Undefined if the message is not worth a line. */
async function eventLine(stored: StoredMessage, names: RunNames): Promise<string | undefined> {
  switch (stored.topic) {
    case 'runs': {
      const message = readStored('runs', stored);
      if (message.type === 'ScenarioSubmitted') {
        const { scenario, runs, submission } = message;
        return `submitted ${scenario.name} (${submission.slice(0, 12)}): ${runs.length} runs`;
      }
      if (message.type === 'RunSubmitted') names.keep(message.run, message.label);
      if (message.type !== 'RunCancelled') return undefined;
      return `cancelled ${await names.of(message.run)}: ${message.reason}`;
    }
    case 'market.tape': {
      // Not decoded, because they are many and large.
      if (stored.headers['type'] === 'TapeFacts') return undefined;
      const message = readStored('market.tape', stored);
      if (message.type === 'TapeClosed') {
        return `tape ${message.tape} is whole: ${message.facts} facts`;
      }
      if (message.type !== 'TapeFailed') return undefined;
      return `tape ${message.tape} has failed after ${message.facts} facts: ${message.reason}`;
    }
    case 'scores': {
      const score = readStored('scores', stored);
      const { run, records, journalHash } = score;
      const all = [
        `${records} records`,
        ...figuresIn(score),
        `journal ${journalHash.slice(0, 12)}`,
      ];
      return `finished ${await names.of(run)}: ${all.join(', ')}`;
    }
    case 'dead-letters': {
      const letter = readStored('dead-letters', stored);
      return `a message on ${letter.topic} could not be read: ${letter.reason}`;
    }
    default:
      return undefined;
  }
}

/**
 * The return of a run that earned one; otherwise its figures as the workflow names them, without
 * undefined ones.
 */
function figuresIn({ figures }: RunScored): readonly string[] {
  const { cumulativeReturn } = figures;
  if (cumulativeReturn !== undefined) {
    const { value } = cumulativeReturn;
    return value === null ? [] : [`${(value * 100).toFixed(1)}%`];
  }
  return Object.entries(figures).flatMap(([name, { value }]) =>
    value === null ? [] : [`${printable(name, 40)} ${shortly(value)}`],
  );
}

const shortly = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(4));
