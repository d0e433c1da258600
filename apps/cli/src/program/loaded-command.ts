/** Declares commands, whose actions are loaded on demand. */

import { type Command, Option } from 'commander';
import { exitCodes } from './exit-code.js';
import { useServicesPackage } from './services-package.js';

/** Adds a command, by its name and arguments, to the one that it belongs to. */
export type Adding = (usage: string, description?: string) => Command;

/** `adding(parent)` adds commands to `parent`. */
export const adding =
  (parent: Command): Adding =>
  (usage, description = '') =>
    parent.command(usage).description(description);

/** An option that takes one of `values`. */
export function choice(
  flags: string,
  description: string,
  values: readonly string[],
  preset?: string,
): Option {
  return new Option(flags, description).choices(values).default(preset);
}

type Action = (...given: never[]) => number | void | Promise<number | void>;

/**
 * The action of a command: loads its module, calls the function of this name with the arguments and
 * options of the command line, and sets the exit code that it returns: 0 if it returns none.
 */
export function loaded<Name extends string>(
  load: () => Promise<Readonly<Record<Name, Action>>>,
  name: Name,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    useServicesPackage();
    const { [name]: command } = await load();
    // The last argument of an action is the object of its command.
    process.exitCode = (await command(...(given.slice(0, -1) as never[]))) ?? exitCodes.ok;
  };
}
