/** `investigate key` as text. */
import type { KeyStory } from '../investigate-key.js';
import type { RequestLine } from '../request-line.js';
import { columns, moment, section, thousands } from '../words.js';
import { renderEvents } from './events.js';

const MOST_SHOWN = 50;

export function renderKey(key: KeyStory): readonly string[] {
  const { requests } = key;
  const left = requests.length - MOST_SHOWN;
  const lines = columns(requests.slice(-MOST_SHOWN).map(requestCells));
  return [
    `Key ${key.key_id} "${key.name}" of account ${key.account_id}`,
    '',
    ...columns(lifeOf(key)),
    ...section(
      `Requests: ${summaryOf(requests)}`,
      left > 0 ? [`... ${left} earlier ones (all of them with --json)`, ...lines] : lines,
    ),
    ...renderEvents(key.events),
  ];
}

function lifeOf(key: KeyStory): string[][] {
  const revoked = key.revoked_at === null ? '-' : `${moment(key.revoked_at)}: ${key.revoke_reason ?? ''}`;
  return [
    ['environment', key.environment],
    ['scopes', key.scopes.join(', ')],
    ['rows a job', key.max_rows === null ? 'the default' : thousands(key.max_rows)],
    ['allowance', `${key.requests_per_minute} requests a minute, ${key.resolve_per_minute} resolves`],
    ['issued', moment(key.issued_at)],
    ['revoked', revoked],
  ];
}

function summaryOf(requests: readonly RequestLine[]): string {
  const kinds = new Map<string, number>();
  for (const { kind } of requests) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return requests.length === 0
    ? 'none'
    : [...kinds].map(([kind, count]) => `${thousands(count)} ${kind}`).join(', ');
}

function requestCells({
  time,
  kind,
  request_id,
  method,
  path,
  status,
  detail,
  job_id,
}: RequestLine): string[] {
  const call =
    method === null ? '' : `${method} ${path ?? ''} ${status ?? ''}${detail === null ? '' : ` ${detail}`}`;
  return [moment(time), kind, request_id, job_id ?? '-', call];
}
