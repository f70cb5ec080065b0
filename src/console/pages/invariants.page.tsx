/** The eleven invariants: what the standing check found, and a check of the whole log. */
import type { VerifyReport } from '../../verify/verify-log.js';
import { holds, verifySheet } from '../../verify/verify.sheet.js';
import { lastCheck, type LastCheck } from '../../operator/verify/last-check.js';
import { verifyService } from '../../operator/verify/verify-service.js';
import { ADMIN, EVERYBODY, get, go, page, post } from '../page.js';
import type { Markup } from '../view/markup.js';
import { TaskPart } from '../view/task-part.js';
import type { Task } from '../tasks.js';
import { INVARIANTS } from './invariant-words.js';
import { Section, Csrf } from '../view/parts.js';
import { Facts, SheetParts, Table, tableOf } from '../view/sheet.js';
import { cell } from '../../shared/sheet/sheet.js';

const VERIFY = 'verify';

/** Only this page starts tasks of the name. */
const reportOf = ({ state }: Task): VerifyReport | null =>
  state.is === 'done' ? (state.result as VerifyReport) : null;

export const invariantsPage = get(
  '/invariants',
  EVERYBODY,
  async ({ operator, tasks, session, user, now }) => {
    const [newest] = tasks.named(VERIFY);
    const report = newest === undefined ? null : reportOf(newest);
    return page(
      'Invariants',
      <>
        <h1>Invariants</h1>
        <Standing of={await lastCheck(operator)} />
        {newest !== undefined && <TaskPart task={newest} now={now} />}
        {report !== null && <SheetParts of={verifySheet(report)} />}
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
);

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
        of={{
          'last checked': cell.time(of.checked_at) ?? 'never',
          'up to position': cell.code(of.position),
          'behind the log': of.behind,
        }}
      />
      <Table
        name="What the standing check found"
        of={tableOf(lines, {
          'no.': ({ id }) => id,
          invariant: ({ name }) => name,
          state: ({ broken }) => holds(broken === null),
          offenders: ({ broken }) => broken?.offenders ?? 0,
          'such as': ({ broken }) => broken?.examples.join(' ') ?? '',
        })}
      />
    </>
  );
}

export const verifyAct = post('/invariants', ADMIN, async ({ operator, tasks, user }) => {
  tasks.start({ name: VERIFY, by: user.name }, (progress) =>
    verifyService(operator, { onProgress: progress, onBehind: () => undefined }),
  );
  return go('/invariants');
});
