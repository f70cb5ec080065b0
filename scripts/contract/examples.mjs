/**
 * A request for every status of every operation that can be reached at will. Each is sent once, to see that it is
 * answered as intended, and becomes an external example of Specmatic, which sends it again and judges the answer by the
 * description. (The lists are of the sample register; what needs a fault or an hour to reach, 410, 429, 500, 502 and 503,
 * is proved by the specs instead.)
 */
import { setTimeout as pause } from 'node:timers/promises';

/** No leading zero: Specmatic reads a query value of digits as a number and would drop it. */
export const COMPANY = '11832630';
export const OTHER_COMPANY = '12271045';
const WRONG_KEY = 'svc_live_aaaaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const BLOCKS = ['company_identity', 'registered_address'];
const NO_JOB = 'job_01KAJB8Z5N0000000000000001';
/** Of HTTP itself, which no description lists. Any other header that is answered has to be in the description. */
const HTTP_HEADERS = [
  ...['cache-control', 'connection', 'content-encoding', 'content-length', 'date', 'keep-alive'],
  ...['transfer-encoding', 'vary'],
];

const submission = (rows, more = {}) => ({
  method: 'POST',
  path: '/v1/enrich/jobs',
  headers: { 'Content-Type': 'application/json' },
  body: { rows, blocks: BLOCKS },
  ...more,
});
const resolve = (query, more = {}) => ({ method: 'GET', path: '/v1/resolve', query, ...more });
const get = (path, more = {}) => ({ method: 'GET', path, ...more });
const header = (request, name, value) => ({ ...request, headers: { ...request.headers, [name]: value } });

/** Each from another of the groups in rules.mjs. */
const RESOLVE_OPTIONS = [
  { blocks: BLOCKS[0], ref: 'crm-1', validation: 'rules', min_confidence: 0.5 },
  { store: true, discover: 'domain', max_live_lookups: 1, read_accounts_pdf: false },
  {
    ...{ contact_roles: 'owner', max_contacts: 3, verify_emails: true },
    ...{ contacts_lookup: 'live', include_linkedin: true },
  },
];

const resolves = () => [
  ['resolve_number', 200, resolve({ company_number: COMPANY, ref: 'crm-1' })],
  ['resolve_name', 200, resolve({ company_name: '1 TAN-Y-BRYN STREET LIMITED' })],
  ['resolve_unstored', 200, resolve({ company_number: COMPANY, store: false })],
  ['resolve_accepted', 202, resolve({ company_number: COMPANY, wait: false })],
  ['resolve_wrong_number', 400, resolve({ company_number: '6400' })],
  ['resolve_two_identifiers', 400, resolve({ company_number: COMPANY, company_name: 'EXAMPLE LIMITED' })],
  ['resolve_unmatched', 404, resolve({ company_number: '99999999' })],
  ['resolve_not_own_site', 404, resolve({ domain: 'linkedin.com' })],
  ['resolve_not_enabled', 403, resolve({ company_number: COMPANY, web_search: true })],
  ['resolve_deferred', 200, resolve({ company_number: COMPANY, defer_live: true })],
  ...RESOLVE_OPTIONS.map((options, index) => [
    `resolve_options_${index + 1}`,
    200,
    resolve({ company_number: COMPANY, ...options }),
  ]),
];

const submissions = ({ keys }) => [
  ['submit', 202, submission([{ ref: 'a', company_number: COMPANY }])],
  [
    'submit_every_option',
    202,
    submission([{}], {
      body: {
        rows: [{ ref: 'a', company_number: COMPANY }],
        blocks: BLOCKS,
        options: {
          ...{
            validation: ['rules', 'live'],
            min_confidence: 0.5,
            discover: ['domain'],
            max_live_lookups: 1,
          },
          ...{ read_accounts_pdf: false, contact_roles: ['owner'] },
          ...{ max_contacts: 3, verify_emails: true, contacts_lookup: 'live' },
          ...{ include_phone: true, include_linkedin: true },
        },
      },
    }),
  ],
  ['submit_no_rows', 400, submission([])],
  ['submit_too_many', 413, submission([{ company_number: COMPANY }, {}]), keys.cramped],
  [
    'submit_not_enabled',
    403,
    submission([{}], { body: { rows: [{ company_number: COMPANY }], blocks: ['scores'] } }),
  ],
];

/** The same key with the same request, and with another. */
const replays = () => [
  [
    'resolve_key_reused',
    409,
    header(resolve({ company_number: OTHER_COMPANY }), 'X-Idempotency-Key', 'judge-1'),
  ],
  ['submit_replayed', 200, header(submission([{ company_number: COMPANY }]), 'X-Idempotency-Key', 'judge-2')],
  ['submit_key_reused', 409, header(submission([{}]), 'X-Idempotency-Key', 'judge-2')],
];

