/**
 * Takes from a module's process what Node's permission model leaves open; runs before
 * the user's file.
 */

import dgram from 'node:dgram';
import nodeModule, { registerHooks } from 'node:module';
import net from 'node:net';
import { importError } from '../reading/denied-read.js';

/** Built-in modules that compute. Everything else that Node brings cannot be imported. */
const builtinsAllowed: ReadonlySet<string> = new Set([
  'assert',
  'assert/strict',
  'async_hooks',
  'buffer',
  'console',
  'constants',
  'crypto',
  'diagnostics_channel',
  'events',
  'fs',
  'fs/promises',
  'path',
  'path/posix',
  'path/win32',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'stream',
  'stream/consumers',
  'stream/promises',
  'stream/web',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'util/types',
  'zlib',
]);

/** Doors to other processes, to native code, to the network, and to the channel to the parent. */
const processMembersRemoved = [
  '_debugEnd',
  '_debugProcess',
  '_getActiveHandles',
  '_getActiveRequests',
  '_kill',
  '_linkedBinding',
  '_rawDebug',
  'abort',
  'binding',
  'channel',
  'disconnect',
  'dlopen',
  'execve',
  'getBuiltinModule',
  'kill',
  'loadEnvFile',
  'mainModule',
  'report',
  'send',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
  'initgroups',
  'umask',
] as const;

const globalsRemoved = ['fetch', 'WebSocket', 'EventSource'] as const;

/**
 * Takes from this thread, for good, the right to start others: they could do without the limits
 * of the process.
 */
export function dropWorkers(): void {
  const { permission } = process as { permission?: { drop?: (scope: string) => void } };
  if (permission?.drop === undefined) {
    throw new Error(`confined modules need Node 24.20 or newer, and this is ${process.version}`);
  }
  permission.drop('worker');
}

/** Cannot be undone; the modules that the process itself needs are loaded by now. */
export function confine(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = granted(specifier, () => nextResolve(specifier, context));
      const { url } = resolved;
      if (url.startsWith('node:') && !builtinsAllowed.has(url.slice(5))) throw refusal(url);
      return resolved;
    },
    load: (url, context, nextLoad) => granted(url, () => nextLoad(url, context)),
  });
  for (const name of ['registerHooks', 'register'] as const) remove(nodeModule, name);
  for (const name of processMembersRemoved) remove(process, name);
  for (const name of globalsRemoved) remove(globalThis, name);
  for (const [prototype, method] of [
    [net.Socket.prototype, 'connect'],
    [net.Server.prototype, 'listen'],
    [dgram.Socket.prototype, 'bind'],
    [dgram.Socket.prototype, 'connect'],
    [dgram.Socket.prototype, 'send'],
  ] as const) {
    const value = () => {
      throw refusal('the network');
    };
    Object.defineProperty(prototype, method, { value, writable: false, configurable: false });
  }
}

/** A step of an import; its error explains what a module may import. */
function granted<Step>(specifier: string, step: () => Step): Step {
  try {
    return step();
  } catch (error) {
    throw importError(error, specifier);
  }
}

function remove(from: object, name: string): void {
  // Writable, as Node assigns to some of these when it loads parts of itself late.
  Object.defineProperty(from, name, { value: undefined, writable: true, configurable: false });
}

function refusal(what: string): Error {
  return new Error(`${what} is not available to a module agent`);
}
