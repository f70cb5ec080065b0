/** The eleven invariants: what the standing check found, and a check of the whole log. */
import type { VerifyReport } from '../../verify/verify-log.js';
import { lastCheck, type LastCheck } from '../../operator/verify/last-check.js';
import { verifyService } from '../../operator/verify/verify-service.js';
import { ADMIN, EVERYBODY, go, page, type Page } from '../page.js';
import type { Markup } from '../view/markup.js';
import { Badge, Count, Csrf, Facts, Section, Table, Time } from '../view/parts.js';
import { TaskPart } from '../view/task-part.js';
import type { Task } from '../tasks.js';
import { INVARIANTS } from './invariant-words.js';

const VERIFY = 'verify';

/** Only this page starts tasks of the name. */
const reportOf = ({ state }: Task): VerifyReport | null =>
  state.is === 'done' ? (state.result as VerifyReport) : null;

export const invariantsPage: Page = {
  method: 'GET',
  path: '/invariants',
  roles: EVERYBODY,
  answer: async ({ operator, tasks, session, user, now }) => {
    const [newest] = tasks.named(VERIFY);
    const report = newest === undefined ? null : reportOf(newest);
    return page(
      'Invariants',
      <>
        <h1>Invariants</h1>
        <Standing of={await lastCheck(operator)} />
        {newest !== undefined && <TaskPart task={newest} now={now} />}
        {report !== null && <Whole of={report} />}
        {ADMIN.includes(user.role) && (
          <Section title="Check the whole log">
            <p>Every event is read, and figures and pages are compared with it. It may take minutes.</p>
            <form method="post" action="/invariants">
              <Csrf token={session.csrf} />
              <button type="submit">Check it now</button>
            </form>
          </Section>
        )}
      </>,
    );
  },
};

function Standing({ of }: { of: LastCheck | null }): Markup {
  if (of === null) return <p class="soft">No check has run yet: one stands beside each projector.</p>;
  const lines = INVARIANTS.map((name, index) => ({
    id: index + 1,
    name,
    broken: of.broken.find(({ id }) => id === index + 1) ?? null,
  }));
  return (
    <>
      <p>Checked all the time, on new events, by a check that stands beside the projector.</p>
      <Facts
        of={[
          ['Last checked', <Time at={of.checked_at || null} />],
          ['Up to position', <code>{of.position}</code>],
          ['Behind the log', <Count of={of.behind} />],
        ]}
      />
      <Table
        name="What the standing check found"
        rows={lines}
        columns={[
          { head: 'No.', figures: true, cell: ({ id }) => id },
          { head: 'Invariant', cell: ({ name }) => name },
          {
            head: 'State',
            cell: ({ broken }) =>
              broken === null ? <Badge tone="good">holds</Badge> : <Badge tone="bad">broken</Badge>,
          },
          { head: 'Offenders', figures: true, cell: ({ broken }) => <Count of={broken?.offenders ?? 0} /> },
          { head: 'Such as', cell: ({ broken }) => broken?.examples.join(' ') ?? '' },
        ]}
      />
    </>
  );
}

const Whole = ({ of }: { of: VerifyReport }): Markup => (
  <Section title="The whole log, as last checked from here">
    <p class={of.ok ? 'fine' : 'trouble'}>
      {of.ok ? 'Every invariant holds' : 'Not every invariant holds'}: {of.events.toLocaleString('en-GB')}{' '}
      events read, {of.rows.toLocaleString('en-GB')} rows recorded in them.
    </p>
    <Table
      name="Invariants over the whole log"
      rows={of.invariants}
      columns={[
        { head: 'No.', figures: true, cell: ({ id }) => id },
        { head: 'Invariant', cell: ({ name }) => name },
        {
          head: 'State',
          cell: ({ ok }) => <Badge tone={ok ? 'good' : 'bad'}>{ok ? 'holds' : 'broken'}</Badge>,
        },
        { head: 'Checked', figures: true, cell: ({ checked }) => <Count of={checked} /> },
        { head: 'Of', cell: ({ counted }) => counted },
        { head: 'Offenders', cell: ({ offenders }) => offenders.map(({ detail }) => detail).join(' ') },
      ]}
    />
  </Section>
);

export const verifyAct: Page = {
  method: 'POST',
  path: '/invariants',
  roles: ADMIN,
  answer: async ({ operator, tasks, user }) => {
    tasks.start({ name: VERIFY, by: user.name }, (progress) =>
      verifyService(operator, { onProgress: progress, onBehind: () => undefined }),
    );
    return go('/invariants');
  },
};
