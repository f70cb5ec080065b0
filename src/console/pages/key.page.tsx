/** The page of a key: a timeline of its requests, their results, and who looked at it. */
import type { Markup } from '../view/jsx-markup.js';
import { conflictCell, keySheet, requestTotals } from '../../investigate/sheets/key.sheet.js';
import { Readable } from 'node:stream';
import { REQUEST_KINDS } from '../../investigate/request-line.js';
import { EVERY_JOB, listJobs } from '../../operator/jobs/list-jobs.js';
import type { RequestGroup } from '../../investigate/key/request-groups.js';
import { reportKey, reportKeyRequests } from '../../operator/investigate/investigate.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';
import { ADMIN_ROLES, ALL_ROLES, csvFile, get, page, type Visit } from '../console-page.js';
import { fieldColumns } from '../../../packages/words/src/text/csv-cell.js';
import { JobsList } from '../view/jobs-list.js';
import { JOBS_PLACE, paths } from '../view/links.js';
import {
  addressOf,
  wordsOrAny,
  FilterForm,
  Pager,
  partOf,
  readPaging,
  valuesOf,
  type FilterField,
} from '../view/list-parts.js';
import { revokeAct } from './final-acts.js';
import { Badge, ButtonLink, ForeignText, Section, Time } from '../view/parts.js';
import { CellView, SheetView } from '../view/sheet.js';
import { lastDays, readCount, readDay, readIfFilled, readKeyId, readWord } from '../form-values.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

/** Days that are shown unless the address names some. */
const DEFAULT_DAYS = 7;

/** The maximum number of lines in a list or a file, where equal requests share a line. All are in memory. */
const MAX_LINES = 100_000;

/** @throws WrongRequest where the list has too many lines */
function checkLineCount(lineCount: number): void {
  if (lineCount > MAX_LINES)
    throw new WrongRequest(
      'too_many_lines',
      `The newest ${thousands(MAX_LINES)} lines are the most that can be shown. Choose fewer days, a kind or a status.`,
    );
}

/** Reads which requests the address asks for. Also returns the fields of the form that filters the list. */
function readKeyQuery({ query, params, now }: Visit) {
  const keyId = readKeyId(params['key']);
  const to = readIfFilled(query['to'], readDay);
  const from =
    readIfFilled(query['from'], readDay) ?? (to === null ? lastDays(now, DEFAULT_DAYS).from : null);
  const only = readWord(query['only'], REQUEST_KINDS, 'a kind of requests');
  const status = readIfFilled(query['status'], (digits) => readCount(digits, 'an HTTP status'));
  const fields: FilterField[] = [
    { name: 'from', label: 'First day (UTC)', value: from, kind: 'day' },
    { name: 'to', label: 'Last day', value: to, kind: 'day' },
    { name: 'only', label: 'Kind', value: only, kind: 'choice', choices: wordsOrAny(REQUEST_KINDS) },
    { name: 'status', label: 'HTTP status', value: query['status'] ?? null, kind: 'text' },
  ];
  // The last day is included whole: `~` sorts after every time of that day.
  return { keyId, from, before: to === null ? null : `${to}~`, only, status, fields };
}

export const keyPage = get('/keys/:key', ALL_ROLES, async (visit) => {
  const { operator, query, reason, user, session } = visit;
  const { fields, ...keyQuery } = readKeyQuery(visit);
  const { keyId } = keyQuery;
  const paging = readPaging(query);
  const lineCount = paging.page * paging.size;
  checkLineCount(lineCount);
  const key = await reportKey(operator, { ...keyQuery, limit: lineCount }, reason);
  const filter = { ...EVERY_JOB, account: key.account_id, key: keyId };
  const jobsPaging = readPaging({});
  const jobs = await listJobs(operator, filter, partOf(jobsPaging));
  const path = paths.key(keyId);
  const { skip, limit } = partOf(paging);
  const lines = [...key.requests].reverse().slice(skip, skip + limit);
  return page(
    `Key ${keyId}`,
    <>
      <SheetView sheet={keySheet(key)} place={{ path, query }}>
        <Section title="Requests">
          <FilterForm list="requests" path={path} fields={fields} csv={`${path}/requests.csv`} />
          <p class="acts">
            <ButtonLink to={addressOf(path, { from: key.issued_at.slice(0, 10) })} isPlain>
              Its whole life
            </ButtonLink>
          </p>
          <p>{requestTotals(key.totals)}</p>
          <ol class="timeline">
            {lines.map((line) => (
              <RequestLine key={line.request_id} line={line} />
            ))}
          </ol>
          <Pager
            list="requests"
            path={path}
            values={valuesOf(fields)}
            paging={paging}
            total={key.earlier_requests + key.requests.length}
          />
        </Section>
        <Section title="Jobs of this key">
          <JobsList list={jobs} filter={filter} paging={jobsPaging} place={JOBS_PLACE} />
        </Section>
      </SheetView>
      {ADMIN_ROLES.includes(user.role) && key.revoked_at === null && (
        <revokeAct.Form params={visit.params} csrf={session.csrf} names={[keyId]} />
      )}
    </>,
  );
});

/** The same requests as a file, the oldest first. Consecutive equal requests share a line. */
export const keyRequestsFile = get('/keys/:key/requests.csv', ALL_ROLES, async (visit) => {
  const { fields: _fields, ...keyQuery } = readKeyQuery(visit);
  const key = await reportKeyRequests(visit.operator, { ...keyQuery, limit: MAX_LINES }, visit.reason);
  const { requests, earlier_requests } = key;
  checkLineCount(requests.length + earlier_requests);
  return csvFile(`requests-${keyQuery.keyId}.csv`, Readable.from(requests), REQUEST_CSV_COLUMNS);
});

const REQUEST_CSV_COLUMNS = fieldColumns([
  ...(['time', 'until', 'count', 'kind', 'request_id', 'job_id'] as const),
  ...(['method', 'path', 'status', 'detail'] as const),
]);

const TONES = { submitted: 'good', refused: 'bad' } as const;

function RequestLine({ line }: { line: RequestGroup }): Markup {
  const { kind, time, until, count, request_id, job_id, method, path, status, detail } = line;
  return (
    <li class={`moment ${kind}`}>
      <p class="when">
        <Time at={time} />
        {count > 1 && <span class="soft"> to {until.slice(11, 19)}</span>}
      </p>
      <div>
        <p>
          <Badge tone={TONES[kind as keyof typeof TONES] ?? 'plain'}>{kind}</Badge>{' '}
          {count > 1 && <strong>{thousands(count)} times </strong>}
          {method !== null && (
            <code>
              {method} <ForeignText text={path} />
            </code>
          )}
          {status !== null && <span> answered {status}</span>}
          {detail !== null && (
            <>
              {' '}
              (<ForeignText text={detail} />)
            </>
          )}
        </p>
        <p class="soft">
          <CellView
            content={[
              'request ',
              cell.request(request_id),
              ...(job_id === null ? [] : [', job ', cell.job(job_id)]),
            ]}
          />
        </p>
        {line.conflict !== null && (
          <p>
            Its idempotency key is held by another job: <CellView content={conflictCell(line)} />.
          </p>
        )}
      </div>
    </li>
  );
}
