/** The read models: how far each is, and building one anew. */
import { listActs } from '../../operator/maintenance/list-acts.js';
import {
  PROJECTION_NAMES,
  projectionsStatus,
  rebuildNamedProjection,
} from '../../operator/projections/projections.js';
import { PROJECTION_COLUMNS } from '../../operator/projections/projections.sheet.js';
import { WrongRequest } from '../../operator/refusal.js';
import { ADMIN, EVERYBODY, get, go, page, post } from '../page.js';
import { Acts } from '../view/acts.js';
import type { Markup } from '../view/markup.js';
import { TaskPart } from '../view/task-part.js';
import { actOf, mustBeConfirmed } from '../words.js';
import { Csrf, Section } from '../view/parts.js';
import { Table } from '../view/sheet.js';
import { sheetTable } from '../../shared/sheet/sheet.js';

const REBUILD = 'rebuild of a read model';

export const projectionsPage = get(
  '/projections',
  EVERYBODY,
  async ({ operator, tasks, session, user, now }) => {
    const [task] = tasks.named(REBUILD);
    return page(
      'Read models',
      <>
        <h1>Read models</h1>
        <p>Each is a fold of the log. A lane is a group of them with one reader of the log.</p>
        <Table
          name="How far each is"
          of={sheetTable(await projectionsStatus(operator), PROJECTION_COLUMNS)}
        />
        {task !== undefined && <TaskPart task={task} now={now} />}
        {ADMIN.includes(user.role) && <Rebuild csrf={session.csrf} />}
        <Section title="Built anew, the newest first">
          <Acts name="Read models built anew" of={await listActs(operator, ['read_model_rebuild'])} />
        </Section>
      </>,
    );
  },
);

const Rebuild = ({ csrf }: { csrf: string }): Markup => (
  <Section title="Build one anew">
    <p>
      It is read from the log beside the one that is read, compared with it, and taken over in one step. Reads
      and jobs go on meanwhile.
    </p>
    <form class="stacked" method="post" action="/projections/rebuild">
      <Csrf token={csrf} />
      <label for="name">Read model</label>
      <select id="name" name="name" required>
        {PROJECTION_NAMES.map((name) => (
          <option value={name}>{name}</option>
        ))}
      </select>
      <label>
        <input type="checkbox" name="confirmed" value="yes" required /> Take it over when it is whole
      </label>
      <button type="submit">Build it anew</button>
    </form>
  </Section>
);

export const rebuildAct = post(
  '/projections/rebuild',
  ADMIN,
  async ({ operator, form, tasks, user, reason }) => {
    const name = form['name'] ?? '';
    if (!PROJECTION_NAMES.includes(name))
      throw new WrongRequest('unknown_read_model', `No read model is called '${name.slice(0, 100)}'.`);
    mustBeConfirmed(form);
    tasks.start({ name: REBUILD, by: user.name }, () =>
      rebuildNamedProjection(operator, { name, reason, act: actOf(form) }),
    );
    return go('/projections');
  },
);
