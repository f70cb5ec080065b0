/**
 * `npm test` runs every suite on the embedded stores, and what depends on a store also on the stand-ins for both servers;
 * every line of its output begins with which. `npm run test:servers` runs those on the servers themselves.
 */
const { readFileSync } = require('node:fs');
const { unchangedSuites } = require('./test/support/jest/where-changed.js');

const LONG = process.env.TEST_LONG !== undefined;
/** `npm run test:ledger` runs the specs beside the code of the ledger alone: top-level `src` and `projections`. */
const OF_LEDGER = ['<rootDir>/src', '<rootDir>/projections'];
const ROOTS =
  process.env.TEST_PART === 'ledger' ? OF_LEDGER : [...OF_LEDGER, '<rootDir>/test', '<rootDir>/packages'];
/** Names what suites leave running: `LEFT_BEHIND=1 npx jest PATHS -w 1 --forceExit`. */
const LEFT_BEHIND = process.env.LEFT_BEHIND !== undefined;

const swc = JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'));
/** The console's pages: with JSX, as `tsconfig.json` has it. */
const withJsx = {
  ...swc,
  jsc: {
    ...swc.jsc,
    parser: { ...swc.jsc.parser, tsx: true },
    transform: { ...swc.jsc.transform, react: { runtime: 'automatic', importSource: 'hono/jsx' } },
  },
};

/**
 * Packages of ES modules, and what loads such with `import()`: Node needs a flag to do so inside jest. `cookie` is that of
 * light-my-request, below it.
 */
const ES_MODULES = [
  ...['openid-client', 'oauth4webapi', 'jose', '@opentelemetry/otlp-exporter-base'],
  ...['@nestjs/(?:common|core|cqrs|platform-fastify)', 'cookie'],
];

/** In the long run every suite has a realm of its own, so that none leans on what another one left. */
const ENVIRONMENT = LEFT_BEHIND ? 'left-behind-environment.js' : 'one-realm-environment.js';

const common = {
  testEnvironment: LONG && !LEFT_BEHIND ? 'node' : `<rootDir>/test/support/jest/${ENVIRONMENT}`,
  runtime: '<rootDir>/test/support/jest/keeping-runtime.js',
  roots: ROOTS,
  modulePathIgnorePatterns: ['<rootDir>/packages/(client|mcp|witness)/dist/'],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/test/support/jest/fast-check.js',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest'],
    '^.+\\.tsx$': ['@swc/jest', withJsx],
    [`/node_modules/(?:${ES_MODULES.join('|')})/.+\\.js$`]: ['@swc/jest'],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.+/node_modules/)?(?:${ES_MODULES.join('|')})/)`],
};

/** Suites of the servers' clients: conformance, the ports' contracts, faults of connections. */
const OF_ADAPTERS = [
  '/packages/[a-z-]*stand-in[a-z-]*/',
  '/test/stores/eventstoredb/',
  '/test/stores/mongodb/',
];
/** Suites in which both servers go down and come back: for stand-ins alone, whose processes a test may kill. */
const WITH_OUTAGES = ['/test/processes/on-stand-ins/'];
/** The simulator lives the same faults in virtual time, on stores of its own. */
const ON_SERVERS = ['/test/rooms/jobs/faults/random-life\\.spec'];
/** Suites of the whole service over whatever stores it is given. */
const OF_THE_SERVICE = ['/test/http/', '/test/rooms/jobs/(every-kind|faults/random-life)'];
/** Of those, what chooses its stores itself, or needs none. */
const ON_EMBEDDED = ['/test/http/(edge/(secrets|stopping)|golden/golden)\\.spec'];
/**
 * Left to `npm run test:long`. The service on the stand-ins: what its stores must do is proved by their contracts,
 * so one suite shows that it runs on them. Processes: `kill-nine` stands for the ways in which one ends. And what
 * fetches generators of clients, sends 100,000 rows, or runs the benches.
 */
const LATER_ON_STAND_INS = ['/test/http/(?!journey\\.spec)', ...WITH_OUTAGES];
const LATER = [
  '/test/processes/(answers-first|benches|failing-starts|full-disk|graceful-stop|late-worker|live-worker|month-old|bill/real-bill|poison-row|soak|upgrade|release-before/[a-z-]+)\\.spec',
  '/test/clients/(?!(typescript|mcp)/|python-client\\.spec)',
];

/** In a short run, what is left to the long one, and what has nothing new to prove. */
const later = (suites) => (LONG ? [] : [...suites, ...unchangedSuites()]);

const specsIn = (folders) => folders.map((folder) => `${folder}.*\\.spec\\.ts$`);

const EMBEDDED = {
  ...common,
  displayName: { name: 'embedded', color: 'blue' },
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...OF_ADAPTERS, ...WITH_OUTAGES, ...ON_SERVERS, ...later(LATER)],
};
const STAND_INS = {
  ...common,
  displayName: { name: 'stand-ins', color: 'magenta' },
  setupFiles: ['<rootDir>/test/support/jest/on-stand-ins.js'],
  testRegex: specsIn([...OF_ADAPTERS, ...OF_THE_SERVICE, ...WITH_OUTAGES]),
  testPathIgnorePatterns: ['/node_modules/', ...ON_EMBEDDED, ...later(LATER_ON_STAND_INS)],
};
const SERVERS = {
  ...common,
  displayName: { name: 'servers', color: 'green' },
  testRegex: specsIn([...OF_ADAPTERS, ...OF_THE_SERVICE]),
  testPathIgnorePatterns: ['/node_modules/', ...ON_EMBEDDED],
};

/** @type {import('jest').Config} */
module.exports = {
  projects: process.env.TEST_STORES === 'servers' ? [SERVERS] : [EMBEDDED, STAND_INS],
  testSequencer: '<rootDir>/test/support/jest/longest-first.js',
  coverageProvider: 'v8',
  // More than the two cores that it is made for: more than half of their time suites wait for processes and time-outs.
  maxWorkers: 4,
  // No test asserts on wall time; a busy machine must not fail one either.
  testTimeout: LONG ? 3_600_000 : 120_000,
  reporters: [
    'default',
    '<rootDir>/test/support/jest/summary-reporter.js',
    '<rootDir>/test/support/proofs/proofs-reporter.js',
    ...(LONG ? ['<rootDir>/test/support/jest/long-run-reporter.js'] : []),
  ],
};
