/** The page that replays usage figures from the log, shows differences, and may replace the live figures. */
import type { UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import { listActs } from '../../operator/maintenance/list-acts.js';
import { usageRebuildSheet } from '../../operator/usage/rebuild.sheet.js';
import { runUsageRebuild } from '../../operator/usage/run-usage-rebuild.js';
import { ADMIN_ROLES, ALL_ROLES, get, headedPage, post, redirect } from '../console-page.js';
import { ActsTable } from '../view/maintenance-acts.js';
import type { Markup } from '../view/jsx-markup.js';
import { TaskPart } from '../view/task-part.js';
import { readAccountId, actIdOf } from '../form-values.js';
import type { Task } from '../tasks.js';
import { ActForm, ConfirmBox, Section } from '../view/parts.js';
import { SheetParts } from '../view/sheet.js';

const REPLAY_TASK = 'replay';

/** Returns the task's report. Only this page starts tasks of this name, so the result is such a report. */
const reportOf = ({ state }: Task): UsageRebuildReport | null =>
  state.status === 'done' ? (state.result as UsageRebuildReport) : null;

export const replayPage = get('/replay', ALL_ROLES, async (visit) => {
  const { operator, query, tasks, session, user, now } = visit;
  const [newestTask] = tasks.tasksNamed(REPLAY_TASK);
  const report = newestTask === undefined ? null : reportOf(newestTask);
  const hasDifferences = report !== null && report.verdict === 'different' && !report.applied;
  return headedPage(
    'Replay',
    <>
      <p>
        Computes fresh figures from all charges and adjustments in the log, and compares them exactly with
        those that customers see. Reads and jobs continue meanwhile.
      </p>
      {newestTask !== undefined && <TaskPart task={newestTask} now={now} />}
      {report !== null && <SheetParts sheet={usageRebuildSheet(report)} place={{ path: '/replay', query }} />}
      {ADMIN_ROLES.includes(user.role) ? (
        <StartForm csrf={session.csrf} hasDifferences={hasDifferences} />
      ) : (
        <p class="soft">Only an admin can start a replay.</p>
      )}
      <Section title="Replays, the newest first">
        <ActsTable name="Replays" acts={await listActs(operator, ['usage_rebuild'])} />
      </Section>
    </>,
  );
});

const StartForm = ({ csrf, hasDifferences }: { csrf: string; hasDifferences: boolean }): Markup => (
  <Section title="Start a replay">
    <ActForm to="/replay" csrf={csrf} isInline>
      <label for="of">Account; empty: all accounts</label>
      <input id="of" name="account" inputmode="numeric" pattern="[0-9]{4,15}" />
      <button type="submit">Replay and compare</button>
    </ActForm>
    {hasDifferences && (
      <ActForm to="/replay" csrf={csrf} isInline>
        <input type="hidden" name="apply" value="yes" />
        <ConfirmBox>I have checked the differences</ConfirmBox>
        <button type="submit">Replay again and replace the live figures</button>
      </ActForm>
    )}
  </Section>
);

export const replayAct = post('/replay', ADMIN_ROLES, async ({ operator, form, tasks, user, reason }) => {
  const account = (form['account'] ?? '').trim();
  const scope = account === '' ? {} : { account: readAccountId(account) };
  const apply = form['apply'] === 'yes' && form['confirmed'] === 'yes';
  tasks.start({ name: REPLAY_TASK, startedBy: user.name }, () =>
    runUsageRebuild(operator, { ...scope, apply, reason, act: actIdOf(form) }),
  );
  return redirect('/replay');
});
