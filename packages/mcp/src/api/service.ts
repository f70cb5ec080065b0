/** The service as one customer calls it, with what the answer of a billed call says of its cost. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CompanyData } from '../../../client/src/index.js';

/** What came back of the tries of one call. */
export interface Tries {
  /** `X-Billed-Units` of the last answer; null where it said none. */
  billedUnits: number | null;
  /** Whether the service had seen the idempotency key before. */
  replayed: boolean;
  /** Whether a try may have been billed; a refusal that follows then doesn't say that nothing was. */
  lost: boolean;
}

export interface ServiceOptions {
  readonly url: string;
  readonly key: string;
  readonly fetch?: typeof fetch;
}

/** Beyond it a host gives up its own call. */
const PATIENCE_MS = 20_000;
const TIMEOUT_MS = 40_000;

export class Service {
  readonly client: CompanyData;
  private readonly current = new AsyncLocalStorage<Tries>();

  constructor({ url, key, fetch: send = (input, init) => fetch(input, init) }: ServiceOptions) {
    const noted: typeof fetch = async (input, init) => {
      const tries = this.current.getStore();
      if (tries === undefined) return send(input, init);
      const before = tries.lost;
      tries.lost = true;
      const response = await send(input, init);
      const { headers, status } = response;
      const units = headers.get('x-billed-units');
      tries.billedUnits = units !== null && /^\d{1,9}$/.test(units) ? Number(units) : null;
      tries.replayed = headers.get('idempotent-replayed') === 'true';
      // A refusal says that nothing was done. A fault on the way says nothing, and an answer may break off.
      tries.lost = before || status < 400 || (status >= 500 && tries.billedUnits === null);
      return response;
    };
    this.client = new CompanyData({ url, key, patience: PATIENCE_MS, timeout: TIMEOUT_MS, fetch: noted });
  }

  /** Makes one call, and tells what its tries came to, also where it throws. */
  async tracked<T>(call: (client: CompanyData) => Promise<T>): Promise<{ answer: Promise<T>; tries: Tries }> {
    const tries: Tries = { billedUnits: null, replayed: false, lost: false };
    const answer = this.current.run(tries, () => call(this.client));
    await answer.catch(() => undefined);
    return { answer, tries };
  }
}
