import { NOON, aSubmission } from '../../../test/support/logs/job-builders.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { JobState } from '../../streams/job/job.state.js';
import { fold } from '../../streams/job/job.state.js';
import type { IdempotencyClaim, ClaimVerdict } from './judge-claim.js';
import { judgeClaim } from './judge-claim.js';

const background = aSubmission(4, 4);
const resolve = aSubmission(1, 1, { operation: 'resolve', collection: 'inline' });
const deferred = aSubmission(1, 1, { operation: 'resolve', collection: 'deferred' });
const waitFalse = aSubmission(1, 1, { operation: 'resolve', collection: 'pages' });

const claimed = (submission: Submission): IdempotencyClaim => ({
  fingerprint: 'same',
  request_id: 'req',
  time: NOON,
  submission,
});
const accepted = (submission: Submission): JobState =>
  fold([{ event: { type: 'JobSubmitted', data: submission }, time: NOON }]);
const NOTHING = fold([]);
const GIVEN_UP = fold([
  { event: { type: 'SubmissionAbandoned', data: { job_id: background.job_id, reason: 'old' } }, time: NOON },
]);

const minutesLater = (minutes: number): Date => new Date(Date.parse(NOON) + minutes * 60_000);
const DAY = 24 * 60;

describe('a key that was claimed before', () => {
  it.each<[string, Submission, JobState, ReasonCode | null, string, number, ClaimVerdict]>([
    ['same request, job accepted', background, accepted(background), null, 'same', 1, 'held'],
    ['other request, job accepted', background, accepted(background), null, 'other', 1, 'reused'],
    ['same request a month later', background, accepted(background), null, 'same', 30 * DAY, 'held'],
    ['same request, not accepted yet', background, NOTHING, null, 'same', 1, 'unfinished'],
    ['other request, not accepted yet', background, NOTHING, null, 'other', 1, 'reused'],
    ['never accepted, exactly a day old', background, NOTHING, null, 'same', DAY, 'unfinished'],
    ['never accepted, over a day old', background, NOTHING, null, 'same', DAY + 1, 'expired'],
    ['never accepted, over a day old, other request', background, NOTHING, null, 'other', DAY + 1, 'expired'],
    ['abandoned', background, GIVEN_UP, null, 'same', 1, 'free'],
    ['abandoned, other request', background, GIVEN_UP, null, 'other', 1, 'free'],
    ['a resolve that answered 502', resolve, accepted(resolve), 'source_unavailable', 'same', 1, 'free'],
    [
      'a resolve that answered 502, other request',
      resolve,
      accepted(resolve),
      'resolver_error',
      'other',
      1,
      'free',
    ],
    ['a resolve whose worker was lost', resolve, accepted(resolve), 'worker_lost', 'same', 1, 'free'],
    ['a deferred resolve that answered 502', deferred, accepted(deferred), 'error', 'same', 1, 'free'],
    ['a resolve that answered 404', resolve, accepted(resolve), 'not_matched', 'same', 1, 'held'],
    [
      'a resolve that answered 404 for its site',
      resolve,
      accepted(resolve),
      'site_unreachable',
      'same',
      1,
      'held',
    ],
    ['a resolve that answered 409', resolve, accepted(resolve), 'ambiguous_match', 'same', 1, 'held'],
    [
      'a resolve that answered 404, other request',
      resolve,
      accepted(resolve),
      'not_matched',
      'other',
      1,
      'reused',
    ],
    ['a resolve still running', resolve, accepted(resolve), null, 'same', 1, 'held'],
    ['wait=false never releases', waitFalse, accepted(waitFalse), 'source_unavailable', 'same', 1, 'held'],
    ['nor does a job', background, accepted(background), 'source_unavailable', 'same', 1, 'held'],
  ])('%s', (_title, submission, job, failure, fingerprint, minutes, expected) => {
    const sight = { claim: claimed(submission), job, failure, fingerprint, now: minutesLater(minutes) };
    expect(judgeClaim(sight)).toBe(expected);
  });
});
