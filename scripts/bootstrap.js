/**
 * Makes a checkout ready to run: installs what is missing, builds what changed, prints nothing otherwise.
 * Runs on the machine's own Node (20 or newer), before the project's Node is there: plain JavaScript only.
 */

import { spawnSync } from 'child_process';
import { createHash } from 'crypto';
import * as fs from 'fs';
import * as path from 'path';
import { fileURLToPath } from 'url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => path.join(root, ...parts);
const nodeMin = 20;
const buildStamp = at('dist', '.build-stamp');
const projectNode = at(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const compiler = at('node_modules', '@typescript', 'native', 'bin', 'tsc');
const bundler = path.join('scripts', 'bundle.ts');

/** Ends the process with a plain line for the reader and no stack trace. */
function fail(...lines) {
  for (const line of lines) console.error(`tapefold: ${line}`);
  process.exit(1);
}

function say(line) {
  console.log(`tapefold: ${line}`);
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * What package-lock.json asks for and node_modules does not have, as npm itself recorded it there at the end
 * of its last installation. Packages for other platforms are optional, and need not be there.
 */
function missingPackages() {
  const wanted = readJson(at('package-lock.json'));
  if (!wanted || !wanted.packages) fail('package-lock.json is missing or damaged');
  const installed = readJson(at('node_modules', '.package-lock.json'));
  const present = (installed && installed.packages) || {};
  return Object.keys(wanted.packages).filter((name) => {
    if (name === '') return false;
    const entry = wanted.packages[name];
    if (!present[name]) return !entry.optional && !entry.devOptional;
    return present[name].version !== entry.version;
  });
}

/** npm from the machine, not run by a Node inside the node_modules that npm is about to replace. */
function runNpm(args) {
  const paths = (process.env.PATH || '').split(path.delimiter);
  const PATH = paths
    .filter((entry) => !entry.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter);
  return spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    env: Object.assign({}, process.env, { PATH, TAPEFOLD_BOOTSTRAP: '1' }),
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/** Why npm failed, in words, from what it printed. */
function reasonOf(result) {
  if (result.error && result.error.code === 'ENOENT') {
    return 'npm was not found: install npm, or Node.js from a package that brings it';
  }
  const text = result.stderr || '';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/.test(text)) {
    return 'the package registry could not be reached: check the network, the proxy and the npm settings';
  }
  if (/ETARGET|E404/.test(text)) return 'the registry does not have a package of package-lock.json';
  if (/can only install packages when/.test(text)) {
    return 'package-lock.json is not whole: run "npm install", then "npm run lock:complete"';
  }
  // Windows does not remove a program that runs, such as the project's own Node under a script of npm.
  if (/EBUSY|EPERM/.test(text) && process.platform === 'win32') {
    return 'node_modules is in use: end what runs from it, and run "npm ci"';
  }
  if (/EACCES|EPERM|EROFS/.test(text)) return 'node_modules cannot be written';
  if (/ENOSPC/.test(text)) return 'the disk is full';
  return 'npm gave up; its first lines stand above';
}

function install() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const started = Date.now();
  say('installing the packages of package-lock.json with npm, once; this can take a minute …');
  // npm empties node_modules first. An interrupted installation leaves no record there, so the next start repeats it.
  const result = runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (result.error || result.status !== 0) {
    const first = (result.stderr || '').trim().split('\n').slice(0, 8).join('\n');
    if (first) console.error(first);
    fail(`the installation failed: ${reasonOf(result)}`);
  }
  const still = missingPackages();
  if (still.length > 0)
    fail(`npm ended, but ${still[0]} is not installed; run "npm ci" and read on`);
  say(`installed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
}

/** With install scripts switched off npm links no Node of the project, without a word: mend it, or say so. */
function requireProjectNode() {
  if (fs.existsSync(projectNode)) return;
  say("linking the project's own Node …");
  runNpm(['rebuild', 'node', '--ignore-scripts=false']);
  if (fs.existsSync(projectNode)) return;
  fail(
    'the project\'s own Node (package "node") is not linked, because npm ran without install scripts',
    'run "npm rebuild node --ignore-scripts=false", or switch install scripts on and run "npm ci"',
  );
}

/** Every file below the directory, relative to it, in a fixed order. */
function filesBelow(directory) {
  const found = [];
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const name = entry.name;
    if (entry.isDirectory()) {
      for (const inner of filesBelow(path.join(directory, name)))
        found.push(path.join(name, inner));
    } else found.push(name);
  }
  return found.sort();
}

/** The folders that tsconfig.build.json compiles. */
function sourceRooms() {
  const config = readJson(at('tsconfig.build.json'));
  if (!config || !Array.isArray(config.include)) fail('tsconfig.build.json names no folders');
  return config.include.filter((room) => fs.existsSync(at(room)));
}

/** Names, sizes and times of all that the build reads: changes when a source is added, edited or removed. */
function fingerprint() {
  const hash = createHash('sha256');
  const add = (file) => {
    const stat = fs.statSync(at(file));
    hash.update(`${file}\0${stat.size}\0${stat.mtimeMs}\n`);
  };
  for (const file of ['tsconfig.json', 'tsconfig.build.json', 'package.json', bundler]) add(file);
  for (const room of sourceRooms()) {
    for (const file of filesBelow(at(room))) {
      if (file.endsWith('.ts') && !/\.(spec|fixture)\.ts$/.test(file)) add(path.join(room, file));
    }
  }
  return hash.digest('hex');
}

/** Removes what a source that is gone has left in dist, so that nothing imports it by mistake. */
function removeStale() {
  for (const room of sourceRooms()) {
    const built = at('dist', room);
    if (!fs.existsSync(built)) continue;
    for (const file of filesBelow(built)) {
      const source = file.replace(/\.js(\.map)?$/, '.ts');
      if (source !== file && !fs.existsSync(at(room, source))) fs.rmSync(path.join(built, file));
    }
  }
}

function buildStep(name, ...command) {
  const result = spawnSync(projectNode, command, { cwd: root, stdio: 'inherit' });
  if (result.error) fail(`the ${name} did not start: ${result.error.message}`);
  if (result.status !== 0) fail('the build failed; the errors stand above');
}

function build() {
  const current = fingerprint();
  if (fs.existsSync(buildStamp) && fs.readFileSync(buildStamp, 'utf8') === current) return;
  const started = Date.now();
  say('building …');
  fs.rmSync(buildStamp, { force: true });
  buildStep('compiler', compiler, '-p', 'tsconfig.build.json');
  removeStale();
  buildStep('bundler', bundler);
  fs.mkdirSync(path.dirname(buildStamp), { recursive: true });
  fs.writeFileSync(buildStamp, current);
  say(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** `prepare`: npm has just installed, or packs; without development packages there is nothing to build with. */
function prepare() {
  if (process.env.TAPEFOLD_BOOTSTRAP === '1') return;
  // npx links the checkout into its cache and prepares it: a failure there would leave a broken link for good.
  if (process.env.npm_command === 'exec') return;
  if (!fs.existsSync(compiler) || !fs.existsSync(projectNode)) {
    say('development packages are absent: nothing is built');
    return;
  }
  build();
}

function main() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < nodeMin) {
    fail(`Node ${nodeMin} or newer is needed to start; this is ${process.versions.node}`);
  }
  if (process.argv.includes('--prepare')) return prepare();
  install();
  requireProjectNode();
  build();
}

try {
  main();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
