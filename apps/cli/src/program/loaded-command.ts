/** The actions of commands, which are loaded on demand. */

type Action = (...given: never[]) => number | Promise<number>;

/**
 * The action of a command: loads its module, calls the function of this name with the arguments and options of the
 * command line, and sets the exit code that it returns.
 */
export function loaded<Name extends string>(
  load: () => Promise<Readonly<Record<Name, Action>>>,
  name: Name,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const { [name]: command } = await load();
    // The last argument of an action is the object of its command.
    process.exitCode = await command(...(given.slice(0, -1) as never[]));
  };
}
