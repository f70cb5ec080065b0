/** What may still be spent: the most a call can cost is reserved before it, and corrected after it. */
import { passedCap, spentOf, type Caps, type Cost, type PassedCap, type Spent } from './caps.js';
import { decimalOf, isMore, textOf, ZERO } from './decimal.js';
import { countsToday, dayOf, type Entries, type Entry, type SpendFile } from './spend-file.js';

/** A billed call that is about to be made. */
export interface Intent {
  /** Its idempotency key: the same call has the same key, and counts once. */
  readonly key: string;
  readonly tool: string;
  readonly session: string;
  readonly most: Cost;
  /** Of the agreed prices; null where there are none. */
  readonly currency: string | null;
}

export type Reserved =
  | { readonly outcome: 'reserved'; readonly entry: Entry }
  /** The call was made before, or is on its way: nothing more is reserved. */
  | { readonly outcome: 'repeat'; readonly entry: Entry }
  | { readonly outcome: 'refused'; readonly passed: PassedCap | 'currency'; readonly spent: Spent };

/** What a call has cost. */
export interface Outcome {
  readonly cost: Cost;
  readonly currency: string | null;
  readonly job: string | null;
  /** Whether more may still be charged. */
  readonly open: boolean;
}

export class Ledger {
  constructor(
    private readonly file: SpendFile,
    readonly caps: Caps,
    /** Milliseconds since 1970. */
    private readonly now: () => number,
  ) {}

  /** What this call would come to now. Reserves nothing. @throws SpendingFileError */
  async look(intent: Intent): Promise<Reserved> {
    return this.file.change(this.now(), (entries) => this.judged(entries, intent));
  }

  /** @throws SpendingFileError, before anything was spent */
  async reserve(intent: Intent): Promise<Reserved> {
    return this.file.change(this.now(), (entries) => {
      const judged = this.judged(entries, intent);
      if (judged.outcome === 'refused') return judged;
      // A repeat of a call whose answer isn't known yet shares its reservation.
      const shared = judged.outcome === 'repeat' && judged.entry.until === null;
      entries.set(intent.key, shared ? { ...judged.entry, shared } : judged.entry);
      return judged;
    });
  }

  private judged(entries: Entries, { key, tool, session, most, currency }: Intent): Reserved {
    const known = entries.get(key);
    if (known !== undefined) return { outcome: 'repeat', entry: known };
    const spent = spentOf(entries, session, this.now());
    const passed = passedCap(most, spent, this.caps);
    if (passed !== null) return { outcome: 'refused', passed, spent };
    if (this.isOtherMoney(entries, currency)) return { outcome: 'refused', passed: 'currency', spent };
    const amount = textOf(most.amount);
    const from = dayOf(this.now());
    const entry = {
      tool,
      session,
      from,
      until: null,
      units: most.units,
      amount,
      currency,
      job: null,
      shared: false,
    };
    return { outcome: 'reserved', entry };
  }

  /** A cap in money can't be held over two currencies. */
  private isOtherMoney(entries: Entries, currency: string | null): boolean {
    const inMoney = Object.values(this.caps).some(({ amount }) => amount !== null);
    const costly = ({ amount }: Entry): boolean => isMore(decimalOf(amount ?? '0') ?? ZERO, ZERO);
    const now = this.now();
    const counted = [...entries.values()].filter((entry) => costly(entry) && countsToday(entry, now));
    return inMoney && counted.some((entry) => entry.currency !== currency);
  }

  /** Corrects a reservation to what the call has cost. */
  async correct({ key, tool, session }: Omit<Intent, 'most'>, outcome: Outcome): Promise<void> {
    const today = dayOf(this.now());
    await this.file.change(this.now(), (entries) => {
      const before = entries.get(key);
      const { cost, currency, job, open } = outcome;
      entries.set(key, {
        ...{ tool, session, from: today, ...before, units: cost.units, amount: textOf(cost.amount) },
        ...{ currency, job, until: open ? null : today, shared: before?.shared ?? false },
      });
    });
  }

  /** Frees the reservation of a call that was refused, unless another call shares it. */
  async release(key: string): Promise<void> {
    await this.file.change(this.now(), (entries) => {
      const entry = entries.get(key);
      if (entry?.until === null && entry.job === null && !entry.shared) entries.delete(key);
    });
  }

  /** The calls with a job that may still be charged, oldest first; of one job only, where it is named. */
  async open(job?: string): Promise<readonly (readonly [key: string, entry: Entry, job: string])[]> {
    return this.file.change(this.now(), (entries) =>
      [...entries].flatMap(([key, entry]) =>
        entry.until === null && entry.job !== null && (job ?? entry.job) === entry.job
          ? [[key, entry, entry.job] as const]
          : [],
      ),
    );
  }

  async spent(session: string): Promise<Spent> {
    return this.file.change(this.now(), (entries) => spentOf(entries, session, this.now()));
  }
}
