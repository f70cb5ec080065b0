/** The part of a page that shows the progress of a task. */
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { ALL_ROLES, get, type ConsolePage } from '../console-page.js';
import { TaskPart } from '../view/task-part.js';

export const taskPart: ConsolePage = {
  ...get('/tasks/:task', ALL_ROLES, async ({ params, tasks, now }) => {
    const task = tasks.find(params['task'] ?? '');
    if (task === null)
      throw new WrongRequest('unknown_task', 'This task ended at a restart of the console. Start it again.');
    // When the task has ended, the browser reloads the page around the part, which then shows the result.
    const refresh = task.state.status !== 'running';
    return { kind: 'part', body: <TaskPart task={task} now={now} />, refresh };
  }),
  isPolled: true,
};
