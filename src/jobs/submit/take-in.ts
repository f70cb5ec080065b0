/** From the bytes of a submission to its outcome: the same work in the API's thread for small bodies and in another for large ones. */
import type { Caller } from '../../access/caller.js';
import { DEFAULT_MAX_ROWS } from '../../shared/row-cap.js';
import { ProblemList } from '../../platform/http/field-errors.js';
import type { SubmitOutcome } from '../commands.js';
import { SubmitJob } from '../commands.js';
import type { ParsedSubmission } from './parse-submission.js';
import { parseScanned, parseSubmission } from './parse-submission.js';
import type { ScannedBody } from './submission-scan.js';

/** A request to submit, but for its body. Plain data: it crosses threads. */
export interface Intake {
  readonly caller: Caller;
  readonly requestId: string;
  /** The text of the idempotency key, where one was sent. */
  readonly idempotencyKey: string | null;
  /** What was found wrong in the headers, by path. */
  readonly headerFaults: readonly (readonly [path: string, sentence: string])[];
}

export type IntakeOutcome = SubmitOutcome | Extract<ParsedSubmission, { outcome: 'refused' }>;

/** @param submit executes the command */
export async function takeIn(
  body: Uint8Array | ScannedBody,
  { caller, requestId, idempotencyKey, headerFaults }: Intake,
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
  return submit(new SubmitJob({ caller, requestId, idempotencyKey, canonical }, request));
}
