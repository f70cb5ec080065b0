/** A whole job by openapi-fetch, its pages and errors, and one company: what it reads stands on its output. */
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Schemas = components['schemas'];

const { URL, KEY, NUMBERS = '' } = process.env;
const BLOCKS: Schemas['BlockKey'][] = ['company_identity', 'officers'];
const PAGE = 3;

const client = createClient<paths>({ baseUrl: URL, headers: { authorization: `Bearer ${KEY}` } });
const say = (what: string, value: unknown): void => console.log(`${what}: ${value}`);

/** What was answered; a refusal ends the program. */
async function answered<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function finished(job: Schemas['Job']): Promise<Schemas['Job']> {
  const path = { job_id: job.job_id };
  while (!job.results_ready) {
    await new Promise((resolve) => setTimeout(resolve, job.retry_after_ms));
    job = await answered(client.GET('/v1/enrich/jobs/{job_id}', { params: { path } }));
  }
  return job;
}

/** Of the company, where the identity is available: `status` tells the compiler that there is a value. */
function identityOf({ blocks }: Pick<Schemas['Row'], 'blocks'>): string | null {
  const block = blocks.company_identity;
  return block?.status === 'available' ? block.value.company_status : (block?.status ?? 'none');
}

const numbers = NUMBERS.split(',');
const [first] = numbers;
say('blocks', (await answered(client.GET('/v1/blocks'))).blocks.length);
const submitted = await answered(
  client.POST('/v1/enrich/jobs', {
    params: { header: { 'X-Idempotency-Key': 'fetch-journey' } },
    body: {
      rows: numbers.map((number) => ({ ref: `row ${number}`, company_number: number })),
      blocks: BLOCKS,
    },
  }),
);
const job = await finished(submitted);
say('job', job.status);

const path = { job_id: job.job_id };
for (let cursor: string | null | undefined; cursor !== null;) {
  const query = { limit: PAGE, cursor };
  const page = await answered(client.GET('/v1/enrich/jobs/{job_id}/results', { params: { path, query } }));
  for (const row of page.results) say(row.ref, `${row.status} ${identityOf(row)}`);
  cursor = page.next_cursor;
}
for (let cursor: string | null | undefined; cursor !== null;) {
  const query = { limit: PAGE, cursor };
  const page = await answered(client.GET('/v1/enrich/jobs/{job_id}/errors', { params: { path, query } }));
  for (const { ref, reason } of page.errors) say(`error of ${ref}`, reason);
  cursor = page.next_cursor;
}

// It sends a list in a query as so many parameters of one name.
const query = { company_number: first, blocks: BLOCKS };
const one = await answered(client.GET('/v1/resolve', { params: { query } }));
if ('matched' in one) say('resolved', `${one.matched.company_number} ${identityOf(one)}`);

const nobody = { path: { job_id: 'job_00000000000000000000000000' } };
const missing = await client.GET('/v1/enrich/jobs/{job_id}', { params: nobody });
say('of nobody', `${missing.response.status} ${missing.error?.detail}`);
const refused = await client.POST('/v1/enrich/jobs', { body: { rows: [], blocks: BLOCKS } });
const { error } = refused;
if (error && 'errors' in error) say('refused', `${refused.response.status} ${Object.keys(error.errors)}`);
