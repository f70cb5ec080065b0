/** One good request of every operation that needs a key. */
import type { ApiWorld, Call, IssuedKey, Reply } from './worlds/api-world.js';

const COMPANY = '01234567';

export interface KnownOperation {
  readonly id: string;
  readonly path: (job: string) => string;
  readonly call: Call;
  /** What it answers where nothing is wrong. */
  readonly status: number;
}

const SUBMISSION = { rows: [{ company_number: COMPANY }], blocks: ['company_identity'] };

const read = (id: string, path: string): KnownOperation => ({
  id,
  path: (job) => path.replace('JOB', job),
  call: {},
  status: 200,
});

export const EVERY_OPERATION: readonly KnownOperation[] = [
  read('resolve', `/v1/resolve?company_number=${COMPANY}&blocks=company_identity`),
  {
    ...read('submitJob', '/v1/enrich/jobs'),
    call: { method: 'POST', body: SUBMISSION },
    status: 202,
  },
  read('getJob', '/v1/enrich/jobs/JOB'),
  read('getResults', '/v1/enrich/jobs/JOB/results'),
  read('getErrors', '/v1/enrich/jobs/JOB/errors'),
  { ...read('cancelJob', '/v1/enrich/jobs/JOB/cancel'), call: { method: 'POST' } },
  read('getUsage', '/v1/usage?job_id=JOB'),
  read('whoami', '/v1/whoami'),
  read('listBlocks', '/v1/blocks'),
];

export const ask = (
  world: ApiWorld,
  operation: KnownOperation,
  job: string,
  key: IssuedKey | undefined,
): Promise<Reply> => world.call(operation.path(job), operation.call, key);
