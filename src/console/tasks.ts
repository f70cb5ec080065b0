/** Runs the tasks that pages start in the background. A restart of the process ends them. */
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';

export interface Task<T = unknown> {
  readonly id: string;
  readonly name: string;
  readonly startedBy: string;
  readonly startedAt: Date;
  state:
    | { readonly status: 'running'; readonly itemsDone: number }
    | { readonly status: 'done'; readonly result: T; readonly endedAt: Date }
    | { readonly status: 'failed'; readonly detail: string; readonly endedAt: Date };
}

/** The number of ended tasks that are remembered. */
const MAX_ENDED_TASKS = 50;

export class Tasks {
  private readonly tasks = new Map<string, Task>();

  constructor(private readonly entropy: Pick<Entropy, 'ulid'>) {}

  /**
   * Starts a task. While a task of the same name runs, returns that one instead.
   * @param origin the task's name, and who starts it
   * @param work does the task; calls `onProgress` with the number of items done
   */
  start<T>(
    origin: { name: string; startedBy: string },
    work: (onProgress: (itemsDone: number) => void) => Promise<T>,
  ): Task {
    const runningTask = this.tasksNamed(origin.name).find(({ state }) => state.status === 'running');
    if (runningTask !== undefined) return runningTask;
    const task: Task = {
      ...origin,
      id: this.entropy.ulid(),
      startedAt: new Date(),
      state: { status: 'running', itemsDone: 0 },
    };
    this.tasks.set(task.id, task);
    this.forgetOldest();
    void work((itemsDone) => (task.state = { status: 'running', itemsDone })).then(
      (result) => (task.state = { status: 'done', result, endedAt: new Date() }),
      (error: unknown) =>
        (task.state = { status: 'failed', detail: errorMessage(error), endedAt: new Date() }),
    );
    return task;
  }

  find(id: string): Task | null {
    return this.tasks.get(id) ?? null;
  }

  /** Returns the tasks of this name, the newest first. */
  tasksNamed(name: string): readonly Task[] {
    return [...this.tasks.values()].filter((task) => task.name === name).reverse();
  }

  private forgetOldest(): void {
    const endedTasks = [...this.tasks.values()].filter(({ state }) => state.status !== 'running');
    for (const { id } of endedTasks.slice(0, -MAX_ENDED_TASKS)) this.tasks.delete(id);
  }
}
