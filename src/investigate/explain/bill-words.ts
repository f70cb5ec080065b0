/** What an explained bill says in words, wherever it is shown. */
import { explained } from '../tell-row.js';
import type { ExplainedBill } from './explained.js';

/** Whose bill, and of which days (UTC). */
export function titleOf({ account_id, job_id, key_id, from, to, day }: ExplainedBill): string {
  const whose = job_id === null ? (key_id === null ? '' : `key ${key_id} of `) : `job ${job_id} of `;
  const when = from === null ? 'nothing was ever used' : day === null ? `${from} to ${to}` : day;
  return `The bill of ${whose}account ${account_id}, ${when}`;
}

const FREE = {
  not_found: 'nothing was found',
  not_enabled: 'the account did not have it when the request was accepted',
  pending: 'still being looked for, billed once if it is found',
} as const;

/** What cost nothing: how many times, and why. */
export function freeOf({ not_billed }: ExplainedBill): readonly (readonly [times: number, why: string])[] {
  const { failed, blocks, skipped, unfinished, replays } = not_billed;
  const lines: (readonly [number, string])[] = [
    ...Object.entries(blocks).flatMap(([block, reasons]) =>
      Object.entries(reasons).map(
        ([why, rows]) => [rows, `${block}: ${FREE[why as keyof typeof FREE]}`] as const,
      ),
    ),
    // The keys of the record are reason codes; `Object.entries` forgets that.
    ...Object.entries(failed).map(
      ([reason, rows]) => [rows, `the row failed with ${explained(reason as keyof typeof failed)}`] as const,
    ),
    [skipped, 'the row was skipped by a cancel before it was started'],
    [unfinished, 'the row is not finished yet'],
    [replays, 'a request repeated an earlier one and got its answer (request log, 30 days)'],
  ];
  return lines.filter(([times]) => times > 0);
}
