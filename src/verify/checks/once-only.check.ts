/**
 * Invariant 2: a row is delivered at most once and charged at most once, after all retries, replays, kills
 * and double runs. A chunk has one record, of one attempt, with each row once. A late block has one fill. An
 * idempotency key is claimed again only after its earlier claim was released.
 */
import type { LoggedEvent } from '../../streams/index.js';
import { Findings, type InvariantCheck } from '../invariant.js';
import type { PassMemory, Place } from '../pass-memory.js';

export class OnceOnly implements InvariantCheck {
  readonly findings = new Findings(2, 'delivered once, charged once', 'rows and late blocks');

  constructor(private readonly memory: Pick<PassMemory, 'claims'>) {}

  observe(entry: LoggedEvent, { job, chunk, previous }: Place): void {
    const { event } = entry;
    switch (event.type) {
      case 'RowsRecorded': {
        const { attempt, from, count } = event.data;
        if (chunk === undefined)
          return this.findings.blame(
            entry,
            `rows ${from} to ${from + count - 1} are recorded although their chunk is complete, or no part of a running job`,
            event.data,
          );
        if (chunk.attempt !== null && chunk.attempt !== attempt)
          this.findings.blame(
            entry,
            `the chunk is recorded by attempt ${attempt} after attempt ${chunk.attempt}`,
            event.data,
          );
        return;
      }
      case 'RowResolved':
      case 'RowFailed': {
        this.findings.checked++;
        if (chunk === undefined) return;
        const { row } = event.data;
        if (!chunk.holds(row)) this.findings.blame(entry, `row ${row} is no row of this chunk`, event.data);
        else if (chunk.recorded.has(row - chunk.from))
          this.findings.blame(entry, `row ${row} is recorded a second time`, event.data);
        return;
      }
      case 'RowCharged':
        if (chunk?.charged.has(event.data.row - chunk.from) === true)
          this.findings.blame(entry, `row ${event.data.row} is charged a second time`, event.data);
        return;
      case 'BlockFilled': {
        this.findings.checked++;
        const { row, block } = event.data;
        if (chunk?.pending.get(row)?.has(block) !== true)
          this.findings.blame(
            entry,
            `${block} of row ${row} is filled although it is not pending`,
            event.data,
          );
        return;
      }
      case 'IdempotencyKeyClaimed':
        if (previous !== undefined ? !this.memory.claims.isFree(entry.stream) : entry.revision > 0)
          this.findings.blame(
            entry,
            'the idempotency key is claimed again while it is held',
            event.data.submission,
          );
        return;
      case 'JobSubmitted':
        if (job !== undefined || entry.revision !== 0)
          this.findings.blame(entry, 'the job is submitted a second time', event.data);
        return;
      default:
        return;
    }
  }
}
