/**
 * Invariant 9 behind a checkpoint: an account that made adjustments there has all of them judged again, with its prices
 * and the jobs that they name, and what is wrong with the new ones is told.
 */
import { decode, type LoggedEvent } from '../../streams/index.js';
import { accountStream } from '../../streams/account/account.events.js';
import { adjustmentsStream, adjustmentsStreams } from '../../streams/adjustments/adjustments.events.js';
import type { EventStore, Position } from '../../platform/event-store/event-store.js';
import { storedEvents } from '../../platform/event-store/stored-events.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import { ReversedOnce } from '../checks/reversed-once.check.js';
import { Findings, type InvariantReport } from '../invariant.js';
import { JobReplay } from './job-replay.js';

type Streams = Pick<EventStore, 'readStream'>;

/** Whether a job is over is asked of its own stream. */
const NO_JOBS = { open: new Map<JobId, never>() };

export class RecentReversals {
  /** Adjustments behind the checkpoint, by account. */
  private touched = new Map<AccountId, LoggedEvent[]>();

  observe(entry: LoggedEvent): void {
    const { type } = entry.event;
    if (type !== 'ChargeAdjusted' && type !== 'AdjustmentReversed') return;
    const account = adjustmentsStreams.idOf(entry.stream);
    const known = this.touched.get(account);
    if (known === undefined) this.touched.set(account, [entry]);
    else known.push(entry);
  }

  /** Judges the adjustments since the last call. */
  async settle(log: Streams, upTo: Position): Promise<InvariantReport> {
    const findings = new Findings(9, 'no charge is reversed twice', 'adjustments');
    const touched = this.touched;
    this.touched = new Map();
    for (const [account, entries] of touched) {
      findings.checked += entries.length;
      for (const entry of entries) await unfinished(log, entry, findings);
      const recent = new Set(entries.map(({ id }) => id));
      const { offenders } = await judged(log, account, upTo);
      for (const offender of offenders)
        if (offender.event_id !== null && recent.has(offender.event_id)) findings.offend(offender);
    }
    return findings.report();
  }
}

async function judged(log: Streams, account: AccountId, upTo: Position): Promise<InvariantReport> {
  const check = new ReversedOnce(NO_JOBS);
  const entries: LoggedEvent[] = [];
  for (const stream of [accountStream(account), adjustmentsStream(account)])
    for await (const recorded of storedEvents(log, stream))
      if (recorded.position <= upTo) entries.push(...decode(recorded));
  for (const entry of entries.sort((a, b) => (a.position < b.position ? -1 : 1))) check.observe(entry);
  await check.readCharges(log);
  return check.conclude();
}

async function unfinished(log: Streams, entry: LoggedEvent, findings: Findings): Promise<void> {
  if (entry.event.type !== 'ChargeAdjusted') return;
  const { adjustment_id, charges } = entry.event.data;
  for (const job of charges.flatMap(({ jobs }) => jobs))
    if ((await JobReplay.of(log, job, entry.position))?.state === 'open')
      findings.found(entry, `${adjustment_id} adjusts ${job}, which is not over`, { job });
}
