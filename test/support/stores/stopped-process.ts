/** The ports of a process that stops at one of its calls, for campaigns over every moment of some work. */
import { ProcessDiedError } from './faulty-event-store.js';

/** The nth call of any port, from 0, before it reaches the port or after it is done. */
export interface Moment {
  readonly call: number;
  readonly isDone: boolean;
}

/** All moments of work that makes so many calls. */
export const momentsOf = (calls: number): Moment[] =>
  Array.from({ length: calls }, (_, call) => [false, true].map((isDone) => ({ call, isDone }))).flat();

export class StoppedProcess {
  /** Calls that were made so far. */
  calls = 0;
  private isDead = false;

  /**
   * @param moment null: at every call, or never where nothing happens meanwhile
   * @param meanwhile what happens while it sleeps; left out: it dies there, and every later call fails
   */
  constructor(
    private readonly moment: Moment | null,
    private readonly meanwhile?: () => Promise<unknown>,
  ) {}

  /** A port as this process sees it. All methods of the port must give promises. */
  port<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name): unknown => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]) => {
          const call = this.calls++;
          await this.pass({ call, isDone: false });
          const answer: unknown = await Reflect.apply(member, target, given);
          await this.pass({ call, isDone: true });
          return answer;
        };
      },
    });
  }

  private async pass({ call, isDone }: Moment): Promise<void> {
    if (this.isDead) throw new ProcessDiedError();
    const { moment, meanwhile } = this;
    if (moment !== null && (moment.call !== call || moment.isDone !== isDone)) return;
    if (meanwhile !== undefined) return void (await meanwhile());
    if (moment === null) return;
    this.isDead = true;
    throw new ProcessDiedError();
  }
}

/** Runs work in a process that dies at this moment. @returns the calls that it made */
export async function diesAt(
  moment: Moment | null,
  work: (process: StoppedProcess) => Promise<unknown>,
): Promise<number> {
  const process = new StoppedProcess(moment);
  await work(process).catch((error: unknown) => {
    if (!(error instanceof ProcessDiedError)) throw error;
  });
  return process.calls;
}
