/**
 * Budgets of audits: a call of get_facts on a loaded filing, and a set of filings parsed
 * in one process.
 */

import { FactColumns, factKinds } from '#contracts';
import { AsOfStore, viewAt, type MarketView } from '#market-view';
import { auditingTools } from '#tools/auditing/auditing-tools';
import { seededRandom, sha256Hex } from '#values';
import type { Budget } from './budget.js';

const filings = 18;
const contexts = 400;
const concepts = 600;
const calls = 20_000;
const accessionOf = (filing: number): string => `10k-f${filing}-20231231`;

/**
 * About 2 MB: each concept in five periods, most of them with a member, and notes of
 * 40,000 characters.
 */
function instance(filing: number): string {
  const random = seededRandom(`audit/${filing}`);
  const context = (id: number): string => {
    const member = `<xbrldi:explicitMember dimension="o:Axis">o:M${id}</xbrldi:explicitMember>`;
    const segment = id < 5 ? '' : `<segment>${member}</segment>`;
    const entity = `<entity><identifier scheme="urn:cik">1</identifier>${segment}</entity>`;
    return (
      '<context ' +
      `id="c${id}">${entity}<period><instant>${2019 + (id % 5)}-12-31</instant></period></context>`
    );
  };
  const fact = (concept: number, at: number): string => {
    const id = at === 0 ? concept % 5 : random.below(contexts);
    const value = random.below(1_000_000);
    return (
      `<o:C${concept} contextRef="c${id}" unitRef="u" ` +
      `decimals="-3">${value}000</o:C${concept}>`
    );
  };
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
  const note = '&lt;p&gt;word &lt;/p&gt;'.repeat(1600);
  return `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:o="urn:o">
${numbers(contexts).map(context).join('\n')}<unit id="u"><measure>u</measure></unit>
${numbers(concepts)
  .flatMap((concept) => numbers(8).map((at) => fact(concept, at)))
  .join('\n')}
${numbers(40).map((at) => `<o:Note${at} contextRef="c0">${note}</o:Note${at}>`)}</xbrl>`;
}

function filedMarket(texts: readonly string[]): MarketView {
  const documents = new Map(texts.map((text) => [sha256Hex(text), text]));
  const symbols = texts.map((_, filing) => `f${filing}`);
  const store = new AsOfStore({
    instruments: symbols.map((symbol) => ({ symbol, currency: 'USD' })),
    tradePrice: 'close',
    priceBasis: 'raw',
    calendar: 'XNYS',
    history: null,
    documents,
  });
  const columns = new FactColumns(texts.length);
  for (const [filing, text] of texts.entries()) {
    const accession = accessionOf(filing);
    const document = { sha256: sha256Hex(text), chars: text.length };
    const sections = [{ name: `XBRL/${accession}/f_htm.xml`, document }];
    const dates = { filedDate: 0, acceptedAt: 0, periodEnd: null };
    const about = { kind: 'filing' as const, symbol: `f${filing}`, form: '10k', accession };
    const place = { instrument: filing, knowledgeTime: 0, eventTime: 0, kind: factKinds.filing };
    columns.pushFact({ ...place, payload: { ...about, sections, ...dates } });
  }
  store.append(columns);
  return viewAt(store, { asOf: texts.length, time: 0 });
}

const asked = { concept_id: 'o:C7', period: '2021-12-31' };

function factsOf(view: MarketView, filing: number): unknown {
  const tool = auditingTools.tools.find(({ name }) => name === 'get_facts');
  const args = { filing_path: `XBRL/${accessionOf(filing)}`, ...asked };
  return tool?.call(args, { view, desk: null });
}

const parsing: Budget = {
  name: `${filings} filings of 2 MB parsed in one process: CPU time`,
  target: 20,
  floor: 20,
  unit: 's',
  measure: () => {
    const view = filedMarket(Array.from({ length: filings }, (_, filing) => instance(filing)));
    const began = process.cpuUsage();
    for (let filing = 0; filing < filings; filing++) factsOf(view, filing);
    const { user, system } = process.cpuUsage(began);
    return Promise.resolve((user + system) / 1e6);
  },
};

const asking: Budget = {
  name: 'get_facts on a loaded filing, inside: CPU time of a call',
  target: 100,
  floor: 100,
  unit: 'µs',
  measure: () => {
    const view = filedMarket([instance(0)]);
    const call = (): unknown => factsOf(view, 0);
    for (let time = 0; time < calls; time++) call();
    const began = process.cpuUsage();
    for (let time = 0; time < calls; time++) call();
    const { user, system } = process.cpuUsage(began);
    return Promise.resolve((user + system) / calls);
  },
};

export const auditBudgets: readonly Budget[] = [parsing, asking];
