/**
 * Trusted modules that came with a result: they would run with the user's rights, so the user
 * must agree first.
 */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { invalidInput } from '#values';
import { isTrusted } from '#contracts/agents/agent-kinds';
import type { AgentConfig } from '#contracts/scenario/scenario';
import type { ModuleConfig } from '#agents';
import { resultMarker } from '#agents/module/reading/closed-places';
import { hashFile } from '../run-folder/agent-files.js';
import { resultFolder } from '../result/result-folder.js';

/** A module that runs with the user's rights. */
export interface TrustedCode {
  /** Id of its agent. */
  readonly agent: string;
  /** Real path of the file, with links resolved. */
  readonly path: string;
  /** Covers the file, and what it imports and reads. */
  readonly sha256: string;
}

/**
 * The user's consent to run trusted code from results: called with each module before
 * any of them runs.
 */
export type OnTrustedCode = (code: TrustedCode) => void;

interface CodeOrigin {
  /** Folder from which relative paths of modules start. */
  readonly directory: string;
  /**
   * Whether the agents were read from a result: then no place makes a trusted module
   * the user's own.
   */
  readonly isReceived: boolean;
  /** Undefined if the user has not agreed. */
  readonly onTrustedCode: OnTrustedCode | undefined;
}

/**
 * Refuses trusted modules that came with a result, unless the user agreed: those of a received
 * scenario, and those that lie inside a result, themselves or behind a link. `InvalidInput` names
 * each agent, path and hash.
 */
export function requireTrust(
  agents: readonly AgentConfig[],
  { directory, isReceived, onTrustedCode }: CodeOrigin,
): void {
  const modules = agents.filter((agent) => agent.kind === 'module').filter(isTrusted);
  const foreign = modules.filter(({ file }) => {
    const path = resolve(directory, file);
    return isReceived || isInResult(path) || isInResult(realPathOf(path));
  });
  const codes = new Map(
    foreign.map((agent) => [`${agent.id} ${agent.file}`, trustedCode(agent, directory)]),
  );
  if (codes.size === 0) return;
  if (onTrustedCode === undefined) throw notAgreed([...codes.values()]);
  for (const code of codes.values()) onTrustedCode(code);
}

/** Whether a path lies in a folder that holds a result, however deep. */
export function isInResult(path: string): boolean {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    if (isResult(folder)) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** The marker alone is not enough: a received folder may have been sent without it. */
function isResult(folder: string): boolean {
  const { scenario, runs } = resultFolder(folder);
  return existsSync(join(folder, resultMarker)) || (existsSync(scenario) && existsSync(runs));
}

const trustedCode = (agent: ModuleConfig, directory: string): TrustedCode => ({
  agent: agent.id,
  sha256: hashFile(agent, directory),
  path: realPathOf(resolve(directory, agent.file)),
});

const realPathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : path);

/** `agent m, /path/of/m.mjs, SHA-256 …`. */
export const wordsOfCode = ({ agent, path, sha256 }: TrustedCode): string =>
  `agent ${agent}, ${path}, SHA-256 ${sha256}`;

const notAgreed = (codes: readonly TrustedCode[]): Error =>
  invalidInput('trusted code that came with a result would run with all your rights', {
    where: `agents, ${codes.map(({ agent }) => agent).join(', ')}: file`,
    expected: 'your consent, once you have read the code: --trust-code',
    found: codes.map(wordsOfCode).join('; '),
  });