const reads = ({ jobId }) => {
  const job = `/v1/enrich/jobs/${jobId}`;
  return [
    ['job', 200, get(job)],
    ['job_unknown', 404, get(`/v1/enrich/jobs/${NO_JOB}`)],
    ['results', 200, get(`${job}/results`, { query: { limit: 1 } })],
    ['results_cursor', 400, get(`${job}/results`, { query: { cursor: 'not-a-cursor' } })],
    ['results_unknown', 404, get(`/v1/enrich/jobs/${NO_JOB}/results`)],
    ['errors', 200, get(`${job}/errors`)],
    ['errors_cursor', 400, get(`${job}/errors`, { query: { cursor: 'not-a-cursor' } })],
    ['errors_unknown', 404, get(`/v1/enrich/jobs/${NO_JOB}/errors`)],
    ['cancel_finished', 200, { method: 'POST', path: `${job}/cancel` }],
    ['cancel_unknown', 404, { method: 'POST', path: `/v1/enrich/jobs/${NO_JOB}/cancel` }],
    ['usage', 200, get('/v1/usage')],
    ['usage_by_day', 200, get('/v1/usage', { query: { granularity: 'day' } })],
    ['usage_of_job', 200, get('/v1/usage', { query: { job_id: jobId } })],
    ['usage_range', 400, get('/v1/usage', { query: { from: '2026-02-01', to: '2026-01-01' } })],
    ['usage_unknown_job', 404, get('/v1/usage', { query: { job_id: NO_JOB } })],
    ['whoami', 200, get('/v1/whoami')],
    ['blocks', 200, get('/v1/blocks')],
  ];
};

/** Every operation but those for the description: with a key that there is not, and with one of the other scope. */
function refusals({ keys, jobId }) {
  const job = `/v1/enrich/jobs/${jobId}`;
  const operations = [
    ['resolve', resolve({ company_number: COMPANY }), keys.read],
    ['submit', submission([{ company_number: COMPANY }]), keys.read],
    ['job', get(job), keys.enrich],
    ['results', get(`${job}/results`), keys.enrich],
    ['errors', get(`${job}/errors`), keys.enrich],
    ['cancel', { method: 'POST', path: `${job}/cancel` }, keys.read],
    ['usage', get('/v1/usage'), keys.enrich],
    ['whoami', get('/v1/whoami'), keys.enrich],
    ['blocks', get('/v1/blocks'), keys.enrich],
  ];
  return operations.flatMap(([name, request, wrongScope]) => [
    [`${name}_wrong_key`, 401, request, WRONG_KEY],
    [`${name}_wrong_scope`, 403, request, wrongScope],
  ]);
}

/** Without a key. */
const redirects = () => [
  ['description', 302, get('/v1/openapi.json'), null],
  ['description_alias', 302, get('/v1/openapi'), null],
];

async function send(url, { method, path, query = {}, headers = {}, body }) {
  const target = new URL(path, url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  const answer = await fetch(target, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** A finished job, and the idempotency keys that `replays` asks for again. */
async function prepare({ url, keys }) {
  const asked = (request) => send(url, header(request, 'Authorization', `Bearer ${keys.full}`));
  await asked(header(resolve({ company_number: COMPANY }), 'X-Idempotency-Key', 'judge-1'));
  await asked(header(submission([{ company_number: COMPANY }]), 'X-Idempotency-Key', 'judge-2'));
  const rows = [{ ref: 'a', company_number: COMPANY }, { company_number: '99999999' }, {}];
  const { body: accepted } = await asked(submission(rows));
  for (let tries = 0; tries < 600; tries += 1) {
    const { body: job } = await asked(get(`/v1/enrich/jobs/${accepted.job_id}`));
    if (job.results_ready) return accepted.job_id;
    await pause(50);
  }
  throw new Error('the job of the examples did not finish');
}

const without = (headers, names) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** @returns an external example of Specmatic for each, with its path in the description; throws where one is not answered as intended */
export async function makeExamples(service) {
  const world = { ...service, jobId: await prepare(service) };
  const lists = [resolves, submissions, replays, reads, refusals, redirects];
  const made = [];
  for (const [name, status, request, key = world.keys.full] of lists.flatMap((list) => list(world))) {
    const sent = key === null ? request : header(request, 'Authorization', `Bearer ${key}`);
    const answer = await send(service.url, sent);
    if (answer.status !== status) {
      throw new Error(`${name}: ${answer.status} in place of ${status}: ${JSON.stringify(answer.body)}`);
    }
    const { body } = answer;
    const response = {
      status,
      headers: without(answer.headers, HTTP_HEADERS),
      ...(body === undefined ? {} : { body }),
    };
    const operation = request.path.replace(/job_[0-9A-Z]+/, '{job_id}');
    made.push({ operation, example: { name, 'http-request': sent, 'http-response': response } });
  }
  return made;
}
