/**
 * Takes off what a model wrote to itself: thoughts that a server leaves in the text of a response.
 */

/** Names of the elements in which models think, and other brackets around thoughts. */
const elements = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'scratchpad',
  'analysis',
];
const brackets: readonly (readonly [open: string, close: string])[] = [
  ...elements.map((name) => [`<${name}>`, `</${name}>`] as const),
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<seed:think>', '</seed:think>'],
];

/** Channels of a response: the last one is what the user sees. */
const finalChannel = '<|channel|>final<|message|>';
const ends = ['<|end|>', '<|return|>', '<|eot_id|>', '<|im_end|>', '</s>'];

/**
 * The text behind the thoughts. A closing bracket without an opening one closes a thought that the
 * server's template opened; an opening one that nothing closes is a thought to the end, and leaves
 * nothing behind it. Linear.
 */
export function withoutThoughts(text: string): string {
  const last = text.lastIndexOf(finalChannel);
  let rest = last < 0 ? text : text.slice(last + finalChannel.length);
  for (const [open, close] of brackets) rest = withoutBrackets(rest, open, close);
  for (const end of ends) if (rest.includes(end)) rest = rest.replaceAll(end, '');
  return rest;
}

function withoutBrackets(text: string, open: string, close: string): string {
  const lower = text.toLowerCase();
  const opened = open.toLowerCase();
  const closed = close.toLowerCase();
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = lower.indexOf(opened, at);
    const end = lower.indexOf(closed, at);
    if (end >= 0 && (start < 0 || end < start)) {
      kept.length = 0;
      at = end + closed.length;
    } else if (start < 0) {
      return kept.join('') + text.slice(at);
    } else {
      kept.push(text.slice(at, start), '\n');
      if (end < 0) return kept.join('');
      at = end + closed.length;
    }
  }
}
