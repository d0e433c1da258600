/**
 * schemathesis from Python's packages, run against a gateway with our own OpenAPI document, and
 * what it reports.
 */

import { spawn } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { SystemUnderTest } from './system-under-test.fixture.js';

const requirements = resolve('test/conformance/requirements.txt');
const yamlTexts = resolve('test/conformance/yaml_texts.py');
const openApi = resolve('docs/reference/openapi.json');
/** Packages of one version, next to those of npm: a second run finds them there. */
const packages = resolve('node_modules/.cache/schemathesis-4.32.5');

export interface Extent {
  /** A phase and operation. */
  readonly examples: number;
  /**
   * Two thousand scenarios, one for each bound of each member: what checks them is the same in
   * every gateway.
   */
  readonly isEveryBodyCovered: boolean;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** As much of its JSON report as is asserted. */
export interface ConformanceReport {
  readonly code: number | null;
  readonly output: string;
  readonly operations: {
    readonly total: number;
    readonly tested: number;
    readonly errored: number;
  };
  readonly phases: Readonly<Record<string, { readonly status: string }>>;
  readonly cases: number;
  readonly failures: readonly unknown[];
  readonly errors: readonly unknown[];
  /**
   * Operations with the number of valid requests that were accepted, over all phases but
   * the stateful one.
   */
  readonly accepted: Readonly<Record<string, number>>;
}

interface JsonReport extends Pick<
  ConformanceReport,
  'operations' | 'phases' | 'failures' | 'errors'
> {
  readonly test_cases: { readonly generated: number };
  readonly valid_rates: Readonly<Record<string, Record<string, { readonly accepted: number }>>>;
}

function ended(
  command: string,
  args: readonly string[],
  { env = {}, cwd = '.' } = {},
): Promise<Ended> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code) => settle({ code, output }));
  });
}

/** Two files may install at once: each into its own folder, and the first one stays. */
async function install(): Promise<void> {
  if (existsSync(packages)) return;
  const into = `${packages}.${process.pid}`;
  const quiet = ['--quiet', '--disable-pip-version-check'];
  const words = ['-m', 'pip', 'install', ...quiet, '--target', into, '--requirement', requirements];
  const { code, output } = await ended('python3', words);
  if (code !== 0) throw new Error(output);
  if (existsSync(packages)) rmSync(into, { recursive: true });
  else renameSync(into, packages);
}

/**
 * No check is left out. Two expectations are set: a well-formed scenario may be one that no
 * registered data set can run, which 422 reports and no schema can express; and the stream of an
 * unfinished run has no end, so only its first events, or a second of silence, are checked. The
 * ids are those that the gateway holds: drawn ones would be all 404. Most of what is drawn is the
 * first of a list. Only tapes of feeds can be ended and only unfinished runs canceled, so those
 * come first there.
 */
const settings = (
  { runs, submissions, tapes, liveTape, waitingRuns }: SystemUnderTest['ids'],
  isEveryBodyCovered: boolean,
): string => `
hooks = ${JSON.stringify(yamlTexts)}
request-timeout = 60.0
max-stream-events = 2

[dictionaries]
run = { values = ${JSON.stringify(runs)} }
submission = { values = ${JSON.stringify(submissions)} }
tape = { values = ${JSON.stringify(tapes)} }
liveTape = { values = ${JSON.stringify([liveTape, ...tapes])} }
waitingRun = { values = ${JSON.stringify([...waitingRuns, ...runs])} }

[parameters]
"path.run" = { dictionary = "run", probability = 0.7 }
"path.submission" = { dictionary = "submission", probability = 0.7 }
"path.tape" = { dictionary = "tape", probability = 0.7 }
"query.submission" = { dictionary = "submission", probability = 0.7 }

[[operations]]
include-operation-id = "Submissions_submit"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "422"]
[operations.phases.coverage]
enabled = ${isEveryBodyCovered}

[[operations]]
include-operation-id = "Tapes_end"
[operations.parameters]
"path.tape" = { dictionary = "liveTape", probability = 0.7 }

[[operations]]
include-operation-id = "Cancellation_cancel"
[operations.parameters]
"path.run" = { dictionary = "waitingRun", probability = 0.7 }

[[operations]]
include-path-regex = "/events$"
request-timeout = 1.0
`;

/** Runs all checks in all phases. The seed is fixed. */
export async function conformance(
  { url, token, ids }: SystemUnderTest,
  folder: string,
  { examples, isEveryBodyCovered }: Extent,
): Promise<ConformanceReport> {
  await install();
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'schemathesis.toml');
  writeFileSync(config, settings(ids, isEveryBodyCovered));
  const { code, output } = await ended(
    'python3',
    [
      join(packages, 'bin', 'schemathesis'),
      '--config-file',
      config,
      'run',
      openApi,
      '--url',
      url,
      '--header',
      `Authorization: Bearer ${token}`,
      '--checks',
      'all',
      '--phases',
      'examples,coverage,fuzzing,stateful',
      '--seed',
      '1',
      '--max-examples',
      `${examples}`,
      '--continue-on-failure',
      '--report',
      'json',
      '--report-dir',
      folder,
      '--no-color',
      '--generation-database',
      'none',
    ],
    // What it keeps for later runs is kept nowhere else.
    { cwd: folder, env: { PYTHONPATH: packages } },
  );
  const [file] = globSync(join(folder, 'json-*.json'));
  if (file === undefined) throw new Error(output);
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
  const { operations, phases, failures, errors, test_cases: made, valid_rates: rates } = report;
  const accepted = Object.entries(rates).map(([operation, byPhase]) => [
    operation,
    Object.values(byPhase).reduce((sum, phase) => sum + phase.accepted, 0),
  ]);
  return {
    code,
    output,
    operations,
    phases,
    failures,
    errors,
    cases: made.generated,
    accepted: Object.fromEntries(accepted) as ConformanceReport['accepted'],
  };
}

/** How many operations the document has. */
export function operationsOfDocument(): number {
  const { paths } = JSON.parse(readFileSync(openApi, 'utf8')) as { paths: Record<string, object> };
  return Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
}
