/**
 * A change of the description that breaks a client generated from the last release's is named in the changelog.
 * `npm run description-released` keeps the description of a release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { breakingChanges, unnamed } from './breaking-changes.js';

const ROOT = path.join(__dirname, '..', '..', '..');
const RELEASED = path.join(ROOT, 'test', 'fixtures', 'released-description.json.gz');
const text = readFileSync(path.join(ROOT, 'docs', 'openapi.json'), 'utf8');
const changelog = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');

interface Json {
  [name: string]: Json;
}
const parsed = (json: string): Json => JSON.parse(json) as Json;

if (process.env['KEEP_DESCRIPTION'] === '1') writeFileSync(RELEASED, gzipSync(text, { level: 9 }));

it('breaks no client of the last release but where the changelog says so', () => {
  const released = parsed(gunzipSync(readFileSync(RELEASED)).toString());
  expect(unnamed(breakingChanges(released, parsed(text)), changelog)).toEqual([]);
});

/** A change of the description, by what it does to its JSON. */
type Change = (description: Json) => void;

const at = (description: Json, ...names: readonly string[]): Json =>
  names.reduce((value, name) => {
    const inner = value[name];
    if (inner === undefined) throw new Error(`no ${name}`);
    return inner;
  }, description);
const json = (value: unknown): Json => parsed(JSON.stringify(value));
const put =
  (value: unknown, ...names: readonly string[]): Change =>
  (description) => {
    at(description, ...names.slice(0, -1))[names.at(-1) ?? ''] = json(value);
  };
const drop =
  (...names: readonly string[]): Change =>
  (description) => {
    delete at(description, ...names.slice(0, -1))[names.at(-1) ?? ''];
  };
const withWords = (change: (words: string[]) => string[], ...names: readonly string[]): Change => {
  return (description) =>
    put(change(Object.values(at(description, ...names)).map(String)), ...names)(description);
};
const withParameters = (
  change: (parameters: Json[]) => unknown[],
  operation: readonly [path: string, method: string],
): Change => {
  return (description) => {
    const parameters = Object.values(at(description, 'paths', ...operation, 'parameters'));
    put(change(parameters), 'paths', ...operation, 'parameters')(description);
  };
};

const SCHEMAS = ['components', 'schemas'] as const;
const USAGE = ['/v1/usage', 'get'] as const;
const X = { name: 'x', in: 'query', schema: { type: 'string' } };
const renamed: Change = (description) => {
  const changed = parsed(JSON.stringify(description).replaceAll('/schemas/JobCounts"', '/schemas/Counted"'));
  const schemas = at(changed, ...SCHEMAS);
  schemas['Counted'] = at(changed, ...SCHEMAS, 'JobCounts');
  delete schemas['JobCounts'];
  Object.assign(description, changed);
};
const fieldOf = (name: string, changes: object) => (parameters: Json[]) =>
  parameters.map((one) => (JSON.stringify(one['name']) === `"${name}"` ? { ...one, ...changes } : one));

