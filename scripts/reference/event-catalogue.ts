/** The page of all journal events: their number, since when, what they mean and what they carry. */

import { engineSemantics, journalEvents } from '#contracts';
import { describeType, membersOf } from './event-members.ts';

/** Markdown; one chapter an event, by wire tag. */
export function eventCatalogue(): string {
  const events = Object.entries(journalEvents).sort(([, a], [, b]) => a.tag - b.tag);
  return [
    '# Journal events',
    '',
    'Written by `npm run docs` from `libs/contracts/src/journal/journal-events.ts`; edit there.',
    `Engine semantics: version ${engineSemantics}.`,
    '',
    'Every event also carries `asOf`, the position on the tape (from 1; 0 before the first ' +
      'fact) after which it',
    'took effect, and `time`, the knowledge time of that fact in microseconds since 1970. ' +
      '`tapefold journal`',
    'prints events as JSON lines in the form of ' +
      '[journal-event.schema.json](schemas/journal-event.schema.json), with',
    'their number `seq` before them and `time` as text in UTC. Sessions are days since 1970-01-01.',
    '',
    '| tag | event | meaning |',
    '| --- | --- | --- |',
    ...events.map(
      ([name, { tag, doc }]) => `| ${tag} | [${name}](#${name.toLowerCase()}) | ${doc} |`,
    ),
    ...events.flatMap(([name, { doc, layout }]) => ['', ...chapter(name, doc, layout.jsonSchema)]),
    '',
  ].join('\n');
}

function chapter(name: string, doc: string, layout: Readonly<Record<string, unknown>>): string[] {
  const members = membersOf(layout);
  const required = new Set(layout['required'] as readonly string[]);
  const lines = [`## ${name}`, '', doc, ''];
  if (members.length === 0) return [...lines, 'No members of its own.'];
  return [
    ...lines,
    ...members.map(([member, schema]) => {
      const optional = required.has(member) ? '' : ', where it is stated';
      return `- \`${member}\`${optional}: ${describeType(schema)}`;
    }),
  ];
}
