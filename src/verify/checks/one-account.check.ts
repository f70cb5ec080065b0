/**
 * Invariant 7 in the log: key, claim, job, data, record and charge all have the same account. (Tests of the
 * operations check the same of HTTP answers.)
 */
import { isDeepStrictEqual } from 'node:util';
import type { LoggedEvent } from '../../streams/index.js';
import type { IdempotencyKeyClaimed } from '../../streams/idempotency/idempotency.events.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { Findings, type InvariantCheck } from '../invariant.js';
import type { PassMemory, Place } from '../pass-memory.js';

/** The account in the name of an `account-`, `contact-` or `idempotency-` stream. */
const accountOfStream = (stream: string): number => Number(/^\w+-(\d+)/.exec(stream)?.[1]);

export class OneAccount implements InvariantCheck {
  readonly findings = new Findings(7, 'one account from key to charge', 'jobs and claims');

  constructor(private readonly memory: Pick<PassMemory, 'claims' | 'keys'>) {}

  observe(entry: LoggedEvent, { job, isFirst }: Place): void {
    const { event } = entry;
    switch (event.type) {
      case 'IdempotencyKeyClaimed':
        return this.claimed(entry, event.data);
      case 'JobSubmitted':
        return this.submitted(entry, event.data);
      case 'JobCancelRequested':
        if (job !== undefined) this.keyBelongs(entry, event.data.key_id, job);
        return;
      default:
        if (isFirst && job !== undefined) this.sameAccount(entry, job);
    }
  }

  private claimed(entry: LoggedEvent, { submission }: IdempotencyKeyClaimed['data']): void {
    this.findings.checked++;
    const owner = accountOfStream(entry.stream);
    if (submission.account_id !== owner)
      this.findings.blame(
        entry,
        `a key of account ${owner} is claimed for account ${submission.account_id}`,
        { job_id: submission.job_id },
      );
    this.sameAccount(entry, { id: submission.job_id, account: submission.account_id });
  }

  private submitted(entry: LoggedEvent, submission: Submission): void {
    this.findings.checked++;
    const { job_id, account_id, key_id } = submission;
    this.keyBelongs(entry, key_id, { id: job_id, account: account_id });
    this.sameAccount(entry, { id: job_id, account: account_id });
    const claim = this.memory.claims.unfinished.get(job_id)?.data;
    if (submission.idempotent && claim === undefined)
      this.findings.blame(
        entry,
        'the job was submitted under an idempotency key that nobody claimed for it',
        { job_id },
      );
    if (claim !== undefined && !isDeepStrictEqual(claim.submission, submission))
      this.findings.blame(entry, 'the job differs from what its idempotency key was claimed for', { job_id });
  }

  private keyBelongs(entry: LoggedEvent, key: KeyId, job: { id: JobId; account: AccountId }): void {
    const owner = this.memory.keys.get(key);
    if (owner !== job.account)
      this.findings.blame(
        entry,
        `key ${key} of account ${owner ?? 'none'} acts on a job of account ${job.account}`,
        { job_id: job.id },
      );
  }

  private sameAccount(entry: LoggedEvent, job: { id: JobId; account: AccountId }): void {
    if (entry.account !== null && entry.account !== job.account)
      this.findings.blame(
        entry,
        `an event of account ${entry.account} stands in a job of account ${job.account}`,
        { job_id: job.id },
      );
  }
}
