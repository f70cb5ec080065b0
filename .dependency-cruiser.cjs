/**
 * The walls of this program as data: who may import whom. `npm run walls` checks them, `test/architecture/walls.spec.ts`
 * proves with a planted breach that each of them can fail. Arrows run down:
 *
 *   controllers, command line -> handlers and queries -> deciders and rules -> contract, words
 *
 * Projections, investigations and handlers meet at `src/streams`. Below `src` lie the packages that it is made of.
 */
const CAPABILITIES = 'access|jobs|billing|investigate|verify|operator|transfer|seals|heads|receipts';
/** The packages that the product is made of. Each is known to the others by the files that its manifest exports. */
const PRODUCT = ['contract', 'enrichment', 'platform', 'statement-check', 'words'];
const ANY_PRODUCT = `(${PRODUCT.join('|')})`;
const WITHIN = `^(src|projections)/|^packages/${ANY_PRODUCT}/`;
const EXPORTED = PRODUCT.flatMap((name) =>
  Object.values(require(`./packages/${name}/package.json`).exports).map(
    (file) => `^packages/${name}/${file.slice(2).replaceAll('.', '\\.')}$`,
  ),
);
const FOR_VALUES = '^packages/(contract|words)/|^packages/platform/src/(bytes|values)/';
/** What the checker of statements stands on: it runs in browsers, and with customers. */
const FOR_CHECKER = '^packages/words/|^packages/platform/src/(bytes|files|values)/';
/** The doors of the package that customers call the service by. */
const CLIENT = '^packages/client/src/(index|node)\\.ts$';
const SPECS = '\\.spec\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'A circle has no bottom: nothing in it can be understood, tested or replaced alone.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere makes every other wall blind.',
      severity: 'error',
      from: { path: '^(src|projections|packages)/' },
      // The build makes that script of `packages/statement-check/src/browser`.
      to: { couldNotResolve: true, pathNot: '^\\./statement-check\\.mjs$' },
    },
    {
      name: 'only-by-the-door',
      comment: 'What a package exports is its door: nobody imports its inside.',
      severity: 'error',
      from: { path: `^(src|projections|packages)/([^/]+)/`, pathNot: SPECS },
      to: { path: `^packages/${ANY_PRODUCT}/`, pathNot: ['^$1/$2/', ...EXPORTED] },
    },
    {
      name: 'words-stand-alone',
      comment: 'Days, names and numbers as they are written need nobody.',
      severity: 'error',
      from: { path: '^packages/words/', pathNot: SPECS },
      to: { path: '^(src|projections|test|bench|packages)/', pathNot: '^packages/words/' },
    },
    {
      name: 'the-contract-stands-on-words',
      comment: 'What the log and enrichment share holds types, tables and parsers.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: SPECS },
      to: { path: '^(src|projections|test|bench|packages)/', pathNot: '^packages/(contract|words)/' },
    },
    {
      name: 'platform-knows-no-business',
      comment:
        'Stores, threads, HTTP and telemetry would serve any other product, but for its table of refusals and their words.',
      severity: 'error',
      from: { path: '^packages/platform/', pathNot: SPECS },
      to: {
        path: '^(src|projections|packages)/',
        pathNot: ['^packages/(platform|words)/', '^packages/contract/src/(refusal-code|error-words)\\.ts$'],
      },
    },
    {
      name: 'a-customer-can-check',
      comment:
        'What checks a statement runs in a browser and with customers: it knows the format of the file, and nothing of the service.',
      severity: 'error',
      from: { path: '^packages/statement-check/', pathNot: SPECS },
      to: {
        path: [WITHIN, '^(test|bench)/', 'node_modules/(?!@noble/|@types/|big\\.js/|json-canonicalize/)'],
        pathNot: ['^packages/statement-check/', FOR_CHECKER],
      },
    },
    {
      name: 'enrichment-knows-no-ledger',
      comment: 'It writes no event and reads none, and knows no job, no bill and no HTTP answer.',
      severity: 'error',
      from: { path: '^packages/enrichment/', pathNot: SPECS },
      to: { path: '^(src|projections)/' },
    },
    {
      name: 'only-platform-touches-drivers',
      comment: 'A driver is behind a port; what stands above the port runs on every store.',
      severity: 'error',
      from: { path: WITHIN, pathNot: '^packages/platform/' },
      to: { path: '(@photostructure/sqlite|@eventstore/db-client|node_modules/mongodb)' },
    },
    {
      name: 'streams-know-only-the-contract',
      comment: 'The language of the system is the bottom that everybody meets at.',
      severity: 'error',
      from: { path: '^src/streams/', pathNot: [SPECS, '^src/streams/stream-repository\\.ts$'] },
      to: {
        path: WITHIN,
        pathNot: ['^src/streams/', FOR_VALUES, '^packages/platform/src/event-store/event-store\\.ts$'],
      },
    },
    {
      name: 'the-repository-knows-only-the-log',
      comment:
        'Loading, deciding and appending need the event store and a clock: nothing else of the platform.',
      severity: 'error',
      from: { path: '^src/streams/stream-repository\\.ts$' },
      to: {
        path: WITHIN,
        pathNot: [
          '^src/streams/',
          FOR_VALUES,
          '^packages/platform/src/event-store/(event-store|append-surely|stored-events)\\.ts$',
          '^packages/platform/src/time/clock\\.ts$',
        ],
      },
    },
    {
      name: 'facts-go-through-the-repository',
      comment:
        'One file appends, so that every fact is decided on what stands; an import writes what was decided before.',
      severity: 'error',
      from: {
        path: WITHIN,
        pathNot: [
          SPECS,
          '^packages/platform/',
          '^src/streams/stream-repository\\.ts$',
          '^src/transfer/import-log\\.ts$',
        ],
      },
      to: { path: '^packages/platform/src/event-store/append-surely\\.ts$' },
    },
    {
      name: 'only-the-write-side-decides',
      comment: 'What reads, answers, bills or judges writes no fact.',
      severity: 'error',
      from: {
        path: '^projections/|^src/(billing|investigate|verify|transfer)/',
        pathNot: SPECS,
      },
      to: { path: '^src/streams/stream-repository\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'projections-know-only-events',
      comment:
        'A read model is a function of the log: it never sees another capability, a store or the network.',
      severity: 'error',
      from: { path: '^projections/', pathNot: [SPECS, '^projections/read-side\\.ts$'] },
      to: {
        path: WITHIN,
        pathNot: [
          '^(projections|src/streams)/',
          FOR_VALUES,
          '^packages/platform/src/projector/(projection|typed-collection|operations|lane)\\.ts$',
          '^packages/platform/src/(event-store/event-store|read-models/read-models)\\.ts$',
        ],
      },
    },
    {
      name: 'projections-do-not-know-each-other',
      comment: 'Each can be rebuilt alone. What they share are the shapes and keys of documents.',
      severity: 'error',
      from: { path: '^projections/([^/]+)/', pathNot: SPECS },
      to: { path: '^projections/[^/]+/', pathNot: ['^projections/$1/', '\\.document\\.ts$'] },
    },
    {
      name: 'deciders-are-pure',
      comment:
        'Deciders, states and rules reach nothing, by whatever way, that has a clock, I/O or a framework.',
      severity: 'error',
      from: { path: '\\.(decider|state)\\.ts$|-rules\\.ts$' },
      to: {
        reachable: true,
        path: [
          '^packages/platform/src/',
          '^projections/',
          '\\.(handler|query|controller|request|store|module)\\.ts$',
          '^(node:)?(fs|net|http|https|child_process|worker_threads|timers)(/|$)',
          'node_modules/(@nestjs|fastify|rxjs|undici)',
        ],
        pathNot: '^packages/platform/src/(event-store/event-store\\.ts$|bytes/|values/)',
      },
    },
    {
      name: 'matching-is-pure',
      comment:
        'One identifier and what the register says of it to one company or candidates: no I/O, no framework.',
      severity: 'error',
      from: { path: '^packages/enrichment/src/pipeline/matching/', pathNot: SPECS },
      to: {
        path: WITHIN,
        pathNot: [
          '^packages/enrichment/src/((pipeline/matching|sources|sites/(verdict|search))/|sites/site-reading\\.ts$)',
          FOR_VALUES,
        ],
      },
    },
    {
      name: 'filed-accounts-are-read-alone',
      comment:
        'A document to what it states: no source, no block, no I/O but the threads that it is read in.',
      severity: 'error',
      from: { path: '^packages/enrichment/src/filed-accounts/', pathNot: SPECS },
      to: {
        path: WITHIN,
        pathNot: ['^packages/(enrichment/src/filed-accounts|platform/src/threads)/', FOR_VALUES],
      },
    },
    {
      name: 'blocks-know-only-their-facts',
      comment:
        'A block gets the facts and readings that it declares; fetching, limits and metering live once, in the runner.',
      severity: 'error',
      from: { path: '^packages/enrichment/src/blocks/', pathNot: SPECS },
      to: {
        path: WITHIN,
        pathNot: [
          '^packages/enrichment/src/(blocks|sources|live/readings|filed-accounts|sites/(?!fetch|crawl)[^/]+|model-question\\.ts$)',
          FOR_VALUES,
        ],
      },
    },
    {
      name: 'facts-come-ready-made',
      comment: 'Matching and blocks know what facts and readings look like and mean, not how they are read.',
      severity: 'error',
      from: { path: '^packages/enrichment/src/(pipeline/matching|blocks)/', pathNot: SPECS },
      to: {
        path: '^packages/enrichment/src/(live/(?!readings/readings\\.ts$)|sources/([^/]+\\.ts$|facts/|kit/editions/|kit/records/(?!(record|held-on|live-answer|register-lines|values|form|json-lines|identity-details)\\.ts)|.*\\.(edition|importer|source|store|handler|query|thread)\\.ts$))',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sources-plug-in',
      comment:
        'A source is a folder and a line in the index: all else takes it from there. Matching looks companies up, and blocks say what facts mean.',
      severity: 'error',
      from: {
        path: '^(src|packages/enrichment)/',
        pathNot: ['^packages/enrichment/src/(sources|pipeline/matching|blocks)/', SPECS],
      },
      to: {
        path: '^packages/enrichment/src/sources/[^/]+/',
        pathNot:
          '^packages/enrichment/src/sources/(kit|facts)/|^packages/enrichment/src/sources/cohorts/cohorts-importer\\.ts$',
      },
    },
    {
      name: 'sources-do-not-know-each-other',
      comment:
        'What they share is in `kit`, which knows none of them. Facts join them, and the cohorts are made of them.',
      severity: 'error',
      from: {
        path: '^packages/enrichment/src/sources/([^/]+)/',
        pathNot: [SPECS, '^packages/enrichment/src/sources/(facts|cohorts)/'],
      },
      to: {
        path: '^packages/enrichment/src/sources/[^/]+/',
        pathNot: '^packages/enrichment/src/sources/($1|kit)/',
      },
    },
    {
      name: 'no-framework-in-the-domain',
      comment: 'Decorators and injection stay at the edge: the domain is plain functions over plain data.',
      severity: 'error',
      from: {
        path: [
          '^src/streams/|^packages/(contract|words)/',
          '^packages/enrichment/src/(pipeline/matching|blocks)/',
          '^projections/',
          '\\.(decider|state)\\.ts$',
          '-rules\\.ts$',
        ],
        pathNot: SPECS,
      },
      to: { path: 'node_modules/(@nestjs|fastify|rxjs|class-validator|class-transformer)' },
    },
    {
      name: 'handlers-do-not-know-the-edge',
      comment:
        'Handlers and queries are called by controllers and the command line, never the other way round.',
      severity: 'error',
      from: { path: '\\.(handler|query)\\.ts$' },
      to: { path: '\\.(controller|request)\\.ts$|^src/cli/' },
    },
    {
      name: 'doors-only-where-there-is-http',
      comment:
        'Controllers are registered by the HTTP module of their capability: a worker or a command line opens no door.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['-http\\.module\\.ts$', '^src/api/', SPECS] },
      to: { path: '\\.controller\\.ts$|-http\\.module\\.ts$' },
    },
    {
      name: 'verify-is-independent',
      comment:
        'What is judged must not judge itself: verify and investigations share no rule with the write side. To explain a bill is to show that rule.',
      severity: 'error',
      from: { path: '^src/(verify/|investigate/(?!explain/|disputes/))', pathNot: SPECS },
      to: {
        path: '^src/(jobs|access|operator|cli|heads)/|^packages/enrichment/|^src/billing/charge-rules',
      },
    },
    {
      name: 'verify-counts-anew',
      comment:
        'What a bill comes to is counted and priced a second time by `verify`, not by the code that billed it.',
      severity: 'error',
      from: { path: '^src/verify/', pathNot: SPECS },
      to: {
        path: '^src/billing/(usage/(priced-use|usage-)|adjustments/adjustment-rule|statements/write/)|^packages/statement-check/src/format/totals|^src/streams/account/price-agreement',
      },
    },
    {
      name: 'nobody-knows-the-api',
      comment: 'The API assembles capabilities; none of them, and no projection, knows who assembles it.',
      severity: 'error',
      from: {
        path: [`^src/(${CAPABILITIES}|streams)/`, '^(projections|packages)/'],
        pathNot: SPECS,
      },
      to: { path: '^src/api/' },
    },
    {
      name: 'the-operator-knows-no-door',
      comment:
        'What the operator asks and does is the same from the command line and from a console: sheets, drawn by neither.',
      severity: 'error',
      from: { path: '^src/operator/', pathNot: SPECS },
      to: {
        path: [
          '^src/(api|cli|console|processes)/',
          '\\.(controller|request)\\.ts$',
          'node_modules/(commander|cli-table3|cli-progress|fastify|hono|@nestjs/platform-fastify)/',
        ],
      },
    },
    {
      name: 'only-doors-know-the-operator',
      comment:
        'Operators act from outside, or by a role that does what they would: no capability needs them.',
      severity: 'error',
      from: {
        path: '^(src|projections)/',
        pathNot: [
          '^src/(operator|cli|console|api)/',
          '^src/processes/(startable-sync|sandbox/open-console)\\.ts$',
          SPECS,
        ],
      },
      to: { path: '^src/operator/' },
    },
    {
      name: 'the-command-line-asks-the-operator',
      comment:
        'A file of commands holds arguments and rendering: stores, lanes and handlers are the operator’s.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: SPECS },
      to: {
        path: [
          '^packages/platform/src/(coordination|event-store|mongodb|nest|projector|read-models|sqlite|stores|threads)/',
          '^src/(transfer|jobs)/|^projections/',
          '\\.(handler|query|store|module)\\.ts$',
        ],
      },
    },
    {
      name: 'the-console-asks-the-operator',
      comment: 'A page holds what is read from an address or a form, and markup: one truth, two doors.',
      severity: 'error',
      from: { path: '^src/console/', pathNot: [SPECS, '^src/console/console-role\\.ts$'] },
      to: {
        path: [
          '^packages/platform/src/(coordination|event-store|mongodb|nest|projector|read-models|sqlite|stores|threads)/',
          '^src/(transfer|jobs|cli)/|^projections/',
          '\\.(handler|query|store|module)\\.ts$',
        ],
      },
    },
    {
      name: 'the-product-does-not-need-its-tests',
      comment: 'What ships runs without tests, benches and their helpers.',
      severity: 'error',
      from: { path: WITHIN, pathNot: SPECS },
      to: { path: '^(test|bench)/|\\.spec\\.ts$' },
    },
    {
      name: 'stand-ins-are-guests',
      comment: 'The product meets a stand-in as it meets the server: at the address that a setting names.',
      severity: 'error',
      from: { path: [WITHIN, '^bench/'], pathNot: SPECS },
      to: { path: '^packages/', pathNot: [CLIENT, `^packages/${ANY_PRODUCT}/`] },
    },
    {
      name: 'only-the-command-line-has-the-client',
      comment:
        'Customers call the service by it. The command line and the demonstration do so where they are customers.',
      severity: 'error',
      from: { path: [WITHIN, '^bench/'], pathNot: '^src/(cli|processes/demo)/' },
      to: { path: '^packages/client/' },
    },
    {
      name: 'the-client-runs-anywhere',
      comment: 'It needs fetch and nothing else: no package, and nothing of Node but in the entry for Node.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '^packages/client/src/node(\\.ts$|/)' },
      to: { pathNot: ['^packages/client/src/', '^packages/statement-check/src/'] },
    },
    {
      name: 'a-witness-is-independent',
      comment: 'Strangers run it: it needs Node alone, and shares nothing with the service that it watches.',
      severity: 'error',
      from: { path: '^packages/witness/src/' },
      to: { pathNot: '^packages/witness/src/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'an-agents-server-is-a-customer',
      comment: 'It calls the service by the doors of the client, and knows nothing else of the product.',
      severity: 'error',
      from: { path: '^packages/mcp/(src|test)/' },
      to: {
        path: [WITHIN, '^(bench|test|packages)/'],
        pathNot: ['^packages/mcp/', '^packages/client/src/(index|node)\\.ts$'],
      },
    },
    {
      name: 'stand-ins-do-not-know-the-product',
      comment:
        'A stand-in shows what a server does; what it took from its client would agree with the client.',
      severity: 'error',
      from: { path: '^packages/', pathNot: [`^packages/${ANY_PRODUCT}/`, '^packages/client/'] },
      to: { path: [WITHIN, '^(bench|test)/'] },
    },
    {
      name: 'the-client-knows-the-checker-alone',
      comment: 'The client is what customers have: of the product it bundles the checker of statements.',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { path: [WITHIN, '^(bench|test)/'], pathNot: '^packages/(client|statement-check)/' },
    },
    {
      name: 'stand-ins-have-one-door',
      comment: 'Tests start a stand-in and tell it what to do; what goes on in it is not theirs to see.',
      severity: 'error',
      from: { path: '^(test|packages)/([^/]+)/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/($2|stand-in-process)/',
          '^packages/[^/]+/src/index\\.ts$',
          // The second door of the client, for Node.
          '^packages/client/src/node\\.ts$',
          `^packages/${ANY_PRODUCT}/`,
        ],
      },
    },
    {
      name: 'no-development-packages',
      comment: 'What ships runs on what `npm ci --omit=dev` installs.',
      severity: 'error',
      from: { path: WITHIN, pathNot: SPECS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
    },
  },
};
