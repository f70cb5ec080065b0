/** Figures replayed from the log beside the live ones: verdict, differences, and taking them over. */
import type { UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import { listActs } from '../../operator/maintenance/list-acts.js';
import { usageRebuildSheet } from '../../operator/usage/rebuild.sheet.js';
import { proveUsage } from '../../operator/usage/prove-usage.js';
import { ADMIN, EVERYBODY, get, go, page, post } from '../page.js';
import { Acts } from '../view/acts.js';
import type { Markup } from '../view/markup.js';
import { TaskPart } from '../view/task-part.js';
import { accountId, actOf } from '../words.js';
import type { Task } from '../tasks.js';
import { Csrf, Section } from '../view/parts.js';
import { SheetParts } from '../view/sheet.js';

const REPLAY = 'replay';

/** Only this page starts tasks of the name. */
const reportOf = ({ state }: Task): UsageRebuildReport | null =>
  state.is === 'done' ? (state.result as UsageRebuildReport) : null;

export const replayPage = get('/replay', EVERYBODY, async ({ operator, tasks, session, user, now }) => {
  const [newest] = tasks.named(REPLAY);
  const report = newest === undefined ? null : reportOf(newest);
  const differs = report !== null && report.verdict === 'different' && !report.applied;
  const mayStart = ADMIN.includes(user.role);
  return page(
    'Replay',
    <>
      <h1>Replay</h1>
      <p>
        All charges and adjustments in the log are read into fresh figures, which are compared with those that
        customers are shown, to the byte. Reads and jobs go on meanwhile.
      </p>
      {newest !== undefined && <TaskPart task={newest} now={now} />}
      {report !== null && <SheetParts of={usageRebuildSheet(report)} />}
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
});

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

export const replayAct = post('/replay', ADMIN, async ({ operator, form, tasks, user, reason }) => {
  const account = (form['account'] ?? '').trim();
  const of = account === '' ? {} : { account: accountId(account) };
  const apply = form['apply'] === 'yes' && form['confirmed'] === 'yes';
  tasks.start({ name: REPLAY, by: user.name }, () =>
    proveUsage(operator, { ...of, apply, reason, act: actOf(form) }),
  );
  return go('/replay');
});
