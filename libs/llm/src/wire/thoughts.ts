/**
 * Thoughts in the text of a response: a server leaves them there if it runs without a parser of
 * its model's reasoning, and some models write them unasked.
 */

/** What a model wrote to itself in a text, and what it wrote for its reader. */
export interface SplitText {
  readonly thought: string;
  /** Empty for a text that is nothing but thoughts. */
  readonly answer: string;
}

/** Elements in which models think. */
const names = 'think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|seed:think';
/** A name between backticks is one that the text speaks of. */
const brackets = new RegExp(
  [
    `(?<!\`)</?(?:${names})(?:\\s[^<>]*)?>`,
    String.raw`\[/?THINK\]`,
    '◁/?think▷',
    String.raw`<\|(?:begin|end)_of_thought\|>`,
    String.raw`<\|(?:START|END)_THINKING\|>`,
    String.raw`<\|channel>thought|<channel\|>`,
  ].join('|'),
  'gi',
);
const closing = /^(?:[<[◁]\/|<\|end|<channel)/i;

/** The channels of a response: what the model says in the last final one is for its reader. */
const channel = /<\|channel\|>(?:analysis|commentary)\b/;
const finalChannel = '<|channel|>final<|message|>';
/** The same where a server drops the marks and keeps the words between them. */
const bareFinal = 'assistantfinal';
const marks = new RegExp(
  [
    String.raw`<\|(?:end|return|eot_id|im_end|start|message|(?:START|END)_RESPONSE)\|>`,
    String.raw`<\|channel\|>\w*`,
    String.raw`</s>\s*$`,
  ].join('|'),
  'g',
);

/**
 * Tells thoughts from the answer. A closing bracket without an opening one ends a thought that the
 * server's template began; an opening one that nothing closes is a thought to the end. A text
 * without thoughts is an answer as it is.
 */
export function splitThoughts(text: string): SplitText {
  const outside = splitChannels(text);
  const inside = splitBrackets(outside.answer);
  const answer = inside.answer.replace(marks, '');
  const isWrapped = inside.thought !== '' && /^\s*<answer>[^]*<\/answer>\s*$/.test(answer);
  return {
    thought: [outside.thought, inside.thought].filter((one) => one !== '').join('\n'),
    answer: isWrapped ? answer.replace(/<\/?answer>/g, '') : answer,
  };
}

function splitChannels(text: string): SplitText {
  const first = channel.exec(text)?.index;
  const bare = text.lastIndexOf(bareFinal);
  const final = text.lastIndexOf(finalChannel);
  if (final >= 0) return cut(text, { from: first ?? final, to: final + finalChannel.length });
  if (first !== undefined) return cut(text, { from: first, to: text.length });
  if (bare < 0) return { thought: '', answer: text };
  return cut(text, { from: 0, to: bare + bareFinal.length });
}

/** What is before a channel belongs to nobody. */
const cut = (text: string, { from, to }: { from: number; to: number }): SplitText => ({
  thought: text.slice(from, to).replaceAll(finalChannel, '').replace(marks, '').trim(),
  answer: text.slice(to),
});

function splitBrackets(text: string): SplitText {
  const kept: string[] = [];
  const thoughts: string[] = [];
  let from = 0;
  let isInside = false;
  for (const { 0: bracket, index } of text.matchAll(brackets)) {
    const isEnd = closing.test(bracket);
    if (isEnd && !isInside) thoughts.push(kept.splice(0).join(''));
    if (isEnd || isInside) thoughts.push(text.slice(from, index));
    else kept.push(text.slice(from, index));
    isInside = !isEnd;
    from = index + bracket.length;
  }
  (isInside ? thoughts : kept).push(text.slice(from));
  const thought = thoughts.map((one) => one.trim()).filter((one) => one !== '');
  return { thought: thought.join('\n'), answer: kept.join('') };
}
