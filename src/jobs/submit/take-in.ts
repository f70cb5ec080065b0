/** Parses the body of a submission and submits the job. A large body is taken in by the intake thread. */
import type { Caller } from '../../access/caller.js';
import { DEFAULT_MAX_ROWS } from '../../../packages/contract/src/row-cap.js';
import { ProblemList } from '../../../packages/platform/src/http/field-errors.js';
import { requestDigest } from '../idempotency/fingerprint.js';
import { SubmitJob, type SubmitOutcome } from '../commands.js';
import { parseScanned, parseSubmission, type ParsedSubmission } from './parse-submission.js';
import type { ScannedBody } from './submission-scan.js';

/** A request to submit a job, without its body. It is plain data, because it is sent to a thread. */
export interface IntakeRequest {
  readonly caller: Caller;
  readonly requestId: string;
  /** The text of the idempotency key, or null if none was sent. */
  readonly idempotencyKey: string | null;
  readonly headerFaults: readonly (readonly [path: string, sentence: string])[];
}

export type IntakeOutcome =
  | {
      readonly outcome: 'submitted';
      readonly submitOutcome: SubmitOutcome;
      /** SHA-256 of the canonical request, in hexadecimal digits. */
      readonly request_sha256: string;
    }
  | Extract<ParsedSubmission, { outcome: 'refused' }>;

/** @param submit executes the command */
export async function takeInSubmission(
  body: Uint8Array | ScannedBody,
  { caller, requestId, idempotencyKey, headerFaults }: IntakeRequest,
  submit: (command: SubmitJob) => Promise<SubmitOutcome>,
): Promise<IntakeOutcome> {
  const problems = new ProblemList();
  for (const [path, sentence] of headerFaults) problems.add(path, sentence);
  const maxRows = caller.max_rows ?? DEFAULT_MAX_ROWS;
  const parsed =
    body instanceof Uint8Array
      ? parseSubmission(body, maxRows, problems)
      : parseScanned(body, maxRows, problems);
  if (parsed.outcome === 'refused') return parsed;
  const { request, canonical } = parsed;
  const submitOutcome = await submit(
    new SubmitJob({ caller, requestId, idempotencyKey, canonical }, request),
  );
  return { outcome: 'submitted', submitOutcome, request_sha256: await requestDigest(canonical) };
}
