/**
 * Suites that `npm test` runs only where what they prove has changed since they last passed in a long run. Each group names
 * its suites and the places and packages that decide their outcome. `test/long-run.json` holds a digest of these for each
 * group, written by `long-run-reporter.js`; a digest that differs, or is missing, brings the suites back.
 */
const { createHash } = require('node:crypto');
const { readFileSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..', '..', '..');
const PROVED = join(ROOT, 'test', 'long-run.json');

/** Specs of platform and enrichment that import files of rooms above them: `npm test` runs them always. */
const WIDER_OF_PLATFORM = ['event-store/(append-surely|stored-events)\\.', 'http-client/download\\.'];
const WIDER_OF_STORES = [
  'eventstoredb/',
  'mongodb/',
  '(memory-event-store|private-files|shared-tail|simulated-stores|stamps)\\.',
];
const WIDER_OF_ENRICHMENT = [
  'blocks/ownership/owner-numbers\\.',
  'pipeline/(look-up/look-up|match-list|suppression|matching/match-candidates)\\.',
  'register/activate-edition\\.',
];
const except = (names) => `(?!${names.join('|')}).*`;

/** `suites`: a pattern of paths. `places`: folders and files, from the root. `packages`: installed ones, by their version.
 * `whole`: the suites import no file outside of the places, as `test/architecture/long-run.spec.ts` holds. */
const GROUPS = {
  platform: {
    suites: `/(packages/platform/src/${except(WIDER_OF_PLATFORM)}|test/rooms/platform/(?!projector/).*|test/stores/${except(WIDER_OF_STORES)})\\.spec\\.ts$`,
    places: [
      'packages/platform/src',
      'packages/words/src',
      'packages/contract/src',
      'test/rooms/platform',
      'test/stores',
      'test/support/stores',
      'test/support/system',
      'test/support/logs/toy-projections.ts',
      'test/support/worlds/toy-world.ts',
      'test/support/worlds/for-each-test.ts',
      'test/support/eventually.ts',
      'test/support/programs.ts',
      'package-lock.json',
    ],
    whole: true,
  },
  enrichment: {
    suites: `/(packages/(enrichment|words|contract)/src/${except(WIDER_OF_ENRICHMENT)}|test/rooms/(blocks/deciding|filed-accounts|sites|sources)/.*)\\.spec\\.ts$`,
    places: [
      'packages/enrichment',
      'packages/platform/src',
      'packages/words/src',
      'packages/contract/src',
      'test/rooms/blocks',
      'test/rooms/filed-accounts',
      'test/rooms/sites',
      'test/rooms/sources',
      'samples',
      'test/fixtures/register',
      'bench/support',
      'test/support/live',
      'test/support/published',
      'test/support/sites',
      'test/support/stores',
      'test/support/system',
      'test/support/worlds',
      'test/support/a-site.ts',
      'test/support/accounts-edition.ts',
      'test/support/accounts-records.ts',
      'test/support/basic-company-data.ts',
      'test/support/eventually.ts',
      'test/support/filed-accounts.ts',
      'test/support/other-layout.ts',
      'test/support/programs.ts',
      'test/support/run-block.ts',
      'package-lock.json',
    ],
    whole: true,
  },
  'rules of lint and walls': {
    suites: '/test/architecture/(pure|linear-expressions|walls)\\.spec\\.ts$',
    places: ['test/architecture', 'test/support/blamed.ts', 'eslint.config.mjs', '.dependency-cruiser.cjs'],
    packages: ['eslint', 'eslint-plugin-regexp'],
  },
  'generators of code': {
    suites: '/test/scripts/new/.*\\.spec\\.ts$',
    places: ['test/scripts/new', 'scripts/new', 'scripts/new.mjs'],
  },
  'planted faults': {
    suites: '/test/scripts/mutate/.*\\.spec\\.ts$',
    places: ['test/scripts/mutate', 'scripts/mutate', 'scripts/mutate.mjs'],
  },
  'runs of checks and tests': {
    suites: '/test/scripts/[a-z-]+\\.spec\\.ts$',
    places: ['test/scripts', 'scripts/check.mjs', 'scripts/test-servers.mjs'],
  },
  'client in Python': {
    suites: '/test/clients/python-client\\.spec\\.ts$',
    places: [
      'packages/client-python',
      'test/clients/python-client.spec.ts',
      'test/support/python',
      'docs/openapi.json',
    ],
  },
  'program over the client in TypeScript': {
    suites: '/test/clients/typescript/customer\\.spec\\.ts$',
    places: [
      'packages/client/src',
      'packages/statement-check/src',
      'packages/client/package.json',
      'packages/client/README.md',
      'test/clients/typescript',
      'test/support/client',
      'docs/openapi.json',
    ],
  },
  'client in a browser': {
    suites: '/test/clients/typescript/browser\\.spec\\.ts$',
    places: [
      'packages/client/src',
      'packages/statement-check/src',
      'packages/client/package.json',
      'test/clients/typescript',
      'test/support/browser',
    ],
  },
  'console in a browser': {
    suites: '/test/console/(own-)?browser\\.spec\\.ts$',
    places: ['src/console', 'packages/statement-check/src', 'test/console', 'test/support/browser'],
  },
  'server for agents': {
    suites: '/(packages/mcp|test/clients/mcp)/.*\\.spec\\.ts$',
    places: [
      'packages/mcp/bin',
      'packages/mcp/src',
      'packages/mcp/test',
      'packages/mcp/package.json',
      'packages/client/src',
      'test/clients/mcp',
      'test/support/mcp',
      'docs/openapi.json',
    ],
    packages: ['@modelcontextprotocol/conformance'],
  },
  'blocks that a watch skips': {
    suites: '/test/rooms/blocks/own-records\\.spec\\.ts$',
    places: ['packages/enrichment/src', 'test/rooms/blocks/own-records.spec.ts', 'test/support/run-block.ts'],
  },
  'states of the sandbox': {
    suites: '/test/http/sandbox-states\\.spec\\.ts$',
    places: [
      'src/sandbox',
      'src/processes/sandbox',
      'src/jobs',
      'src/access',
      'test/http/sandbox-states.spec.ts',
    ],
  },
  'documentation in a browser': {
    suites: '/test/docs/try-call\\.spec\\.ts$',
    places: ['src/api', 'test/docs/try-call.spec.ts', 'test/support/browser'],
  },
  'sites that mean harm': {
    suites: '/test/rooms/sites/(aimed-crawls|hostile-[a-z]+)\\.spec\\.ts$',
    places: [
      'packages/enrichment/src/sites',
      'packages/platform/src/http-client',
      'test/rooms/sites',
      'test/support/sites',
    ],
  },
  'stand-in for the register': {
    suites: '/test/(rooms/live/register-api/.*|cli/register/fetch)\\.spec\\.ts$',
    places: [
      'packages/register-api-stand-in',
      'packages/enrichment/src/live/register',
      'packages/enrichment/src/register/fetch',
      'packages/enrichment/src/register/follow',
      'test/rooms/live/register-api',
      'test/cli/register/fetch.spec.ts',
    ],
  },
  'sync of published files': {
    suites: '/test/cli/register/sync[a-z-]*\\.spec\\.ts$',
    places: [
      'packages/publishers-stand-in',
      'packages/enrichment/src/register/sync',
      'packages/platform/src/http-client',
      'packages/enrichment/src/sources/kit',
      'test/cli/register',
      'test/support/published',
    ],
  },
  'chart for Kubernetes': {
    suites: '/test/deployment/chart\\.spec\\.ts$',
    places: ['deploy/helm', 'test/deployment', 'src/settings', 'src/api/service-metrics.ts', 'package.json'],
    packages: ['kubernetes-models'],
  },
  'stand-in for EventStoreDB': {
    suites: '/packages/eventstoredb-stand-in/.*\\.spec\\.ts$',
    places: ['packages/eventstoredb-stand-in', 'packages/stand-in-process'],
    packages: ['@eventstore/db-client'],
  },
  'stand-in for MongoDB': {
    suites: '/packages/mongodb-stand-in/.*\\.spec\\.ts$',
    places: ['packages/mongodb-stand-in', 'packages/stand-in-process'],
    packages: ['mongodb'],
  },
  'adapter for EventStoreDB': {
    suites: '/test/stores/eventstoredb/.*\\.spec\\.ts$',
    places: [
      'packages/platform/src/event-store',
      'packages/eventstoredb-stand-in',
      'test/stores/eventstoredb',
      'test/stores/event-store',
      'test/stores/event-store.contract.ts',
    ],
    packages: ['@eventstore/db-client'],
  },
  'adapter for MongoDB': {
    suites: '/test/stores/mongodb/.*\\.spec\\.ts$',
    places: [
      'packages/platform/src/mongodb',
      'packages/platform/src/read-models',
      'packages/platform/src/coordination',
      'packages/mongodb-stand-in',
      'test/stores/mongodb',
      'test/stores/read-models',
      'test/stores/read-models.contract.ts',
      'test/stores/reading-store.contract.ts',
      'test/stores/coordination.contract.ts',
    ],
    packages: ['mongodb'],
  },
};

const filesIn = (place) =>
  statSync(place).isFile()
    ? [place]
    : readdirSync(place, { recursive: true, withFileTypes: true })
        // What Python compiled of its files is none of ours.
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.pyc'))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();

/** The digest of what decides the outcome of a group's suites: names and bytes of files, versions of packages. */
function digestOf({ places, packages = [] }, root = ROOT) {
  const hash = createHash('sha256');
  for (const file of places.flatMap((place) => filesIn(join(root, place))))
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  for (const name of packages) hash.update(`${name}@${require(`${name}/package.json`).version}\0`);
  return hash.digest('hex');
}

/** Digests by group, as the last long run left them. */
const proved = () => JSON.parse(readFileSync(PROVED, 'utf8'));

/** Patterns of the suites that have nothing new to prove. */
function unchangedSuites() {
  const known = proved();
  return Object.entries(GROUPS)
    .filter(([name, group]) => known[name] === digestOf(group))
    .map(([, { suites }]) => suites);
}

module.exports = { GROUPS, PROVED, digestOf, proved, unchangedSuites };
