/** The page of the read models: progress of each, and the form that rebuilds one. */
import { listActs } from '../../operator/maintenance/list-acts.js';
import {
  PROJECTION_NAMES,
  projectionsStatus,
  rebuildNamedProjection,
  PROJECTION_COLUMNS,
} from '../../operator/projections/projections.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { ADMIN_ROLES, ALL_ROLES, get, headedPage, post, redirect } from '../console-page.js';
import { ActsTable } from '../view/maintenance-acts.js';
import type { Markup } from '../view/jsx-markup.js';
import { TaskPart } from '../view/task-part.js';
import { actIdOf, requireConfirmation } from '../form-values.js';
import { ActForm, ConfirmBox, Section } from '../view/parts.js';
import { ListTable } from '../view/sheet.js';

const REBUILD_TASK = 'rebuild of a read model';

export const projectionsPage = get('/projections', ALL_ROLES, async (visit) => {
  const { operator, tasks, session, user, now } = visit;
  const [task] = tasks.tasksNamed(REBUILD_TASK);
  return headedPage(
    'Read models',
    <>
      <p>Each read model is computed from the log. A lane is a group of them with one reader of the log.</p>
      <ListTable name="Progress" items={await projectionsStatus(operator)} columns={PROJECTION_COLUMNS} />
      {task !== undefined && <TaskPart task={task} now={now} />}
      {ADMIN_ROLES.includes(user.role) && <RebuildForm csrf={session.csrf} />}
      <Section title="Rebuilds, the newest first">
        <ActsTable name="Rebuilds of read models" acts={await listActs(operator, ['read_model_rebuild'])} />
      </Section>
    </>,
  );
});

const RebuildForm = ({ csrf }: { csrf: string }): Markup => (
  <Section title="Rebuild a read model">
    <p>
      A second copy is built from the log, compared with the one in use, and put in its place in one step.
      Reads and jobs continue meanwhile.
    </p>
    <ActForm to="/projections/rebuild" csrf={csrf}>
      <label for="name">Read model</label>
      <select id="name" name="name" required>
        {PROJECTION_NAMES.map((name) => (
          <option value={name}>{name}</option>
        ))}
      </select>
      <ConfirmBox>Yes, use the new copy when it is complete</ConfirmBox>
      <button type="submit">Rebuild</button>
    </ActForm>
  </Section>
);

export const rebuildAct = post('/projections/rebuild', ADMIN_ROLES, async (visit) => {
  const { operator, form, tasks, user, reason } = visit;
  const name = form['name'] ?? '';
  if (!PROJECTION_NAMES.includes(name))
    throw new WrongRequest('unknown_read_model', `No read model is called '${name.slice(0, 100)}'.`);
  requireConfirmation(form);
  tasks.start({ name: REBUILD_TASK, startedBy: user.name }, () =>
    rebuildNamedProjection(operator, { name, reason, act: actIdOf(form) }),
  );
  return redirect('/projections');
});
