/** The page of a key: a timeline of its requests, their results, and who looked at it. */
import type { Markup } from '../view/jsx-markup.js';
import { conflictOf, keySheet, requestTotals } from '../../investigate/sheets/key.sheet.js';
import type { RequestGroup } from '../../investigate/key/request-groups.js';
import { reportKey, type KeyReport } from '../../operator/investigate/investigate.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';
import { ADMIN_ROLES, ALL_ROLES, get, page } from '../console-page.js';
import { paths } from '../view/links.js';
import { FinalAct } from '../view/final-act.js';
import { Badge, Client, Section, Time } from '../view/parts.js';
import { CellView, SheetView } from '../view/sheet.js';
import { readCount, readKeyId } from '../form-values.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

const MAX_REQUESTS = 200;
/** Days that are shown unless the query asks for more. */
const DAYS = 7;

export const keyPage = get(
  '/keys/:key',
  ALL_ROLES,
  async ({ operator, params, query, reason, now, user, session: { csrf } }) => {
    const id = readKeyId(params['key']);
    const days =
      query['days'] === 'all' ? null : query['days'] === undefined ? DAYS : readCount(query['days']);
    const from = days === null ? null : new Date(now.getTime() - days * 86_400_000).toISOString();
    const request = { from, before: null, only: null, limit: MAX_REQUESTS };
    const key = await reportKey(operator, { ...request, keyId: id }, reason);
    return page(
      `Key ${id}`,
      <>
        <SheetView sheet={keySheet(key)}>
          <p class="acts">
            {[7, 30].map((count) => (
              <a class="button plain" href={`${paths.key(id)}?days=${count}`}>
                {count} days
              </a>
            ))}
            <a class="button plain" href={`${paths.key(id)}?days=all`}>
              Its whole life
            </a>
          </p>
          <Timeline report={key} days={days} />
        </SheetView>
        {ADMIN_ROLES.includes(user.role) && key.revoked_at === null && (
          <FinalAct
            title="Revoke the key"
            to={`${paths.key(id)}/revoke`}
            csrf={csrf}
            confirm="Yes, stop this key for good"
            button="Revoke the key"
          >
            For a key that leaked or is no longer used. Every request with it answers 401 from now on.
            Accepted jobs continue. A new key is issued on the command line.
          </FinalAct>
        )}
      </>,
    );
  },
);

const TONES = { submitted: 'good', refused: 'bad' } as const;

function Line({ line }: { line: RequestGroup }): Markup {
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
              {method} <Client text={path} />
            </code>
          )}
          {status !== null && <span> answered {status}</span>}
          {detail !== null && (
            <>
              {' '}
              (<Client text={detail} />)
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
            Its idempotency key is held by another job: <CellView content={conflictOf(line)} />.
          </p>
        )}
      </div>
    </li>
  );
}

const Timeline = ({ report, days }: { report: KeyReport; days: number | null }): Markup => (
  <Section title={days === null ? 'Requests' : `Requests of ${days} days`}>
    <p>{requestTotals(report.totals)}</p>
    {report.earlier_requests > 0 && (
      <p class="soft">{thousands(report.earlier_requests)} earlier lines are not shown.</p>
    )}
    <ol class="timeline" reversed>
      {[...report.requests].reverse().map((line) => (
        <Line key={line.request_id} line={line} />
      ))}
    </ol>
  </Section>
);
