/** Figures replayed from the log beside the live ones: verdict, differences, and taking them over. */
import type { UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import { listActs } from '../../operator/maintenance/list-acts.js';
import { proveUsage } from '../../operator/usage/prove-usage.js';
import { ADMIN, EVERYBODY, go, page, type Page } from '../page.js';
import { Acts } from '../view/acts.js';
import type { Markup } from '../view/markup.js';
import { Badge, Count, Csrf, Facts, Section, Table } from '../view/parts.js';
import { TaskPart } from '../view/task-part.js';
import { accountId, actOf } from '../words.js';
import type { Task } from '../tasks.js';

const REPLAY = 'replay';
const MOST = 100;

/** Only this page starts tasks of the name. */
const reportOf = ({ state }: Task): UsageRebuildReport | null =>
  state.is === 'done' ? (state.result as UsageRebuildReport) : null;

export const replayPage: Page = {
  method: 'GET',
  path: '/replay',
  roles: EVERYBODY,
  answer: async ({ operator, tasks, session, user, now }) => {
    const [newest] = tasks.named(REPLAY);
    const report = newest === undefined ? null : reportOf(newest);
    const differs = report !== null && report.verdict === 'different' && !report.applied;
    const mayStart = ADMIN.includes(user.role);
    return page(
      'Replay',
      <>
        <h1>Replay</h1>
        <p>
          All charges and adjustments in the log are read into fresh figures, which are compared with those
          that customers are shown, to the byte. Reads and jobs go on meanwhile.
        </p>
        {newest !== undefined && <TaskPart task={newest} now={now} />}
        {report !== null && <Report of={report} />}
        {mayStart ? (
          <Start csrf={session.csrf} differs={differs} />
        ) : (
          <p class="soft">Somebody who is signed in as admin can start one.</p>
        )}
        <Section title="Replayed, the newest first">
          <Acts name="Figures replayed" of={await listActs(operator, ['usage_rebuild'])} />
        </Section>
      </>,
    );
  },
};

const Start = ({ csrf, differs }: { csrf: string; differs: boolean }): Markup => (
  <Section title="Start one">
    <form class="inline" method="post" action="/replay">
      <Csrf token={csrf} />
      <label for="of">Account; none: all</label>
      <input id="of" name="account" inputmode="numeric" pattern="[0-9]{4,15}" />
      <button type="submit">Replay and compare</button>
    </form>
    {differs && (
      <form class="inline" method="post" action="/replay">
        <Csrf token={csrf} />
        <input type="hidden" name="apply" value="yes" />
        <label>
          <input type="checkbox" name="confirmed" value="yes" required /> I have read the differences
        </label>
        <button type="submit">Replay again, and take the figures over</button>
      </form>
    )}
  </Section>
);

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'none' : JSON.stringify(value);

const Report = ({ of }: { of: UsageRebuildReport }): Markup => (
  <Section title="What the last one found">
    <p>
      <Badge tone={of.verdict === 'equal' ? 'good' : 'bad'}>{of.verdict}</Badge>{' '}
      {of.applied ? 'The rebuilt figures are the live ones now.' : 'Nothing was taken over.'}
    </p>
    <Facts
      of={[
        ['As of position', <code>{of.as_of}</code>],
        ['Charge entries', <Count of={of.events} />],
        ['A second', <Count of={of.events_per_second} />],
        ['Live digest', <code>{of.live_digest}</code>],
        ['Rebuilt digest', <code>{of.rebuilt_digest}</code>],
        ['Differences', <Count of={of.differences_total} />],
      ]}
    />
    <Table
      name={of.differences_total > MOST ? `The first ${MOST} differences` : 'Differences'}
      rows={of.differences.slice(0, MOST)}
      none="Live and rebuilt figures are the same to the byte."
      columns={[
        { head: 'Figure', cell: ({ key }) => <code>{key}</code> },
        { head: 'Live', cell: ({ live }) => <code>{shown(live)}</code> },
        { head: 'Rebuilt', cell: ({ rebuilt }) => <code>{shown(rebuilt)}</code> },
      ]}
    />
  </Section>
);

export const replayAct: Page = {
  method: 'POST',
  path: '/replay',
  roles: ADMIN,
  answer: async ({ operator, form, tasks, user, reason }) => {
    const account = (form['account'] ?? '').trim();
    const of = account === '' ? {} : { account: accountId(account) };
    const apply = form['apply'] === 'yes' && form['confirmed'] === 'yes';
    tasks.start({ name: REPLAY, by: user.name }, () =>
      proveUsage(operator, { ...of, apply, reason, act: actOf(form) }),
    );
    return go('/replay');
  },
};
