/** A key's story as a timeline: what it asked for, what became of it, who looked. */
import type { Markup } from '../view/markup.js';
import type { ToldLine } from '../../investigate/key/told-lines.js';
import { tellKey, type KeyTold } from '../../operator/investigate/investigate.js';
import { operatorNamed } from '../../streams/envelope.js';
import { ADMIN, EVERYBODY, page, type Page } from '../page.js';
import { AccountLink, AdjustmentLink, Events, JobLink, KeyLink, paths, RequestLink } from '../view/links.js';
import { FinalAct } from '../view/final-act.js';
import { Badge, Client, Count, Facts, Section, Table, Time } from '../view/parts.js';
import { count, keyId } from '../words.js';

const MOST_REQUESTS = 200;
/** What is told unless more is asked for. */
const DAYS = 7;
const MOST_OTHERS = 20;

export const keyPage: Page = {
  method: 'GET',
  path: '/keys/:key',
  roles: EVERYBODY,
  answer: async ({ operator, params, query, reason, now, user, session: { csrf } }) => {
    const id = keyId(params['key']);
    const days = query['days'] === 'all' ? null : query['days'] === undefined ? DAYS : count(query['days']);
    const from = days === null ? null : new Date(now.getTime() - days * 86_400_000).toISOString();
    const asked = { from, before: null, only: null, most: MOST_REQUESTS };
    const key = await tellKey(operator, { ...asked, keyId: id }, reason);
    return page(
      `Key ${id}`,
      <>
        <h1>
          Key <code>{id}</code>{' '}
          {key.revoked_at === null ? <Badge tone="good">works</Badge> : <Badge tone="bad">revoked</Badge>}
        </h1>
        <About of={key} />
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
        <Around of={key} />
        <Section title="The key itself">
          <Events of={key.events} />
        </Section>
        {ADMIN.includes(user.role) && key.revoked_at === null && (
          <FinalAct
            title="Revoke it"
            to={`${paths.key(id)}/revoke`}
            csrf={csrf}
            confirm="It answers 401 from now on, for ever"
            button="Revoke the key"
          >
            For a key that leaked or is no longer used: it is refused everywhere within a second. What was
            accepted goes on; a new key is issued on the command line.
          </FinalAct>
        )}
      </>,
    );
  },
};

const About = ({ of }: { of: KeyTold }): Markup => (
  <Facts
    of={[
      ['Account', <AccountLink id={of.account_id} />],
      ['Name', <Client text={of.name} />],
      ['For', `${of.environment}: ${of.scopes.join(', ')}`],
      ['Allowance', `${of.requests_per_minute} requests a minute, ${of.resolve_per_minute} resolves`],
      ['Issued', <Time at={of.issued_at} />],
      [
        'Revoked',
        of.revoked_at === null ? null : (
          <>
            <Time at={of.revoked_at} />: <Client text={of.revoke_reason} />
          </>
        ),
      ],
      [
        'Use',
        <a href={paths.bill({ key: of.key_id })}>
          {of.usage.units.toLocaleString('en-GB')} units in {of.usage.rows.toLocaleString('en-GB')} charged
          rows
        </a>,
      ],
      [
        'Other keys',
        of.siblings.length === 0
          ? null
          : of.siblings.map(({ key_id }) => (
              <>
                <KeyLink key={key_id} id={key_id} />{' '}
              </>
            )),
      ],
    ]}
  />
);

const TONES = { submitted: 'good', refused: 'bad' } as const;

function Line({ line }: { line: ToldLine }): Markup {
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
          request <RequestLink id={request_id} />
          {job_id !== null && (
            <>
              , job <JobLink id={job_id} />
            </>
          )}
        </p>
        {line.conflict !== null && (
          <p>
            The idempotency key is held by <JobLink id={line.conflict.job_id} />;{' '}
            {line.conflict.differs.length === 0
              ? 'only the rows can differ.'
              : `differs in ${line.conflict.differs.join(', ')}.`}
          </p>
        )}
      </div>
    </li>
  );
}

const Timeline = ({ of, days }: { of: KeyTold; days: number | null }): Markup => (
  <Section title={days === null ? 'What it asked for' : `What it asked for in ${days} days`}>
    <p>
      {Object.entries(of.totals.kinds)
        .map(([kind, count]) => `${count.toLocaleString('en-GB')} ${kind}`)
        .join(', ') || 'Nothing yet.'}
    </p>
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

const Around = ({ of }: { of: KeyTold }): Markup => (
  <>
    <Section title="Jobs">
      <Table
        name="The newest jobs of this key and its siblings"
        rows={of.jobs.slice(0, MOST_OTHERS)}
        none="None."
        columns={[
          { head: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} /> },
          { head: 'Job', cell: ({ job_id }) => <JobLink id={job_id} /> },
          {
            head: 'Status',
            cell: ({ status, erased_at }) => (erased_at === null ? status : `${status}, rows erased`),
          },
          { head: 'Rows', figures: true, cell: ({ rows }) => <Count of={rows} /> },
          { head: 'Delivered', figures: true, cell: ({ succeeded }) => <Count of={succeeded} /> },
        ]}
      />
    </Section>
    {of.adjustments.length > 0 && (
      <Section title="Adjustments">
        <Table
          name="Adjustments of its jobs"
          rows={of.adjustments.slice(0, MOST_OTHERS)}
          columns={[
            { head: 'Made', cell: ({ time }) => <Time at={time} /> },
            { head: 'Adjustment', cell: ({ adjustment_id }) => <AdjustmentLink id={adjustment_id} /> },
            { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
            { head: 'Reason', cell: ({ reason }) => reason },
            { head: 'Note', cell: ({ note }) => <Client text={note} /> },
          ]}
        />
      </Section>
    )}
    <Section title="Who looked at it">
      <Table
        name="The newest looks of support"
        rows={of.looks.slice(0, MOST_OTHERS)}
        none="Nobody."
        columns={[
          { head: 'Time', cell: ({ time }) => <Time at={time} /> },
          { head: 'Who', cell: ({ operator }) => operatorNamed(operator) ?? operator },
          { head: 'At what', cell: (look) => ('about' in look ? look.about.kind : 'evidence given away') },
          { head: 'Why', cell: ({ reason }) => <Client text={reason ?? 'no reason given'} /> },
        ]}
      />
    </Section>
  </>
);
