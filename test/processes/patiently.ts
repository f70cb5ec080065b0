/** Waits for what processes bring about: they share a machine with other tests, and only a hang should end one. */
import { eventually } from '../support/eventually.js';
import type { PatientClient } from '../support/patient-client.js';

const PATIENCE_MS = 90_000;

export const patiently = <T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> => eventually(what, look, PATIENCE_MS);

/** The job as it is shown once its results are ready. */
export const endOf = (client: PatientClient, job: string): Promise<Record<string, unknown>> =>
  patiently(`the end of ${job}`, async () => {
    const { body } = await client.ask(`/v1/enrich/jobs/${job}`);
    return body['results_ready'] === true ? body : undefined;
  });
