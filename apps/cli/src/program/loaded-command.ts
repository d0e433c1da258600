/** The actions of commands, which are loaded when they are called. */

import { packageVersion } from './package-folder.js';

/**
 * The action of a command: loads it, gives it the arguments and options of the command line and the version of this
 * program, and sets the exit code that it returns.
 */
export function loaded(
  load: () => Promise<(...given: never[]) => number | Promise<number>>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = await load();
    // The last argument of an action is the object of its command.
    const passed = [...given.slice(0, -1), packageVersion()];
    process.exitCode = await command(...(passed as never[]));
  };
}
