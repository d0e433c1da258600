/**
 * Prompts as versioned data: a template with placeholders, built in or from a file. The manifest
 * has its hash, the recording the hash of the rendered text.
 */

import { readFileSync } from 'node:fs';
import { excerpt, invalidInput, sha256Hex } from '#values';
import { requireBounded } from '#files';
import { fileOf } from '../open-agent.js';
import { settingsOf, type LlmAgentConfig } from '#contracts/agents/model-settings';
import type { Prompts } from '../seat/work.js';

/** Names available to every template, as `{{tools}}`; its workflow adds names of its own. */
export const placeholders = ['tools', 'session', 'time', 'memory', 'deadline', 'budget'] as const;
export type PromptValues = Readonly<Record<string, string>>;

/** The first two messages to a model. */
export interface RenderedPrompt {
  readonly instructions: string;
  readonly question: string;
}

/**
 * A validated prompt: its instructions stay the same for a run, its question is that
 * of one decision.
 */
export interface Prompt extends RenderedPrompt {
  /** The template as written. */
  readonly text: string;
  /** SHA-256 of `text`. */
  readonly sha256: string;
}

interface PromptPlace {
  readonly prompts: Prompts;
  /** Folder from which a prompt's file starts. */
  readonly directory: string;
}

/** UTF-8 bytes of a template. */
const promptBytesMax = 256 * 1024;
const divider = /^---[ \t]*\r?$/m;
const named = /\{\{([^{}]*)\}\}/g;

/**
 * The prompt of an agent: the one it names, else that of its workflow. `InvalidInput` for a
 * name that is neither built in nor a file, and for a template with an unknown name or without
 * a required one.
 */
export function promptOf(
  config: Pick<LlmAgentConfig, 'id' | 'prompt' | 'memory' | 'preset'>,
  place: PromptPlace,
): Prompt {
  const { where, text } = textOf(config, place);
  const prompt = parsePrompt(text, where, place.prompts);
  const { memory } = settingsOf(config);
  if (memory !== 'none' && !text.includes('{{memory}}')) {
    throw invalidInput('the agent has a memory, but its prompt has no place for it', {
      where,
      expected: '{{memory}}',
    });
  }
  return prompt;
}

function textOf(
  { id, prompt, preset }: Pick<LlmAgentConfig, 'id' | 'prompt' | 'preset'>,
  { prompts, directory }: PromptPlace,
): { readonly where: string; readonly text: string } {
  const { builtIn } = prompts;
  const ofPreset = builtIn.find((one) => one.preset !== undefined && one.preset === preset);
  const found =
    prompt === undefined ? (ofPreset ?? builtIn[0]) : builtIn.find(({ name }) => name === prompt);
  if (found !== undefined) return { where: found.name, text: found.text };
  return { where: String(prompt), text: readPrompt(String(prompt), { id, prompts, directory }) };
}

function readPrompt(
  file: string,
  { id, prompts, directory }: PromptPlace & { readonly id: string },
): string {
  let bytes: Buffer;
  requireBounded(fileOf(file, directory), promptBytesMax, file);
  try {
    bytes = readFileSync(fileOf(file, directory));
  } catch (cause) {
    throw invalidInput('the prompt cannot be read', {
      where: `agents, ${id}: prompt`,
      expected: `${prompts.builtIn.map(({ name }) => name).join(', ')}, or a file`,
      found: excerpt(file),
      cause,
    });
  }
  if (bytes.length <= promptBytesMax) return bytes.toString('utf8');
  throw invalidInput('the prompt is too long', {
    where: file,
    expected: `at most ${promptBytesMax} bytes`,
    found: `${bytes.length} bytes`,
  });
}

/**
 * A template: instructions, a line of three dashes, and the question of a decision, with
 * placeholders in both. `InvalidInput` names the line of a placeholder that is unknown.
 */
export function parsePrompt(text: string, where: string, prompts: Prompts): Prompt {
  const parts = text.split(divider);
  const [instructions, question] = parts;
  if (instructions === undefined || question === undefined || parts.length !== 2) {
    throw invalidInput('a prompt has two parts', {
      where,
      expected: 'one line of three dashes between the instructions and the question of a decision',
      found: `${parts.length - 1} such lines`,
    });
  }
  requireKnown(text, where, prompts);
  const moment = `{{${prompts.moment}}}`;
  if (!question.includes(moment)) {
    throw invalidInput(`the prompt does not say which ${prompts.moment} is decided`, {
      where,
      expected: `${moment} below the line of three dashes`,
    });
  }
  return {
    instructions: instructions.trim(),
    question: question.trim(),
    text,
    sha256: sha256Hex(text),
  };
}

function requireKnown(text: string, where: string, { words }: Prompts): void {
  const known = [...words, ...placeholders];
  for (const found of text.matchAll(named)) {
    if (known.includes(found[1] as string)) continue;
    const line = text.slice(0, found.index).split('\n').length;
    throw invalidInput('the prompt has an unknown placeholder', {
      where: `${where}:${line}`,
      expected: `one of ${known.map((name) => `{{${name}}}`).join(', ')}`,
      found: excerpt(found[0]),
    });
  }
}

/** Fills the template in. Values are inserted verbatim: placeholders in them are not expanded. */
export function renderPrompt(prompt: Prompt, values: PromptValues): RenderedPrompt {
  const fill = (text: string): string =>
    text.replaceAll(named, (_, name: string) => values[name] as string);
  return { instructions: fill(prompt.instructions), question: fill(prompt.question) };
}

/** SHA-256 of a prompt as it is sent. */
export const renderedHash = ({ instructions, question }: RenderedPrompt): string =>
  sha256Hex(JSON.stringify([instructions, question]));
