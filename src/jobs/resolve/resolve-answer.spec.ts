import { JOB } from '../../../test/support/logs/job-builders.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { ErrorBody } from '../../../packages/platform/src/http/answer.js';
import type { AnsweredResolve } from '../commands.js';
import { resolveAnswer } from './resolve-answer.js';

const CANDIDATES = [{ company_number: '01234567', company_name: 'EXAMPLE LIMITED' }];

const failedWith = (reason: ReasonCode, candidates = CANDIDATES): AnsweredResolve => ({
  outcome: 'resolved',
  job_id: JOB,
  row: { status: 'failed', reason, detail: 'for the errors page', candidates },
  expires_at: null,
  stored: true,
  not_enabled: [],
  units_so_far: 0,
  receipt_event: null,
  billed_units: 0,
  position: '01' as Position,
});

const answerTo = (reason: ReasonCode, candidates = CANDIDATES) => {
  const answer = resolveAnswer(failedWith(reason, candidates), { results_url: '', status_url: '' });
  if (!(answer.body instanceof ErrorBody)) throw new Error('a failed resolve has an error body');
  return { status: answer.status, detail: answer.body.detail, ...answer.body.more };
};

const NOT_FOUND = ['not_matched', 'not_own_site'] as const;

describe('a resolve whose row failed as a whole', () => {
  it('is 404 for no_company_identified_on_site, which stands beside one of the details that the interface names', () => {
    expect(answerTo('no_company_identified_on_site')).toEqual({
      status: 404,
      detail: 'not_matched',
      reason: 'no_company_identified_on_site',
      retry_suggested: false,
    });
  });

  it.each(NOT_FOUND)('is 404 for %s', (reason) => {
    const answer = { status: 404, detail: reason, retry_suggested: false };
    expect(answerTo(reason, [])).toEqual(answer);
  });

  it('lists near names beside not_matched, and only there', () => {
    expect(answerTo('not_matched')).toHaveProperty('candidates', CANDIDATES);
    expect(answerTo('not_own_site')).not.toHaveProperty('candidates');
  });

  it('is 404 for site_unreachable, with a retry worthwhile', () => {
    expect(answerTo('site_unreachable')).toEqual({
      status: 404,
      detail: 'site_unreachable',
      retry_suggested: true,
    });
  });

  it('is 409 for ambiguous_match, with the candidates', () => {
    expect(answerTo('ambiguous_match')).toEqual({
      status: 409,
      detail: 'ambiguous_match',
      candidates: CANDIDATES,
    });
  });

  it('is 502 for every other reason', () => {
    const others = REASON_CODES.filter(
      (reason) =>
        ![...NOT_FOUND, 'no_company_identified_on_site', 'site_unreachable', 'ambiguous_match'].includes(
          reason,
        ),
    );
    expect(new Set(others.map((reason) => answerTo(reason).status))).toEqual(new Set([502]));
  });
});
