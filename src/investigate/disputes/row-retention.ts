/** Decides whether the data of a job's rows are still kept, and what can be shown and proved. Pure. */
import { standingHold, type JobFacts } from '../job-facts.js';
import { moment } from '../../../packages/words/src/text/formats.js';

/**
 * `kept`: the data can be shown. The data of a held job can be shown even after its pages were erased.
 * `expired`: the retention is over, but the data are not erased yet. `erased`: the data were erased at the
 * end of the retention or by an operator. `never_kept`: the request had `store=false`.
 */
export type RowRetention =
  | { readonly state: 'kept'; readonly held?: { readonly at: string; readonly reason: string } }
  | { readonly state: 'expired'; readonly at: string }
  | { readonly state: 'erased'; readonly at: string; readonly reason: string }
  | { readonly state: 'never_kept' };

/** @param now ISO 8601, UTC */
export function rowRetention(job: JobFacts, now: string): RowRetention {
  const { submission, erased, end } = job;
  if (!submission.stored) return { state: 'never_kept' };
  const expires = end?.event.data.expires_at;
  const hold = standingHold(job, now);
  if (hold !== null) return { state: 'kept', held: { at: hold.time, reason: hold.event.data.reason } };
  if (erased === null)
    return expires !== undefined && expires <= now ? { state: 'expired', at: expires } : { state: 'kept' };
  return { state: 'erased', at: erased.time, reason: erased.event.data.reason };
}

/** Sentences of the summary about what is shown, gone and proved. */
export interface ProofSentences {
  readonly shown: readonly string[];
  readonly gone: readonly string[];
  readonly proved: readonly string[];
}

export function proofSentences(retention: RowRetention, idempotent: boolean): ProofSentences {
  switch (retention.state) {
    case 'kept':
      return {
        shown: [
          'What was asked and what was delivered, byte for byte (events.ndjson; readable in rows.ndjson).',
          'That what was delivered is what was charged: the record names each data event by its SHA-256 (digests.ndjson).',
          ...(retention.held === undefined
            ? []
            : [
                `The data are held for a dispute since ${moment(retention.held.at)} (${retention.held.reason}): after the retention they are kept for evidence alone.`,
              ]),
        ],
        gone: [],
        proved: [`${FACTS} ${requestProof(idempotent, true)}`],
      };
    case 'expired':
    case 'erased':
      return {
        shown: [],
        gone: [
          retention.state === 'expired'
            ? `What was asked (refs and identifiers) and the JSON that was delivered: their retention ended at ${moment(retention.at)}, and they are about to be erased.`
            : `What was asked (refs and identifiers) and the JSON that was delivered: erased at ${moment(retention.at)} (${retention.reason}), together with the salts of their digests.`,
        ],
        proved: [
          FACTS,
          'A copy of the data events, such as an earlier bundle holds, can still be held against the digests of the record (digests.ndjson). Without such a copy the digests say nothing: their salt is gone too.',
          requestProof(idempotent, false),
        ],
      };
    case 'never_kept':
      return {
        shown: [],
        gone: [
          'What was asked, the company and what was delivered: the request said store=false, so none of it was ever kept, and the salt of its digest was not either.',
        ],
        proved: [
          'Who asked when and by which request; the answer status and reason of each block; what each row was charged and why each other block was free.',
          requestProof(idempotent, false),
        ],
      };
  }
}

const FACTS =
  'Who asked when and by which request; which company each row was matched to and on what; the answer status and reason of each block; what each row was charged and why each other block was free.';

function requestProof(idempotent: boolean, saltKept: boolean): string {
  if (idempotent)
    return "What was asked, to whoever still has the request: the digest in JobSubmitted is an HMAC-SHA256 of it, keyed by the idempotency key's own text, which is stored nowhere.";
  return saltKept
    ? 'What was asked, to whoever has the whole request: the digest in JobSubmitted is an HMAC-SHA256 of it, keyed by the salt in RowsSubmitted.'
    : 'What was asked can no longer be proved from the digest in JobSubmitted: no idempotency key was used, and its salt lay with the rows.';
}
