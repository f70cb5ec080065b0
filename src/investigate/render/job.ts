/** `investigate job` as text. */
import type { JobStory, JobStoryFound } from '../investigate-job.js';
import { explained } from '../tell-row.js';
import { columns, counted, moment, section, thousands } from '../../shared/text/words.js';
import { renderEvents } from './events.js';

/** Of a job with one chunk the list says nothing new; of a large one only unfinished chunks are listed. */
const MOST_CHUNKS = 10;

export function renderJob(job: JobStory): readonly string[] {
  return [
    `Job ${job.job_id}, ${job.status}`,
    '',
    ...columns(lifeOf(job)),
    ...section('Rows', columns(rowLines(job))),
    ...section('Why rows failed', failureLines(job)),
    ...section(
      `Billed: ${counted(job.billed.units, 'unit')} in ${counted(job.billed.rows, 'row')}`,
      columns(blockLines(job)),
    ),
    ...section('Chunks', chunkLines(job)),
    ...renderEvents(job.events),
  ];
}

/** A submission that was begun and given up, or nothing at all. */
export const renderNoJob = (found: Exclude<JobStoryFound, { outcome: 'found' }>): readonly string[] =>
  found.outcome === 'job_not_found'
    ? ['There is no such job in the log.']
    : [
        'The submission of this job was begun and given up: nothing ran, nothing was billed.',
        ...renderEvents(found.events),
      ];

function lifeOf(job: JobStory): string[][] {
  const { asked } = job;
  const kind = job.operation === 'resolve' ? 'a single resolve' : `a job of ${counted(asked.rows, 'row')}`;
  const lacked = asked.not_enabled.length === 0 ? '' : `; not enabled: ${asked.not_enabled.join(', ')}`;
  const at = (time: string | null): string => (time === null ? '-' : moment(time));
  return [
    [
      'asked by',
      `key ${job.key_id} (${job.environment}) of account ${job.account_id}, request ${job.request_id}`,
    ],
    ['asked for', `${kind}: ${asked.blocks.join(', ')}${lacked}`],
    ['idempotency key', job.idempotency === null ? 'none' : `claimed at ${moment(job.idempotency.time)}`],
    ['submitted', at(job.submitted_at)],
    ...(job.cancel_requested_at === null ? [] : [['cancel asked', at(job.cancel_requested_at)]]),
    ['finished', at(job.finished_at)],
    ['rows kept until', asked.stored ? at(job.expires_at) : 'never kept (store=false)'],
    ...(job.erased_at === null ? [] : [['rows erased', at(job.erased_at)]]),
  ];
}

function rowLines({ counts, asked }: JobStory): string[][] {
  const { succeeded, not_found, failed, skipped, site_unreachable } = counts;
  const open = asked.rows - succeeded - not_found - failed - skipped;
  return [
    ['succeeded', thousands(succeeded)],
    ['not found', thousands(not_found)],
    ['failed', thousands(failed)],
    ['skipped', thousands(skipped)],
    ...(open === 0 ? [] : [['not recorded yet', thousands(open)]]),
    ['in all', thousands(asked.rows)],
    ...(site_unreachable === 0
      ? []
      : [['(of these with a website that would not open)', thousands(site_unreachable)]]),
  ];
}

const failureLines = ({ failures }: JobStory): string[] =>
  columns(
    Object.entries(failures).map(([reason, rows]) => [
      thousands(rows),
      // The keys of the record are reason codes; `Object.entries` forgets that.
      explained(reason as keyof typeof failures),
    ]),
  );

function blockLines({ billed }: JobStory): string[][] {
  return Object.entries(billed.blocks).map(([block, { units, not_billed }]) => {
    const free = Object.entries(not_billed).map(([why, rows]) => `${thousands(rows)} ${why}`);
    return [block, counted(units, 'unit'), free.length === 0 ? '' : `free: ${free.join(', ')}`];
  });
}

function chunkLines({ chunks }: JobStory): string[] {
  if (chunks.length === 1) return [];
  const states = new Map<string, number>();
  for (const { state } of chunks) states.set(state, (states.get(state) ?? 0) + 1);
  const summary = [...states].map(([state, count]) => `${thousands(count)} ${state}`).join(', ');
  const told = chunks.filter(({ state, attempts }) => state === 'started' || attempts.length > 1);
  const lines = columns(
    told
      .slice(0, MOST_CHUNKS)
      .map(({ chunk, from, count, state, attempts }) => [
        `chunk ${chunk}`,
        `rows ${from} to ${from + count - 1}`,
        state,
        attempts.map(({ attempt, started_at }) => `attempt ${attempt} at ${moment(started_at)}`).join(', '),
      ]),
  );
  const left = told.length - MOST_CHUNKS;
  return [summary, ...lines, ...(left > 0 ? [`... ${left} more (all of them with --json)`] : [])];
}
