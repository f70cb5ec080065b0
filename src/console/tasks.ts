/** Runs the tasks that pages start. A task ends with the process; what it wrote stays stored. */
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';

export interface Task<T = unknown> {
  readonly id: string;
  readonly name: string;
  readonly by: string;
  readonly startedAt: Date;
  state:
    | { readonly is: 'running'; readonly done: number }
    | { readonly is: 'done'; readonly result: T; readonly endedAt: Date }
    | { readonly is: 'failed'; readonly detail: string; readonly endedAt: Date };
}

/** The number of ended tasks that are remembered. */
const MAX_ENDED_TASKS = 50;

export class Tasks {
  private readonly tasks = new Map<string, Task>();

  constructor(private readonly entropy: Pick<Entropy, 'ulid'>) {}

  /**
   * Starts a task. While a task of the same name runs, returns that one instead.
   * @param origin the task's name, and the user who starts it
   * @param work does the task; calls `progress` with the number of items done
   */
  start<T>(
    origin: { name: string; by: string },
    work: (progress: (done: number) => void) => Promise<T>,
  ): Task {
    const runningTask = this.taskNamed(origin.name).find(({ state }) => state.is === 'running');
    if (runningTask !== undefined) return runningTask;
    const task: Task = {
      ...origin,
      id: this.entropy.ulid(),
      startedAt: new Date(),
      state: { is: 'running', done: 0 },
    };
    this.tasks.set(task.id, task);
    this.forgetOldest();
    void work((done) => (task.state = { is: 'running', done })).then(
      (result) => (task.state = { is: 'done', result, endedAt: new Date() }),
      (error: unknown) => (task.state = { is: 'failed', detail: errorMessage(error), endedAt: new Date() }),
    );
    return task;
  }

  find(id: string): Task | null {
    return this.tasks.get(id) ?? null;
  }

  /** Returns the tasks of this name, the newest first. */
  taskNamed(name: string): readonly Task[] {
    return [...this.tasks.values()].filter((task) => task.name === name).reverse();
  }

  private forgetOldest(): void {
    const endedTasks = [...this.tasks.values()].filter(({ state }) => state.is !== 'running');
    for (const { id } of endedTasks.slice(0, -MAX_ENDED_TASKS)) this.tasks.delete(id);
  }
}
