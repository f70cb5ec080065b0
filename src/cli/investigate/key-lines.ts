/** `investigate key` for a person. */
import type { KeyTold } from '../../operator/investigate/investigate.js';
import type { KeySurroundings } from '../../investigate/key/key-surroundings.js';
import type { ToldLine } from '../../investigate/key/told-lines.js';
import { renderEvents } from '../../investigate/render/events.js';
import { moment } from '../../shared/text/words.js';
import { operatorNamed } from '../../streams/envelope.js';
import { counted, facts, table, toned, type Columns, type Line } from '../output.js';

const MOST_REQUESTS = 50;
const MOST_OTHERS = 20;
const heading = toned('heading');
const faint = toned('faint');

export function keyLines(key: KeyTold): readonly Line[] {
  return [
    heading(`Key ${key.key_id} "${key.name}" of account ${key.account_id}`),
    '',
    ...facts(lifeOf(key)),
    ...requestLines(key),
    ...under('Jobs of the account, the newest', cut(key.jobs, MOST_OTHERS), JOBS, key.more_jobs),
    ...under(
      'Idempotency keys (hashed), the newest',
      cut(key.idempotency_keys, MOST_OTHERS),
      CLAIMS,
      key.more_idempotency_keys,
    ),
    ...under(usageTitle(key.usage), cut(daysAndBlocks(key.usage), MOST_REQUESTS), USE, false),
    ...under('Adjustments', cut(key.adjustments, MOST_OTHERS), ADJUSTMENTS, false),
    ...under('Looked at by support, the newest', cut(key.looks, MOST_OTHERS), LOOKS, false),
    ...under('The account', cut(key.account_events, MOST_OTHERS), ACCOUNT_EVENTS, false),
    ...renderEvents(key.events),
  ];
}

interface Cut<Item> {
  readonly items: readonly Item[];
  readonly left: number;
}
const cut = <Item>(all: readonly Item[], most: number): Cut<Item> => ({
  items: all.slice(0, most),
  left: Math.max(0, all.length - most),
});

function under<Item>(
  title: string,
  { items, left }: Cut<Item>,
  columns: Columns<Item>,
  more: boolean,
): readonly Line[] {
  if (items.length === 0) return [];
  const rest = more ? 'more' : `${counted(left)} more`;
  const lines = ['', heading(title), ...table(items, columns)];
  return left > 0 || more ? [...lines, faint(`... ${rest} (with --json, or --from and --to)`)] : lines;
}

function lifeOf(key: KeyTold): Record<string, string> {
  const revoked = key.revoked_at === null ? '-' : `${moment(key.revoked_at)}: ${key.revoke_reason ?? ''}`;
  return {
    environment: key.environment,
    scopes: key.scopes.join(', '),
    'rows a job': key.max_rows === null ? 'the default' : counted(key.max_rows),
    allowance: `${key.requests_per_minute} requests a minute, ${key.resolve_per_minute} resolves`,
    issued: moment(key.issued_at),
    revoked,
    siblings: key.siblings.map(({ key_id, name }) => `${key_id} "${name}"`).join(', ') || '-',
  };
}

function requestLines(key: KeyTold): readonly Line[] {
  const { kinds, refused } = key.totals;
  const all = Object.entries(kinds).map(([kind, count]) => `${counted(count)} ${kind}`);
  const shown = key.requests.slice(-MOST_REQUESTS);
  const left = key.earlier_requests + key.requests.length - shown.length;
  return [
    '',
    heading(`Requests: ${all.join(', ') || 'none'}`),
    ...Object.entries(refused).map(([why, count]) => `  refused ${counted(count)} times: ${why}`),
    ...(left > 0 ? [faint(`... ${counted(left)} earlier lines (with --json, or --from and --to)`)] : []),
    ...(shown.length === 0 ? [] : table(shown, REQUESTS)),
  ];
}

const times = ({ count, time, until }: ToldLine): string =>
  count === 1 ? moment(time) : `${moment(time)} to ${until.slice(11, 19)}`;

const answerOf = ({ status, detail, conflict }: ToldLine): string => {
  const answer = `${status ?? '-'}${detail === null ? '' : ` ${detail}`}`;
  if (conflict === null) return answer;
  const { differs, job_id } = conflict;
  const what = differs.length === 0 ? 'only the rows can differ' : `differs in ${differs.join(', ')}`;
  return `${answer}: ${what} from ${job_id}`;
};

const REQUESTS: Columns<ToldLine> = {
  time: times,
  times: ({ count }) => counted(count),
  what: ({ kind }) => kind,
  request: ({ request_id }) => request_id,
  job: ({ job_id }) => job_id ?? '-',
  call: ({ method, path }) => (method === null ? '-' : `${method} ${path ?? ''}`),
  answer: answerOf,
};
const JOBS: Columns<KeySurroundings['jobs'][number]> = {
  submitted: ({ submitted_at }) => moment(submitted_at),
  job: ({ job_id }) => job_id,
  key: ({ key_id }) => key_id,
  what: ({ operation }) => operation,
  status: ({ status, erased_at }) => (erased_at === null ? status : `${status}, rows erased`),
  rows: ({ rows }) => counted(rows),
  delivered: ({ succeeded }) => counted(succeeded),
};
const CLAIMS: Columns<KeySurroundings['idempotency_keys'][number]> = {
  claimed: ({ time }) => moment(time),
  key: ({ key_hash }) => key_hash.slice(0, 16),
  job: ({ job_id }) => job_id,
};
interface UseLine {
  readonly date: string;
  readonly block: string;
  readonly units: number;
}
const USE: Columns<UseLine> = {
  day: ({ date }) => date,
  block: ({ block }) => block,
  units: ({ units }) => counted(units),
};
const usageTitle = ({ rows, units }: KeySurroundings['usage']): string =>
  `Use: ${counted(units)} units in ${counted(rows)} charged rows (billing explain --key lists the charges)`;
const daysAndBlocks = ({ days }: KeySurroundings['usage']): UseLine[] =>
  days.flatMap(({ date, units }) =>
    Object.entries(units).map(([block, count]) => ({ date, block, units: count })),
  );
const ADJUSTMENTS: Columns<KeySurroundings['adjustments'][number]> = {
  made: ({ time }) => moment(time),
  adjustment: ({ adjustment_id }) => adjustment_id,
  units: ({ units }) => counted(units),
  reason: ({ reason, reverses }) => (reverses === null ? reason : `${reason}, reverses ${reverses}`),
  note: ({ note }) => note,
};
const LOOKS: Columns<KeySurroundings['looks'][number]> = {
  time: ({ time }) => moment(time),
  who: ({ operator }) => operator,
  what: (look) => ('about' in look ? look.about.kind : `evidence of ${look.job_id}`),
  why: ({ reason }) => reason ?? 'no reason given',
};
const ACCOUNT_EVENTS: Columns<KeySurroundings['account_events'][number]> = {
  time: ({ time }) => moment(time),
  event: ({ type }) => type,
  who: ({ actor }) => operatorNamed(actor) ?? actor,
  why: ({ reason }) => reason ?? '-',
};
