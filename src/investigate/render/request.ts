/** `investigate request` as text. */
import type { RequestStory } from '../investigate-request.js';
import { columns, moment } from '../../shared/text/words.js';
import { renderEvents } from './events.js';

export function renderRequest(request: RequestStory): readonly string[] {
  return [
    `Request ${request.request_id}`,
    '',
    cameOf(request),
    '',
    ...columns(factsOf(request)),
    ...renderEvents(request.events),
  ];
}

/** What came of it, in a sentence. */
function cameOf({ kind, job_id, detail }: RequestStory): string {
  const job = job_id ?? 'no job';
  switch (kind) {
    case 'submitted':
      return `It was accepted and began ${job}.`;
    case 'cancelled':
      return `It asked to cancel ${job}.`;
    case 'replayed':
      return `It repeated an earlier request under the same idempotency key and was answered with ${job}: nothing ran, nothing was billed.`;
    case 'refused':
      return `It was refused${detail === null ? '' : ` (${detail})`}: nothing ran, nothing was billed.`;
    case 'answered':
      return 'It read, or changed nothing: nothing was billed.';
    case 'operated':
      return "It was an operator's command, or the service's own work.";
  }
}

function factsOf({ time, key_id, account_id, method, path, status }: RequestStory): string[][] {
  const call =
    method === null
      ? 'no longer in the request log (kept 30 days)'
      : `${method} ${path ?? ''} -> ${status ?? ''}`;
  return [
    ['time', moment(time)],
    ['key', key_id ?? '-'],
    ['account', account_id === null ? '-' : String(account_id)],
    ['call', call],
  ];
}
