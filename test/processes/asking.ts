/** What the tests of upgrades ask, by whichever program answers. */
import type { PatientClient } from '../support/patient-client.js';
import { rowsOf as readRows } from './reading.js';
import type { ServedRow } from './story.js';
import { BLOCKS } from './story.js';

export interface AskedJob {
  /** Its idempotency key, too. */
  readonly name: string;
  readonly numbers: readonly string[];
  readonly rows: number;
}

/** Every ninth row is a number that nobody has. */
export const asked = ({ name, numbers, rows }: AskedJob): { ref: string; company_number: string }[] =>
  Array.from({ length: rows }, (_, row) => ({
    ref: `${name}: ${row}`,
    company_number: row % 9 === 8 ? '99999999' : (numbers[row % numbers.length] ?? ''),
  }));

/** @returns its id, once it is accepted */
export async function submitted(client: PatientClient, job: AskedJob): Promise<string> {
  const { status, body } = await client.ask('/v1/enrich/jobs', {
    method: 'POST',
    headers: { 'x-idempotency-key': job.name },
    body: { rows: asked(job), blocks: BLOCKS },
  });
  if (status !== 202 && status !== 200) throw new Error(`${job.name}: ${status} ${JSON.stringify(body)}`);
  return String(body['job_id']);
}

export const rowsOf = (client: PatientClient, job: string): Promise<ServedRow[]> =>
  readRows(client, job, () => 1_000);
