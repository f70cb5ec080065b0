/** What was started from a page and goes on behind it. It ends with the process; what it wrote stands in the stores. */
import type { Entropy } from '../platform/secrets/entropy.js';
import { errorMessage } from '../platform/errors/error-code.js';

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

/** As many are remembered when they are over. */
const MOST_REMEMBERED = 50;

export class Tasks {
  private readonly tasks = new Map<string, Task>();

  constructor(private readonly entropy: Pick<Entropy, 'ulid'>) {}

  /**
   * @param what kind of task, and whose; while one of the same name runs, that one is returned
   * @param work `progress`: how much is done, in whatever it counts
   */
  start<T>(what: { name: string; by: string }, work: (progress: (done: number) => void) => Promise<T>): Task {
    const running = this.named(what.name).find(({ state }) => state.is === 'running');
    if (running !== undefined) return running;
    const task: Task = {
      ...what,
      id: this.entropy.ulid(),
      startedAt: new Date(),
      state: { is: 'running', done: 0 },
    };
    this.tasks.set(task.id, task);
    this.forget();
    void work((done) => (task.state = { is: 'running', done })).then(
      (result) => (task.state = { is: 'done', result, endedAt: new Date() }),
      (error: unknown) => (task.state = { is: 'failed', detail: errorMessage(error), endedAt: new Date() }),
    );
    return task;
  }

  find(id: string): Task | null {
    return this.tasks.get(id) ?? null;
  }

  /** The newest first. */
  named(name: string): readonly Task[] {
    return [...this.tasks.values()].filter((task) => task.name === name).reverse();
  }

  private forget(): void {
    const over = [...this.tasks.values()].filter(({ state }) => state.is !== 'running');
    for (const { id } of over.slice(0, -MOST_REMEMBERED)) this.tasks.delete(id);
  }
}
