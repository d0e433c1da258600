/** How many facts, decisions or events a message holds, counted in its text without parsing it a second time. */

import type { TopicName } from '#contracts/streams/topics';

const factCount = /"count":(\d{1,6})\b/;
/** Facts are counted at their beginning, which stands near that of the message. */
const headLength = 1_000;
/** Every decision and every event has one. In a text within a message the quotes would be escaped. */
const eventMark = '"asOf":';

/** 0 for messages of other topics. An estimate for metrics: a broken message counts as it looks. */
export function itemsIn(topic: TopicName, value: string): number {
  if (topic === 'market.raw' || topic === 'market.tape') {
    return Number(factCount.exec(value.slice(0, headLength))?.[1] ?? 0);
  }
  if (topic !== 'agent.decisions' && topic !== 'portfolio.events') return 0;
  let marks = 0;
  for (let at = value.indexOf(eventMark); at >= 0; at = value.indexOf(eventMark, at + 1)) marks++;
  return marks;
}
