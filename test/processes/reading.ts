/** Reads as clients read: whole lists, page by page, with any mix of limits. */
import type { PatientClient } from '../support/patient-client.js';
import type { ServedRow } from './story.js';

async function entriesOf(
  client: PatientClient,
  path: string,
  list: 'results' | 'errors',
  limit: () => number,
): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (let cursor: string | null = null; ;) {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await client.ask(`${path}?limit=${limit()}${query}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    entries.push(...(body[list] as unknown[]));
    cursor = body['next_cursor'] as string | null;
    if (cursor === null) return entries;
  }
}

export const rowsOf = async (client: PatientClient, job: string, limit: () => number): Promise<ServedRow[]> =>
  (await entriesOf(client, `/v1/enrich/jobs/${job}/results`, 'results', limit)) as ServedRow[];

export const errorsOf = async (
  client: PatientClient,
  job: string,
  limit: () => number,
): Promise<{ readonly row: number; readonly ref: string; readonly reason: string }[]> =>
  (await entriesOf(client, `/v1/enrich/jobs/${job}/errors`, 'errors', limit)) as {
    row: number;
    ref: string;
    reason: string;
  }[];
