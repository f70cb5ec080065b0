/** How far something is that was started from a page. */
import { WrongRequest } from '../../operator/refusal.js';
import { EVERYBODY, get } from '../page.js';
import { TaskPart } from '../view/task-part.js';

export const taskPart = get(
  '/tasks/:task',
  EVERYBODY,
  async ({ params, tasks, now }) => {
    const task = tasks.find(params['task'] ?? '');
    if (task === null)
      throw new WrongRequest('unknown_task', 'That ended with the console that ran it: start it again.');
    // The page around it has more to show by then.
    return { kind: 'part', body: <TaskPart task={task} now={now} />, refresh: task.state.is !== 'running' };
  },
  { polled: true },
);
