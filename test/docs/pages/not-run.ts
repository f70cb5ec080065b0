/**
 * Commands of the documentation that no test runs as they stand: by page, then by how they begin, each with
 * why.
 */

export type NotRun = Readonly<Record<string, Readonly<Record<string, string>>>>;

const OF_ITS_OWN = 'the service under test has its own';
const DOCKER = 'needs Docker';
const CLUSTER = 'needs a Kubernetes cluster; test/deployment judges what the chart makes';
const REGISTER = 'needs a key of the public register; test/rooms/live/register-api runs it on a stand-in';
const SERVES = 'does not end; test/processes/demo.spec.ts starts the service so';
const SERVES_AGENTS = 'does not end; test/clients/mcp starts it so';
const INDEX =
  'needs an index of packages; test/clients/python-client.spec.ts runs the rest on what it installs';
const MEASURES = 'a measurement';
const WATCHES =
  'needs a service that keeps a log of heads; test/clients/typescript/watching.spec.ts runs it over HTTP';
const STAMPED =
  'needs an authority that stamps; src/heads/timestamps/token.spec.ts checks the same tokens of OpenSSL';

export const NOT_RUN: NotRun = {
  'README.md': {
    'npm ci && npm run demo': 'installs from a registry; test/processes/demo.spec.ts runs the demonstration',
    'npm ci && npm test': 'this is one of its tests',
    'npm run build': 'tests run on what it has built',
    'npx company-data serve': SERVES,
  },
  'docs/api.md': { 'BASE=': OF_ITS_OWN, 'KEY=': OF_ITS_OWN, 'alias api': 'the test has a function for it' },
  'docs/console.md': { 'company-data serve': SERVES },
  'docs/exports.md': {
    'company-data usage export --format focus --account 1001 --month 2026-10 --proofs':
      'needs a month that is over; src/operator/usage/export-usage.spec.ts exports one',
    'company-data statements verify october': 'needs that file; the same spec checks such files',
  },
  'docs/log-of-heads.md': { 'curl -s': STAMPED, 'jq -j .checkpoint': STAMPED, 'openssl ts -verify': STAMPED },
  'docs/operations.md': {
    'npm ci && npm run build': 'installs from a registry',
    'export DATA_DIR=/var/lib/company-data': 'a folder of the machine',
    'npx company-data init': "fetches from publishers' sites, as the newcomer's path does, which is run",
    'npx company-data serve': SERVES,
    'export REGISTER_FILES': DOCKER,
    'docker compose': DOCKER,
    'curl -X POST -u ops': 'needs an EventStoreDB',
    'EVENT_STORE_URL=esdb://... ': 'needs both servers; test/rooms/transfer moves a log to their stand-ins',
    'company-data register follow': REGISTER,
    'company-data register fetch': REGISTER,
    'company-data register import --source charges': REGISTER,
    'company-data register import --source psc':
      'needs the national file; test/rooms/sources imports samples of it',
  },
  'docs/performance.md': { 'node -e': MEASURES, 'npm run bench': MEASURES },
  'docs/quick-start.md': {
    'npx company-data sandbox': 'does not end; test/processes/sandbox.spec.ts starts it so',
    'export BASE=': OF_ITS_OWN,
    'export KEY=': 'the tests have the same',
    'npm run --silent build --prefix checkout/packages/client':
      'test/clients/typescript/customer.spec.ts builds it so',
    'npm install checkout/packages/client': 'the test puts the client where this would',
    'pip install checkout/packages/client-python': INDEX,
  },
  'docs/statements.md': {
    'company-data statements issue': 'needs a month that is over; docs/disputes.md issues one of this month',
    'company-data statements sync': WATCHES,
    'company-data receipts check': WATCHES,
  },
  'packages/client-python/README.md': {
    'pip install': INDEX,
    'python3 -m venv': INDEX,
    '/tmp/python/bin/': 'test/clients/python-client.spec.ts runs the same words',
    'COMPANY_DATA_KEY=svc_live_...': 'nobody is there; the tests of the client run it',
  },
  'packages/independent-bill/README.md': {
    'company-data events export': 'test/cli/events runs it',
    'python3 packages/independent-bill': 'test/rooms/billing runs it where there is Python',
  },
  'packages/mcp/README.md': {
    'npm ci': 'installs from a registry',
    'export COMPANY_DATA_URL': OF_ITS_OWN,
    'npx --yes @modelcontextprotocol/inspector-cli': 'test/clients/mcp/inspector.spec.ts runs it where it is',
    'node packages/mcp/bin/mcp.js --http': SERVES_AGENTS,
    'node packages/mcp/bin/mcp.js --operator': SERVES_AGENTS,
  },
  'packages/statement-verifier/README.md': {
    'curl -s https://api.example.co.uk': 'nobody is there; docs/disputes.md fetches the keys',
    'python3 packages/statement-verifier': 'test/rooms/billing/statements runs it where there is Python',
  },
  'deploy/helm/README.md': {
    kubectl: CLUSTER,
    openssl: CLUSTER,
  },
};
