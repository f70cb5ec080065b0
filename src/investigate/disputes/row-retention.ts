/** Decides whether the data of a job's rows are still kept, and what can be shown and proved. Pure. */
import { standingHold, type JobFacts } from '../job-facts.js';
import { moment } from '../../../packages/words/src/text/formats.js';

/**
 * `kept`: the data can be shown. The data of a held job can be shown even after its pages were erased.
 * `expired`: the retention is over, but the data are not erased yet. `erased`: the data were erased at the
 * end of the retention or by an operator. `never_kept`: the request had `store=false`.
 */
export type RowRetention =
  | { readonly state: 'kept'; readonly hold?: { readonly at: string; readonly reason: string } }
  | { readonly state: 'expired'; readonly at: string }
  | { readonly state: 'erased'; readonly at: string; readonly reason: string }
  | { readonly state: 'never_kept' };

/** @param now ISO 8601, UTC */
export function rowRetention(job: JobFacts, now: string): RowRetention {
  const { submission, erasure, end } = job;
  if (!submission.stored) return { state: 'never_kept' };
  const expiresAt = end?.event.data.expires_at;
  const hold = standingHold(job, now);
  if (hold !== null) return { state: 'kept', hold: { at: hold.time, reason: hold.event.data.reason } };
  if (erasure === null)
    return expiresAt !== undefined && expiresAt <= now
      ? { state: 'expired', at: expiresAt }
      : { state: 'kept' };
  return { state: 'erased', at: erasure.time, reason: erasure.event.data.reason };
}

/** Writes the summary's sentences on the data that are shown, on those that are gone, and on proved facts. */
export function proofSentences(retention: RowRetention, hasIdempotencyKey: boolean) {
  switch (retention.state) {
    case 'kept':
      return {
        shownSentences: [
          'What was asked and what was delivered, byte for byte (events.ndjson; readable in rows.ndjson).',
          'That what was delivered is what was charged: the record names each data event by its SHA-256 (digests.ndjson).',
          ...(retention.hold === undefined
            ? []
            : [
                `The data are held for a dispute since ${moment(retention.hold.at)} (${retention.hold.reason}): after the retention they are kept for evidence alone.`,
              ]),
        ],
        goneSentences: [],
        provedSentences: [`${FACTS} ${requestProof(hasIdempotencyKey, true)}`],
      };
    case 'expired':
    case 'erased':
      return {
        shownSentences: [],
        goneSentences: [
          retention.state === 'expired'
            ? `What was asked (refs and identifiers) and the JSON that was delivered: their retention ended at ${moment(retention.at)}, and they are about to be erased.`
            : `What was asked (refs and identifiers) and the JSON that was delivered: erased at ${moment(retention.at)} (${retention.reason}), together with the salts of their digests.`,
        ],
        provedSentences: [
          FACTS,
          'A copy of the data events, such as an earlier bundle holds, can still be held against the digests of the record (digests.ndjson). Without such a copy the digests say nothing: their salt is gone too.',
          requestProof(hasIdempotencyKey, false),
        ],
      };
    case 'never_kept':
      return {
        shownSentences: [],
        goneSentences: [
          'What was asked, the company and what was delivered: the request said store=false, so none of it was ever kept, and the salt of its digest was not either.',
        ],
        provedSentences: [
          'Who asked when and by which request; the answer status and reason of each block; what each row was charged and why each other block was free.',
          requestProof(hasIdempotencyKey, false),
        ],
      };
  }
}

const FACTS =
  'Who asked when and by which request; which company each row was matched to and on what; the answer status and reason of each block; what each row was charged and why each other block was free.';

function requestProof(hasIdempotencyKey: boolean, isSaltKept: boolean): string {
  if (hasIdempotencyKey)
    return "What was asked, to whoever still has the request: the digest in JobSubmitted is an HMAC-SHA256 of it, keyed by the idempotency key's own text, which is stored nowhere.";
  return isSaltKept
    ? 'What was asked, to whoever has the whole request: the digest in JobSubmitted is an HMAC-SHA256 of it, keyed by the salt in RowsSubmitted.'
    : 'What was asked can no longer be proved from the digest in JobSubmitted: no idempotency key was used, and its salt lay with the rows.';
}
