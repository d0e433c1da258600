/**
 * `tapefold mcp`: serves tools manually, as of an instant, over standard input and
 * output or over HTTP.
 */

import { performance } from 'node:perf_hooks';
import type { Writable } from 'node:stream';
import { excerpt, formatInstant, invalidInput, jsonOf } from '#values';
import { type TaskTerms, taskTermsSchema } from '#contracts/scenario/task-terms';
import { type Market, type MarketAt, openMarket, parseAsOf } from '#backtest';
import { readReports } from '#herculean/reports/report-files';
import { Capability, marketTools, reportGenerationTools, type ToolSet } from '#tools';
import { allWorkflows, workflowOf } from '#workflows';
import {
  reportEvaluationTools,
  type StoredReport,
} from '#workflows/insights/evaluation/report-evaluation-tools';
import { CapabilityHost } from '#tools/mcp/capability-host';
import { outputForProtocol, serveStdio } from '#tools/mcp/serve-stdio';
import { type Options, textOf, wholeNumber } from '../../program/option-value.js';
import { version } from '#backtest/run-folder/package-folder';
import { stopOnSignal, untilAborted } from '../../program/stop-signal.js';
import { counted, notify, print } from '../../program/print.js';
import { herculeanServer, requireNoProfileOptions, type Served } from './herculean-profile.js';

/** A person may ask for days: the limits bound memory, and are generous otherwise. */
const limits = { calls: 100_000, bytes: 10_000_000_000 };

/** Tool sets whose name is not that of a workflow. */
const setsByName = new Map<string, (options: Options) => readonly ToolSet[]>([
  ['market-insights', () => [reportGenerationTools, marketTools]],
  ['report-evaluation', ({ reports }) => [reportEvaluationTools(reportsAt(textOf(reports)))]],
]);

function reportsAt(path: string | undefined): StoredReport[] {
  if (path !== undefined) return readReports(path);
  const expected = 'a result of workflow insights, or a folder with reports';
  throw invalidInput('these tools need reports', { where: '--reports', expected });
}

export async function mcpCommand(name: string, options: Options): Promise<void> {
  const { sets, data, asOf } = await servedBy(name, options);
  const when = parseAsOf(asOf);
  const serve =
    options['http'] === undefined
      ? // From here on, so that nothing that reads the data can write into the protocol.
        overStdio(outputForProtocol())
      : overHttp(wholeNumber(options['http'], '--http', 0, 65_535));
  const symbols = options['symbols'] as readonly string[] | undefined;
  const reading = { badRows: 'drop', unpriced: 'keep' } as const;
  const market = await openMarket(data, symbols === undefined ? reading : { ...reading, symbols });
  try {
    noteDropped(market);
    const at = market.at(when);
    await serve(capabilityOf(sets, at), formatInstant(at.time));
  } finally {
    await market.close();
  }
}

/** What is served, and from where, by options or by a profile. */
async function servedBy(name: string, options: Options): Promise<Served> {
  if (options['profile'] !== undefined) return herculeanServer(name, options);
  requireNoProfileOptions(options);
  const data = textOf(options['data']);
  if (data === undefined) {
    const expected = 'a folder, a file, or a bundled data set';
    throw invalidInput('no data to serve', { where: '--data', expected, found: 'nothing' });
  }
  return { sets: await setsOf(name, options), data, asOf: textOf(options['asOf']) };
}

/** Rows with errors are not served: says which, so that nothing is missing unseen. */
function noteDropped({ dropped }: Market): void {
  const [first] = dropped;
  if (first === undefined) return;
  const { file, line, field = 'row', what } = first;
  const others = dropped.length === 1 ? '' : `, and ${counted(dropped.length - 1, 'other row')}`;
  notify(
    `badRows: left out ${file} line ${line} (${field}: ${what})${others}; ` +
      'tapefold data check lists them',
  );
}

async function setsOf(name: string, options: Options): Promise<readonly ToolSet[]> {
  const text = textOf(options['terms']);
  if (name !== 'report-evaluation' && options['reports'] !== undefined)
    throw invalidInput('only report-evaluation reads reports', { where: '--reports', found: name });
  const sets = setsByName.get(name);
  if (sets !== undefined) {
    if (text === undefined) return sets(options);
    throw invalidInput('these tools have no terms', { where: '--terms', found: excerpt(text) });
  }
  if (!allWorkflows.has(name)) {
    const names = [...allWorkflows.keys(), ...setsByName.keys()];
    const expected = `one of ${names.join(', ')}`;
    throw invalidInput('no such set of tools', { expected, found: excerpt(name) });
  }
  const workflow = workflowOf(allWorkflows, { workflow: name });
  const terms = text === undefined ? null : termsOf(text);
  if (terms !== null) workflow.requireTerms(terms, '--terms');
  return workflow.tools(terms);
}

/** Terms of a scenario, as JSON. */
function termsOf(text: string): TaskTerms {
  const { data } = taskTermsSchema.safeParse(jsonOf(text));
  if (data !== undefined) return data;
  const expected = 'a JSON object, such as {"arm":"tools"}';
  throw invalidInput('not terms', { where: '--terms', expected, found: excerpt(text) });
}

const capabilityOf = (sets: readonly ToolSet[], { view }: MarketAt): Capability =>
  new Capability({
    sets,
    context: { view, desk: null },
    limits,
    now: () => performance.now(),
  });

type Serve = (capability: Capability, asOf: string) => Promise<void>;

/** Serves until the client closes its end. */
const overStdio =
  (output: Writable): Serve =>
  async (capability, asOf) => {
    notify(`${namesOf(capability)} as of ${asOf}, over standard input and output`);
    await serveStdio(capability, { version, output });
  };

/** Serves until Ctrl-C. The address is a secret: it grants access to the tools. */
const overHttp =
  (port: number): Serve =>
  async (capability, asOf) => {
    using stop = stopOnSignal();
    const host = await CapabilityHost.listen({ port });
    const { url } = host.mint(capability, { version });
    print(JSON.stringify({ url, asOf }));
    notify(`${namesOf(capability)} as of ${asOf}; Ctrl-C stops it`);
    await untilAborted(stop.signal);
    await host.close();
  };

const namesOf = ({ sets: served }: Capability): string =>
  served.map(({ name }) => name).join(' and ');
