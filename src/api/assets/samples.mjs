/** Writes a call as code: for a shell, for the TypeScript client, for the Python client. No page, no network. */

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The call for a shell. The key is never in it: it stands in `$KEY`. */
function shellSample({ origin, request: { method, target, headers, body }, withKey }) {
  const lines = [`curl -i ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + target)}`];
  if (withKey) lines.push('-H "Authorization: Bearer $KEY"');
  for (const [name, value] of headers) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== null) lines.push(`-d ${quoted(body)}`);
  return lines.join(' \\\n  ');
}

/** The value of a field as JSON has it. Text that is no number or truth value stays text. */
function valueOf({ value, kind }) {
  if (kind === 'array') return value.split(',');
  if (kind === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

const NAME = /^[A-Za-z_]\w*$/;
const single = (text) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function inTypeScript(value, indent = '') {
  if (typeof value === 'string') return single(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => inTypeScript(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${NAME.test(name) ? name : single(name)}: ${inTypeScript(item, inner)}`,
      );
  return enclosed(items, Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'], indent);
}

function inPython(value, indent = '') {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => inPython(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inPython(item, inner)}`);
  return enclosed(items, Array.isArray(value) ? ['[', ']'] : ['{', '}'], indent, '    ');
}

/** Items between brackets: on one line where they are short, else a line each. */
function enclosed(items, [begin, end], indent, step = '  ') {
  const line = `${begin}${items.join(', ')}${end}`;
  if (items.length === 0) return begin.trim() + end.trim();
  if (line.length + indent.length <= 80 && !line.includes('\n')) return line;
  const lines = items.map((item) => `${indent}${step}${item},\n`);
  return `${begin.trim()}\n${lines.join('')}${indent}${end.trim()}`;
}

/** The fields of a call: those of the path, those of the query, the idempotency key and the body. */
function partsOf({ fields, body }) {
  const given = fields.filter(({ value }) => value !== '');
  const query = given.filter((field) => field.in === 'query').map((field) => [field.name, valueOf(field)]);
  const header = given.find((field) => field.in === 'header' && /idempotency-key$/i.test(field.name));
  return {
    job: given.find((field) => field.in === 'path')?.value ?? 'JOB_ID',
    query,
    idempotencyKey: header?.value,
    body: parsed(body),
  };
}

/** The body as an object; empty while it is no JSON. */
function parsed(body) {
  try {
    const value = JSON.parse(body ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The arguments of each call of the TypeScript client. */
const TYPESCRIPT = {
  resolve: ({ query, options }) => ['resolve', [Object.fromEntries(query), ...options]],
  submitJob: ({ body, options }) => ['jobs.create', [body, ...options]],
  getJob: ({ job }) => ['jobs.get', [job]],
  cancelJob: ({ job }) => ['jobs.cancel', [job]],
  getResults: ({ job, query }) => ['jobs.resultsPage', [job, ...some(query)]],
  getErrors: ({ job, query }) => ['jobs.errorsPage', [job, ...some(query)]],
  getUsage: ({ query }) => ['usage', some(query)],
  whoami: () => ['whoami', []],
  listBlocks: () => ['blocks', []],
};

/** An object of the pairs, in a list; an empty list without pairs. */
const some = (pairs) => (pairs.length === 0 ? [] : [Object.fromEntries(pairs)]);

function typeScriptSample({ operation, origin, target, ...call }) {
  const make = TYPESCRIPT[operation];
  if (make === undefined)
    return `const answer = await fetch(${single(origin + target)});\nconsole.log(await answer.json());`;
  const { idempotencyKey, ...parts } = partsOf(call);
  const options = idempotencyKey === undefined ? [] : [{ idempotencyKey }];
  const [method, values] = make({ ...parts, options });
  const list = values.map((value) => inTypeScript(value)).join(', ');
  return `import { CompanyData } from '@company-data/client';

const client = new CompanyData({ url: ${single(origin)}, key: process.env['KEY'] ?? '' });
const answer = await client.${method}(${list});
console.log(answer);`;
}

const positional = (value) => inPython(value, '    ');
const named = (pairs) => pairs.map(([name, value]) => `${name}=${inPython(value, '    ')}`);

/** The arguments of each call of the Python client. */
const PYTHON = {
  resolve: ({ query, options }) =>
    query.some(([name, value]) => name === 'wait' && value === false)
      ? ['resolve_later', named([...query.filter(([name]) => name !== 'wait'), ...options])]
      : ['resolve', named([...query, ...options])],
  submitJob: ({ body: { rows = [], blocks = [], options: settings }, options }) => [
    'jobs.create',
    [rows, blocks, ...(settings === undefined ? [] : [settings])].map(positional).concat(named(options)),
  ],
  getJob: ({ job }) => ['jobs.get', [positional(job)]],
  cancelJob: ({ job }) => ['jobs.cancel', [positional(job)]],
  getResults: ({ job, query }) => ['jobs.results_page', [positional(job), ...named(query)]],
  getErrors: ({ job, query }) => ['jobs.errors_page', [positional(job), ...named(query)]],
  // `from` is a word of the language, so the client calls it `from_`.
  getUsage: ({ query }) => [
    'usage',
    named(query.map(([name, value]) => [name === 'from' ? 'from_' : name, value])),
  ],
  whoami: () => ['whoami', []],
  listBlocks: () => ['blocks', []],
};

function pythonSample({ operation, origin, target, ...call }) {
  const make = PYTHON[operation];
  if (make === undefined)
    return `import json\nfrom urllib.request import urlopen\n\nwith urlopen(${JSON.stringify(origin + target)}) as answer:\n    print(json.load(answer))`;
  const { idempotencyKey, ...parts } = partsOf(call);
  const options = idempotencyKey === undefined ? [] : [['idempotency_key', idempotencyKey]];
  const [method, values] = make({ ...parts, options });
  return `import os
from company_data import Client

with Client(os.environ["KEY"], ${JSON.stringify(origin)}) as client:
    answer = client.${method}(${values.join(', ')})
    print(answer)`;
}

/**
 * @param language `curl`, `typescript` or `python`
 * @param call `{ operation, origin, request, fields, body, withKey }`: the request as `requestOf` gives it, fields as
 *   `{ name, in, kind, value }`
 */
export function sampleOf(language, call) {
  if (language === 'curl') return shellSample(call);
  const whole = { ...call, target: call.request.target };
  return language === 'python' ? pythonSample(whole) : typeScriptSample(whole);
}
