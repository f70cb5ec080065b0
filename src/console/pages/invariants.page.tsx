/** The page of the eleven invariants: the findings of the standing check, and a check of the whole log. */
import type { VerifyReport } from '../../verify/verify-log.js';
import { holds, verifySheet } from '../../verify/verify.sheet.js';
import { lastCheck, type LastCheck, verifyService } from '../../operator/verify/verify-service.js';
import { ADMIN_ROLES, ALL_ROLES, get, headedPage, post, redirect } from '../console-page.js';
import type { Markup } from '../view/jsx-markup.js';
import { TaskPart } from '../view/task-part.js';
import type { Task } from '../tasks.js';
import { Section, HiddenFields } from '../view/parts.js';
import { FactList, ListTable, SheetParts } from '../view/sheet.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';

const VERIFY_TASK = 'verify';

/** The names of the invariants of Architecture 8.1 to 8.11, as `verify` gives them. */
const INVARIANTS = [
  'rows add up',
  'delivered once, charged once',
  'every charge stands on a delivered row',
  'only available blocks are charged',
  'usage is the fold of charges',
  'pages give each row once, in order',
  'one account from key to charge',
  'what was accepted survives',
  'no charge is taken back twice at the same time',
  'statements are exact',
  'statements say what usage says',
] as const;

/** Returns the task's report. Only this page starts tasks of this name, so the result is a VerifyReport. */
const reportOf = ({ state }: Task): VerifyReport | null =>
  state.status === 'done' ? (state.result as VerifyReport) : null;

export const invariantsPage = get('/invariants', ALL_ROLES, async (visit) => {
  const { operator, query, tasks, session, user, now } = visit;
  const [newestTask] = tasks.tasksNamed(VERIFY_TASK);
  const report = newestTask === undefined ? null : reportOf(newestTask);
  return headedPage(
    'Invariants',
    <>
      <StandingCheck check={await lastCheck(operator)} />
      {newestTask !== undefined && <TaskPart task={newestTask} now={now} />}
      {report !== null && <SheetParts sheet={verifySheet(report)} place={{ path: '/invariants', query }} />}
      {ADMIN_ROLES.includes(user.role) && (
        <Section title="Check the whole log">
          <p>Reads every event and compares figures and pages with the log. It may take minutes.</p>
          <form method="post" action="/invariants">
            <HiddenFields token={session.csrf} />
            <button type="submit">Check now</button>
          </form>
        </Section>
      )}
    </>,
  );
});

function StandingCheck({ check }: { check: LastCheck | null }): Markup {
  if (check === null) return <p class="soft">No check has run yet. Each projector runs one.</p>;
  const lines = INVARIANTS.map((name, index) => ({
    id: index + 1,
    name,
    broken: check.broken.find(({ id }) => id === index + 1) ?? null,
  }));
  return (
    <>
      <p>A check beside the projector tests new events all the time.</p>
      <FactList
        facts={{
          'last checked': cell.time(check.checked_at) ?? 'never',
          'up to position': cell.code(check.position),
          'behind the log': check.behind,
        }}
      />
      <ListTable
        name="Findings of the standing check"
        items={lines}
        columns={{
          'no.': ({ id }) => id,
          invariant: ({ name }) => name,
          state: ({ broken }) => holds(broken === null),
          offenders: ({ broken }) => broken?.offenders ?? 0,
          'such as': ({ broken }) => broken?.examples.join(' ') ?? '',
        }}
      />
    </>
  );
}

export const verifyAct = post('/invariants', ADMIN_ROLES, async ({ operator, tasks, user }) => {
  tasks.start({ name: VERIFY_TASK, startedBy: user.name }, (onProgress) =>
    verifyService(operator, { onProgress, onBehind: () => undefined }),
  );
  return redirect('/invariants');
});
