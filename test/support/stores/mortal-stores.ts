/** The stores as a process sees them that dies at one of its writes, before it or after it. What it wrote outlives it. */
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import { ProcessDiedError } from './faulty-event-store.js';

export interface Death {
  /**
   * Which write: the nth of all to the log and the read models, the nth to the log, or the first commit of read models
   * behind the nth to the log. From 0.
   */
  readonly of: 'all' | 'log' | 'commit_behind_log';
  readonly write: number;
  readonly written: boolean;
}

const WRITES: ReadonlySet<string> = new Set([
  'append',
  'appendInOrder',
  'deleteStream',
  'commit',
  'declare',
  'drop',
]);

export class MortalStores {
  private dead = false;
  /** The writes that were tried, in order. */
  readonly seen: string[] = [];
  readonly stores: Stores;

  constructor(
    stores: Stores,
    private readonly death: Death | null,
  ) {
    this.stores = {
      ...stores,
      eventStore: this.mortal(stores.eventStore),
      readModels: this.mortal(stores.readModels),
      coordination: this.mortal(stores.coordination),
    };
  }

  get isDead(): boolean {
    return this.dead;
  }

  private mortal<T extends object>(store: T): T {
    return new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || name === 'subscribe') return value;
        return (...args: unknown[]) => this.call(String(name), () => Reflect.apply(value, target, args));
      },
    });
  }

  private async call(name: string, act: () => unknown): Promise<unknown> {
    this.mustLive();
    const isLast = WRITES.has(name) && this.isLast(name);
    if (isLast && this.death?.written === false) this.dead = true;
    this.mustLive();
    const result = await act();
    if (isLast) this.dead = true;
    this.mustLive();
    return result;
  }

  private isLast(name: string): boolean {
    this.seen.push(name);
    const isLog = name.startsWith('append');
    const inLog = this.seen.filter((each) => each.startsWith('append')).length - 1;
    switch (this.death?.of) {
      case undefined:
        return false;
      case 'all':
        return this.seen.length - 1 === this.death.write;
      case 'log':
        return isLog && inLog === this.death.write;
      case 'commit_behind_log':
        return name === 'commit' && inLog === this.death.write;
    }
  }

  private mustLive(): void {
    if (this.dead) throw new ProcessDiedError();
  }
}
