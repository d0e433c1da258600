#!/usr/bin/env node
/** Starts the command line on a Node that can run it: this one, or the one that the project brings along. */

import { spawn } from 'child_process';
import * as fs from 'fs';
import * as nodeModule from 'module';
import * as path from 'path';
import { fileURLToPath, pathToFileURL } from 'url';

const root = path.dirname(path.dirname(fs.realpathSync(fileURLToPath(import.meta.url))));
const entry = path.join(root, 'dist', 'program', 'tapefold.js');
const nodeMin = [24, 20];
/** As many threads for compiler and collector as there are cores beside the run's: more than that stop the run. */
const nodeOptions = ['--v8-pool-size=0'];

/**
 * A terminal, or a service manager, may send a signal to both processes. It is forwarded under another name, so that
 * the child can tell the same signal that came twice (one of each name) from a second one.
 */
const forwardedAs = { SIGINT: 'SIGTERM', SIGTERM: 'SIGINT', SIGHUP: 'SIGTERM' };

/** Threads of the program read the variable too. A folder that cannot be written is no cache, and no failure. */
function keepCompiled() {
  const usual = path.join(root, 'node_modules', '.cache', 'tapefold');
  if (!process.env.NODE_COMPILE_CACHE) process.env.NODE_COMPILE_CACHE = usual;
}

function runsHere() {
  const parts = process.versions.node.split('.').map(Number);
  return parts[0] > nodeMin[0] || (parts[0] === nodeMin[0] && parts[1] >= nodeMin[1]);
}

/** The binary of the package `node`, in this folder's node_modules or in one above it (hoisted). */
function projectNode() {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = root; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', 'node', 'bin', binary);
    if (fs.existsSync(candidate)) return candidate;
    if (path.dirname(folder) === folder) return undefined;
  }
}

function refuse(line) {
  console.error('tapefold: ' + line);
  process.exit(2);
}

/** Hands over to another Node; its exit code, or the signal that ended it, becomes ours. */
function runOn(node) {
  keepCompiled();
  const given = nodeOptions.concat(entry, process.argv.slice(2));
  // The channel closes when this process is killed, and the child then ends too.
  const env = Object.assign({}, process.env, { TAPEFOLD_LAUNCHER: String(process.pid) });
  let received;
  const pass = (signal) => () => {
    received = signal;
    child.kill(forwardedAs[signal]);
  };
  // Before the child starts: on a busy machine it may run for a while before this process does again.
  for (const signal of Object.keys(forwardedAs)) process.on(signal, pass(signal));
  const child = spawn(node, given, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env });
  child.on('error', (error) => refuse('Node did not start: ' + error.message));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code === null ? 1 : code);
    const own = signal === forwardedAs[received] ? received : signal;
    process.removeAllListeners(own);
    process.kill(process.pid, own);
  });
}

if (!fs.existsSync(entry)) {
  const hasPackages = fs.existsSync(path.join(root, 'node_modules', 'typescript'));
  refuse(`nothing is built yet: run "npm ${hasPackages ? 'run build' : 'ci'}" in ${root}`);
} else if (runsHere()) {
  keepCompiled();
  nodeModule.enableCompileCache();
  import(pathToFileURL(entry).href).catch((error) => refuse('it did not start: ' + error.message));
} else {
  const node = projectNode();
  if (node === undefined) {
    const needed = 'Node ' + nodeMin.join('.') + ' or newer is needed';
    refuse(
      needed + '; this is ' + process.versions.node + '. "npm install node@24" puts one beside it',
    );
  } else {
    runOn(node);
  }
}
