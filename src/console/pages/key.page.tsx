/** A key's story as a timeline: what it asked for, what became of it, who looked. */
import type { Markup } from '../view/markup.js';
import { conflictOf, keySheet, requestTotals } from '../../investigate/sheets/key.sheet.js';
import type { RequestGroup } from '../../investigate/key/request-groups.js';
import { reportKey, type KeyReport } from '../../operator/investigate/investigate.js';
import { cell } from '../../shared/sheet/sheet.js';
import { ADMIN, EVERYBODY, get, page } from '../page.js';
import { paths } from '../view/links.js';
import { FinalAct } from '../view/final-act.js';
import { Badge, Client, Section, Time } from '../view/parts.js';
import { Shown, SheetShown } from '../view/sheet.js';
import { count, keyId } from '../words.js';

const MOST_REQUESTS = 200;
/** What is told unless more is asked for. */
const DAYS = 7;

export const keyPage = get(
  '/keys/:key',
  EVERYBODY,
  async ({ operator, params, query, reason, now, user, session: { csrf } }) => {
    const id = keyId(params['key']);
    const days = query['days'] === 'all' ? null : query['days'] === undefined ? DAYS : count(query['days']);
    const from = days === null ? null : new Date(now.getTime() - days * 86_400_000).toISOString();
    const asked = { from, before: null, only: null, most: MOST_REQUESTS };
    const key = await reportKey(operator, { ...asked, keyId: id }, reason);
    return page(
      `Key ${id}`,
      <>
        <SheetShown of={keySheet(key)}>
          <p class="acts">
            {[7, 30].map((of) => (
              <a class="button plain" href={`${paths.key(id)}?days=${of}`}>
                {of} days
              </a>
            ))}
            <a class="button plain" href={`${paths.key(id)}?days=all`}>
              All of its life
            </a>
          </p>
          <Timeline of={key} days={days} />
        </SheetShown>
        {ADMIN.includes(user.role) && key.revoked_at === null && (
          <FinalAct
            title="Revoke it"
            to={`${paths.key(id)}/revoke`}
            csrf={csrf}
            confirm="It answers 401 from now on, for ever"
            button="Revoke the key"
          >
            For a key that leaked or is no longer used: it is refused everywhere at once. What was accepted
            goes on; a new key is issued on the command line.
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
          {count > 1 && <strong>{count.toLocaleString('en-GB')} times </strong>}
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
          <Shown
            of={[
              'request ',
              cell.request(request_id),
              ...(job_id === null ? [] : [', job ', cell.job(job_id)]),
            ]}
          />
        </p>
        {line.conflict !== null && (
          <p>
            Its idempotency key is held by another job: <Shown of={conflictOf(line)} />.
          </p>
        )}
      </div>
    </li>
  );
}

const Timeline = ({ of, days }: { of: KeyReport; days: number | null }): Markup => (
  <Section title={days === null ? 'What it asked for' : `What it asked for in ${days} days`}>
    <p>{requestTotals(of.totals)}</p>
    {of.earlier_requests > 0 && (
      <p class="soft">{of.earlier_requests.toLocaleString('en-GB')} earlier lines are not shown.</p>
    )}
    <ol class="timeline" reversed>
      {[...of.requests].reverse().map((line) => (
        <Line key={line.request_id} line={line} />
      ))}
    </ol>
  </Section>
);
