/** The sheet of `investigate request`: the outcome of a request. */
import { cell, type Cell, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import type { RequestHistory } from '../investigate-request.js';
import { eventsPart } from './shared-parts.js';

export const requestSheet = (request: RequestHistory): Sheet => ({
  title: ['Request ', cell.code(request.request_id)],
  sentences: [outcomeSentence(request)],
  facts: {
    time: cell.time(request.time),
    account: cell.account(request.account_id),
    key: cell.key(request.key_id),
    job: cell.job(request.job_id),
    call:
      request.method === null
        ? 'no longer in the request log (30 days)'
        : [`${request.method} `, cell.client(request.path)],
    answered: request.status === null ? null : String(request.status),
    detail: cell.client(request.detail),
  },
  parts: [eventsPart(request.events)],
});

function outcomeSentence({ kind, job_id, detail }: RequestHistory): Cell {
  const job = job_id === null ? 'no job' : cell.job(job_id);
  switch (kind) {
    case 'submitted':
      return ['It was accepted and began ', job, '.'];
    case 'cancelled':
      return ['It asked to cancel ', job, '.'];
    case 'replayed':
      return [
        'It repeated an earlier request under the same idempotency key and was answered with ',
        job,
        ': nothing ran, nothing was billed.',
      ];
    case 'refused':
      return [
        'It was refused',
        ...(detail === null ? [] : [' (', cell.client(detail), ')']),
        ': nothing ran, nothing was billed.',
      ];
    case 'answered':
      return 'It read, or changed nothing: nothing was billed.';
    case 'operated':
      return "It was an operator's command, or the service's own work.";
  }
}
