/**
 * What a change of the topics breaks for those who read or write them: topics, keys, partitions,
 * versions, schemas.
 */

import { compareSchemas, type Breach } from './compare-schemas.ts';
import { isUpcast } from '#contracts/streams/earlier-messages';
import type { PublishedMessage, PublishedStreams, PublishedTopic } from './published-streams.ts';

/**
 * All breaches; empty if everything published still holds, has a new version, or is upcast to
 * another message.
 */
export function compareStreams(published: PublishedStreams, today: PublishedStreams): Breach[] {
  return Object.entries(published).flatMap(([name, topic]) => {
    const now = today[name];
    return now === undefined ? [{ where: name, what: 'is gone' }] : compareTopic(name, topic, now);
  });
}

/**
 * A topic has no version: what its key means, and what stays on it, can only change with its name.
 */
function compareTopic(name: string, old: PublishedTopic, now: PublishedTopic): Breach[] {
  const layout = (['key', 'partitioned', 'compacted'] as const).flatMap((part): Breach[] =>
    old[part] === now[part]
      ? []
      : [{ where: name, what: `${part} was ${String(old[part])}, is ${String(now[part])}` }],
  );
  const messages = Object.entries(old.messages).flatMap(([type, message]): Breach[] => {
    const where = `${name}: ${type}`;
    const same = now.messages[type];
    if (same !== undefined) return compareMessage(where, message, same);
    return isUpcast(name, type, message.version) ? [] : [{ where, what: 'is gone' }];
  });
  return [...layout, ...messages];
}

function compareMessage(where: string, old: PublishedMessage, now: PublishedMessage): Breach[] {
  if (old.key !== now.key) {
    return [{ where, what: `the key was its ${old.key}, is its ${now.key}` }];
  }
  if (now.version > old.version) return [];
  if (now.version < old.version) {
    return [{ where, what: `version was ${old.version}, is ${now.version}` }];
  }
  return compareSchemas(old.schema, now.schema).map((breach) => ({
    where: `${where}${breach.where}`,
    what: breach.what,
  }));
}