const BREAKING: readonly (readonly [what: string, change: Change, place: string, told: RegExp])[] = [
  ['an operation is removed', drop('paths', ...USAGE), 'getUsage', /gone/],
  ['a path is removed', drop('paths', '/v1/usage'), 'getUsage', /gone/],
  ['an operation is renamed', put('use', 'paths', ...USAGE, 'operationId'), 'getUsage', /another name/],
  [
    'an open operation asks for a key',
    drop('paths', '/v1/openapi', 'get', 'security'),
    'getDescriptionAlias',
    /who may/,
  ],
  ['a parameter is removed', withParameters((all) => all.slice(1), USAGE), 'getUsage.from', /gone/],
  [
    'a parameter becomes required',
    withParameters(fieldOf('to', { required: true }), USAGE),
    'getUsage.to',
    /required/,
  ],
  [
    'a required parameter is new',
    withParameters((all) => [...all, { ...X, required: true }], USAGE),
    'getUsage.x',
    /required/,
  ],
  [
    'a parameter is repeated',
    withParameters(fieldOf('blocks', { explode: true }), ['/v1/resolve', 'get']),
    'resolve.blocks',
    /another way/,
  ],
  [
    'a parameter has a tighter bound',
    withParameters(fieldOf('ref', { schema: { type: 'string', maxLength: 20 } }), ['/v1/resolve', 'get']),
    'resolve.ref',
    /maxLength is 20/,
  ],
  [
    'a parameter has another default',
    withParameters(
      fieldOf('limit', { schema: { type: 'integer', minimum: 1, maximum: 1000, default: 50 } }),
      ['/v1/enrich/jobs/{job_id}/results', 'get'],
    ),
    'getResults.limit',
    /default/,
  ],
  [
    'a field of a request becomes required',
    put(['ref'], ...SCHEMAS, 'AskedRow', 'required'),
    'AskedRow.ref',
    /required/,
  ],
  [
    'a field of a request is removed',
    drop(...SCHEMAS, 'AskedRow', 'properties', 'domain'),
    'AskedRow.domain',
    /gone/,
  ],
  [
    'null is taken no more',
    put({ type: 'string' }, ...SCHEMAS, 'AskedRow', 'properties', 'domain'),
    'AskedRow.domain',
    /null is taken no more/,
  ],
  [
    'words of a request are narrowed',
    withWords((words) => words.slice(1), ...SCHEMAS, 'BlockKey', 'enum'),
    'BlockKey',
    /"domain" is taken no more/,
  ],
  ['a field of an answer is removed', drop(...SCHEMAS, 'Job', 'properties', 'counts'), 'Job.counts', /gone/],
  [
    'a field of an answer may be absent',
    withWords((all) => all.filter((name) => name !== 'counts'), ...SCHEMAS, 'Job', 'required'),
    'Job.counts',
    /absent/,
  ],
  [
    'a field of an answer has another type',
    put({ type: 'string' }, ...SCHEMAS, 'Job', 'properties', 'results_ready'),
    'Job.results_ready',
    /may be string/,
  ],
  [
    'a field of an answer may be null',
    put({ type: ['boolean', 'null'] }, ...SCHEMAS, 'Job', 'properties', 'results_ready'),
    'Job.results_ready',
    /may be null/,
  ],
  [
    'a field of an answer has another format',
    drop(...SCHEMAS, 'Job', 'properties', 'created_at', 'format'),
    'Job.created_at',
    /format/,
  ],
  [
    'words of an answer are widened',
    withWords((words) => [...words, 'paused'], ...SCHEMAS, 'Job', 'properties', 'status', 'enum'),
    'Job.status',
    /may be "paused"/,
  ],
  [
    'words of an answer are open',
    drop(...SCHEMAS, 'Job', 'properties', 'status', 'enum'),
    'Job.status',
    /any word/,
  ],
  [
    'entries of a list have another type',
    put({ type: 'string' }, ...SCHEMAS, 'ResultsPage', 'properties', 'results', 'items'),
    'ResultsPage.results[]',
    /may be string/,
  ],
  [
    'a variant of a block is new',
    put(
      [
        ...['Available', 'NotFound'].map((name) => ({ $ref: `#/components/schemas/Officers${name}` })),
        ...['NotEnabledBlock', 'PendingBlock', 'Job'].map((name) => ({
          $ref: `#/components/schemas/${name}`,
        })),
      ],
      ...SCHEMAS,
      'OfficersBlock',
      'oneOf',
    ),
    'OfficersBlock',
    /may be Job/,
  ],
  ['a component is renamed', renamed, 'JobCounts', /another name/],
  ['an answer is removed', drop('paths', ...USAGE, 'responses', '200'), 'getUsage.200', /gone/],
  [
    'a new answer is no error',
    put({ description: 'x' }, 'paths', ...USAGE, 'responses', '206'),
    'getUsage.206',
    /no error/,
  ],
  [
    'a header is removed',
    drop('paths', ...USAGE, 'responses', '200', 'headers', 'ETag'),
    'getUsage.200.ETag',
    /header/,
  ],
];

const HARMLESS: readonly (readonly [what: string, change: Change])[] = [
  ['an operation is new', put({ get: { operationId: 'x', responses: {} } }, 'paths', '/v1/x')],
  ['an optional parameter is new', withParameters((all) => [...all, X], USAGE)],
  [
    'a required parameter becomes optional',
    withParameters(fieldOf('job_id', { required: false }), ['/v1/enrich/jobs/{job_id}', 'get']),
  ],
  ['a field of a request is new', put({ type: 'string' }, ...SCHEMAS, 'AskedRow', 'properties', 'x')],
  ['a field of an answer is new', put({ type: 'string' }, ...SCHEMAS, 'Job', 'properties', 'x')],
  [
    'a field of an answer is always there',
    withWords((all) => [...all, 'reason'], ...SCHEMAS, 'Job', 'required'),
  ],
  [
    'words of an answer are narrowed',
    withWords((words) => words.slice(1), ...SCHEMAS, 'Job', 'properties', 'status', 'enum'),
  ],
  ['an error is new', put({ description: 'x' }, 'paths', ...USAGE, 'responses', '418')],
  ['an error is answered no more', drop('paths', ...USAGE, 'responses', '404')],
  ['other words describe it', put('Otherwise.', ...SCHEMAS, 'Job', 'properties', 'job_id', 'description')],
];

const changed = (change: Change): Json => {
  const description = parsed(text);
  change(description);
  return description;
};

it('finds no breach where nothing has changed', () => {
  expect(breakingChanges(parsed(text), parsed(text))).toEqual([]);
});

it.each(BREAKING)('tells that %s', (_, change, place, told) => {
  const [breach, ...others] = breakingChanges(parsed(text), changed(change));
  expect([breach?.place, others]).toEqual([place, []]);
  expect(breach?.what).toMatch(told);
});

it.each(HARMLESS)('has nothing to tell where %s', (_, change) => {
  expect(breakingChanges(parsed(text), changed(change))).toEqual([]);
});

describe('a breach', () => {
  const breach = { place: 'Job.counts', what: 'the field is gone' };
  const under = (line: string): string =>
    `# Changelog\n\n## Unreleased\n\n${line}\n\n## 1.0.0\n\n- Breaking: \`Old\`.\n`;

  it.each(['- Breaking: `Job.counts` is gone.', '- Breaking: `Job` is made anew.'])(
    'is named by %s',
    (line) => {
      expect(unnamed([breach], under(line))).toEqual([]);
    },
  );

  it.each(['- `Job.counts` is gone.', '- Breaking: `Job.count`.', '- Breaking: Job.counts.'])(
    'is not named by %s',
    (line) => {
      expect(unnamed([breach], under(line))).toEqual([breach]);
    },
  );

  it('is not named by what the changelog says of an earlier release', () => {
    expect(unnamed([{ place: 'Old', what: 'gone' }], under('- A line.'))).toHaveLength(1);
  });
});
