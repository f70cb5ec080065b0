/** The sheet of `investigate key`: the key, its jobs, usage, adjustments and audit records. */
import {
  cell,
  joinedCells,
  sheetTable,
  type Cell,
  type SheetColumns,
  type Part,
  type Sheet,
} from '../../../packages/words/src/sheet/sheet.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import { nameOfActor } from '../../streams/envelope.js';
import type { KeyHistory } from '../key/investigate-key.js';
import type { KeyContext } from '../key/key-context.js';
import type { RequestGroup } from '../key/request-groups.js';
import { ADJUSTMENT_COLUMNS, LISTED_JOB_COLUMNS, eventsPart } from './shared-parts.js';

const MAX_LINES = 50;
const MAX_LISTED = 20;

export const keySheet = (key: KeyHistory & KeyContext): Sheet => ({
  title: [
    'Key ',
    cell.code(key.key_id),
    ' ',
    key.revoked_at === null ? cell.badge('works', 'good') : cell.badge('revoked', 'bad'),
  ],
  facts: {
    account: cell.account(key.account_id),
    name: cell.client(key.name),
    for: `${key.environment}: ${key.scopes.join(', ')}`,
    'rows a job': key.max_rows ?? 'the default',
    'rate limit': `${key.requests_per_minute} requests a minute, ${key.resolve_per_minute} resolves`,
    issued: cell.time(key.issued_at),
    revoked:
      key.revoked_at === null ? null : [cell.time(key.revoked_at), ': ', cell.client(key.revoke_reason)],
    use: cell.bill({ key: key.key_id }, usageText(key.usage)),
    'other keys': joinedCells(
      key.siblings.map(({ key_id, name }) => [cell.key(key_id), ' ', cell.client(name)]),
    ),
  },
  parts: [
    {
      title: 'Idempotency keys (hashed), the newest',
      table: sheetTable(key.idempotency_keys, CLAIM_COLUMNS, {
        maxLines: MAX_LISTED,
        unlisted: key.more_idempotency_keys ? Infinity : 0,
      }),
    },
    { title: 'Use', table: sheetTable(daysAndBlocks(key.usage), USAGE_COLUMNS, { maxLines: MAX_LINES }) },
    {
      title: 'Adjustments',
      table: sheetTable(key.adjustments, KEY_ADJUSTMENT_COLUMNS, { maxLines: MAX_LISTED }),
    },
    {
      title: 'Looked at by support, the newest',
      table: sheetTable(key.looks, AUDIT_RECORD_COLUMNS, { none: 'Nobody.', maxLines: MAX_LISTED }),
    },
    {
      title: 'The account',
      table: sheetTable(key.account_events, ACCOUNT_EVENT_COLUMNS, { maxLines: MAX_LISTED }),
    },
    eventsPart(key.events),
  ],
});

/** The newest jobs of the key's account. The console has the list of jobs instead. */
export const keyJobsPart = ({ jobs, more_jobs }: KeyContext): Part => ({
  title: 'Jobs of the account, the newest',
  table: sheetTable(jobs, JOB_COLUMNS, {
    none: 'None.',
    maxLines: MAX_LISTED,
    unlisted: more_jobs ? Infinity : 0,
  }),
});

/** The table of the key's last requests. The console shows a timeline instead. */
export const keyRequestsPart = ({ requests, earlier_requests, totals }: KeyHistory): Part => ({
  title: `Requests: ${requestTotals(totals)}`,
  sentences: Object.entries(totals.refused).map(
    ([why, count]) => `Refused ${countText(count, 'time')}: ${why}`,
  ),
  table: sheetTable(requests.slice(-MAX_LINES), REQUEST_COLUMNS, {
    unlisted: earlier_requests + Math.max(0, requests.length - MAX_LINES),
  }),
});

export const requestTotals = ({ kinds }: KeyHistory['totals']): string =>
  Object.entries(kinds)
    .map(([kind, count]) => `${thousands(count)} ${kind}`)
    .join(', ') || 'none';

const timeCell = ({ count, time, until }: RequestGroup): Cell =>
  count === 1 ? cell.time(time) : [cell.time(time), ` to ${until.slice(11, 19)}`];

/** Says how a request that was refused for its idempotency key differs from the one that holds the key. */
export const conflictCell = ({ conflict }: RequestGroup): Cell =>
  conflict === null
    ? null
    : [
        conflict.differs.length === 0
          ? 'only the rows can differ'
          : `differs in ${conflict.differs.join(', ')}`,
        ' from ',
        cell.job(conflict.job_id),
      ];

const REQUEST_COLUMNS: SheetColumns<RequestGroup> = {
  time: timeCell,
  times: ({ count }) => count,
  what: ({ kind }) => kind,
  request: ({ request_id }) => cell.request(request_id),
  job: ({ job_id }) => cell.job(job_id),
  call: ({ method, path }) => (method === null ? null : [`${method} `, cell.client(path)]),
  answer: (line) => {
    const { status, detail, conflict } = line;
    const answer = [String(status ?? '-'), ...(detail === null ? [] : [' ', cell.client(detail)])];
    return conflict === null ? answer : [...answer, ': ', conflictCell(line)];
  },
};
const JOB_COLUMNS: SheetColumns<KeyContext['jobs'][number]> = {
  ...LISTED_JOB_COLUMNS,
  what: ({ operation }) => operation,
  rows: ({ rows }) => rows,
  delivered: ({ succeeded }) => succeeded,
};
const CLAIM_COLUMNS: SheetColumns<KeyContext['idempotency_keys'][number]> = {
  claimed: ({ time }) => cell.time(time),
  key: ({ key_hash }) => cell.code(key_hash.slice(0, 16)),
  job: ({ job_id }) => cell.job(job_id),
};

const usageText = ({ rows, units }: KeyContext['usage']): string =>
  `${countText(units, 'unit')} in ${countText(rows, 'charged row')}`;
const daysAndBlocks = ({ days }: KeyContext['usage']) =>
  days.flatMap(({ date, units }) =>
    Object.entries(units).map(([block, count]) => ({ date, block, units: count })),
  );
const USAGE_COLUMNS: SheetColumns<ReturnType<typeof daysAndBlocks>[number]> = {
  day: ({ date }) => date,
  block: ({ block }) => block,
  units: ({ units }) => units,
};

const KEY_ADJUSTMENT_COLUMNS: SheetColumns<KeyContext['adjustments'][number]> = {
  ...ADJUSTMENT_COLUMNS,
  note: ({ note }) => cell.client(note),
};
const AUDIT_RECORD_COLUMNS: SheetColumns<KeyContext['looks'][number]> = {
  time: ({ time }) => cell.time(time),
  who: ({ operator }) => cell.client(nameOfActor(operator)),
  what: (look) => ('about' in look ? look.about.kind : ['evidence of ', cell.job(look.job_id)]),
  why: ({ reason }) => cell.client(reason) ?? 'no reason given',
};
const ACCOUNT_EVENT_COLUMNS: SheetColumns<KeyContext['account_events'][number]> = {
  time: ({ time }) => cell.time(time),
  event: ({ type }) => type,
  who: ({ actor }) => cell.client(nameOfActor(actor)),
  why: ({ reason }) => cell.client(reason),
};
