/** Thoughts in texts, in the forms in which servers leave them there. */

import { expect, it } from 'vitest';
import { splitThoughts } from './thoughts.js';

const said = '$1.5 billion';

it.each([
  `<think>Is it $1.6 billion?</think>\n\n${said}`,
  `Is it $1.6 billion?</think>\n\n${said}`,
  `<thinking>Is it $1.6 billion?</thinking>${said}`,
  `<THINK>a</THINK><think>b</think>${said}`,
  `<think>The tag </think> closes it.</think>${said}`,
  `<reasoning effort="high">hm</reasoning>\n${said}`,
  `[THINK]Is it $1.6 billion?[/THINK]${said}`,
  `◁think▷hm◁/think▷${said}`,
  `<seed:think>hm</seed:think>${said}`,
  `<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>${said}<|END_RESPONSE|>`,
  `<|begin_of_thought|>hm<|end_of_thought|>${said}`,
  `<|channel|>analysis<|message|>Is it $1.6 billion?<|end|><|start|>assistant` +
    `<|channel|>final<|message|>${said}<|return|>`,
  `analysisIs it $1.6 billion?assistantfinal${said}`,
  `We need to state it. Is it $1.6 billion?assistantfinal${said}`,
  `<|channel|>analysis<|message|>hm<|end|><|channel|>assistant<|message|>` +
    `<|channel|>final<|message|>${said}`,
  `The limit of thought is reached, so I answer now.</think>\n\n${said}`,
  `<|channel>thought\nhm<channel|>${said}`,
  `<think>hm</think>\n<answer>\n${said}\n</answer>`,
  `${said}\n<think>Or is it $1.6 billion?`,
])('leaves the answer: %s', (text) => {
  const { thought, answer } = splitThoughts(text);
  expect(answer.trim()).toBe(said);
  expect(thought).not.toBe('');
});

it.each([
  '<think>Is it $1.6 billion?',
  '<think>Is it $1.6 billion?</think>\n',
  '<|channel|>analysis<|message|>Is it $1.6 billion?',
  '[THINK]hm',
  '<|channel|>commentary<|message|>{"path": "/", "pattern": "*Acme*"}<|end|>',
])('leaves nothing of a text that is nothing but thoughts: %s', (text) => {
  expect(splitThoughts(text).answer.trim()).toBe('');
});

it.each([
  said,
  'analysis of the final quarter',
  'a < b, and think> c',
  'The tag `<think>` opens a thought.',
  '<s>$1.6 billion</s> $1.5 billion',
  '<answer>$1.5 billion</answer>',
])('leaves a text without thoughts as it is: %s', (text) => {
  expect(splitThoughts(text)).toEqual({ thought: '', answer: text });
});

it.each(['$1.5 billion<|return|>', '<|channel|>final<|message|>$1.5 billion<|return|>'])(
  'takes the marks of channels off %s',
  (text) => {
    expect(splitThoughts(text)).toEqual({ thought: '', answer: said });
  },
);

it('keeps the thoughts for readers of a transcript', () => {
  const text = '<|channel|>analysis<|message|>a<|end|><|channel|>final<|message|><think>b</think>c';
  expect(splitThoughts(text)).toEqual({ thought: 'a\nb', answer: 'c' });
});
