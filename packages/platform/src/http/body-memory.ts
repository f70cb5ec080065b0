/**
 * Limits the memory of request bodies that are being received, in total and for each owner. A body reserves
 * memory as its bytes arrive. Memory is granted only where all bodies can still end, one after the other (the
 * banker's algorithm). A body without memory waits for a limited time; the owners take turns.
 */
import { FairLines } from '../tasks/fair-lines.js';

export interface BodyMemoryLimits {
  /** Bytes for all bodies. */
  readonly total: number;
  /** Bytes for the bodies of one owner, and so the most for one body. */
  readonly perOwner: number;
  /** Milliseconds that a body waits before it is refused. */
  readonly waitMs: number;
}

/** Most bodies that hold memory at once, of all owners and of one. This bounds the cost of the algorithm. */
const MAX_HOLDERS = 64;
const MAX_HOLDERS_EACH = 16;
/** Most bodies of one owner that wait at once. A waiting body keeps the bytes that it has received. */
const MAX_WAITING_EACH = 200;

interface Wait {
  readonly share: BodyReservation;
  readonly bytes: number;
  readonly end: (granted: boolean) => void;
}

/** The memory of one body. */
export class BodyReservation {
  held = 0;
  wait: Wait | null = null;

  constructor(
    private readonly memory: BodyMemory,
    readonly owner: string,
    /** The maximum number of bytes that the body may still come to hold. */
    public mostBytes: number,
  ) {}

  /** Reserves more bytes; false where none came free in time. One call at a time. */
  grow(bytes: number): Promise<boolean> {
    return this.memory.request(this, bytes);
  }

  /** The body needs no more memory. */
  stopGrowing(): void {
    this.mostBytes = this.held;
    this.memory.grantWaiting();
  }

  /** Ends a waiting `grow` with false: the client has gone. */
  stopWaiting(): void {
    this.wait?.end(false);
  }

  release(): void {
    this.stopWaiting();
    this.memory.giveBack(this);
  }
}

export class BodyMemory {
  private readonly holders = new Set<BodyReservation>();
  /** Bodies that hold memory already go first: they will give it back. */
  private readonly growing = new FairLines<Wait>();
  private readonly entering = new FairLines<Wait>();

  constructor(private readonly limits: BodyMemoryLimits) {}

  open(owner: string, mostBytes: number): BodyReservation {
    return new BodyReservation(this, owner, mostBytes);
  }

  /** Bytes that are held now. */
  get held(): number {
    return [...this.holders].reduce((sum, { held }) => sum + held, 0);
  }

  async request(share: BodyReservation, bytes: number): Promise<boolean> {
    const lines = share.held > 0 ? this.growing : this.entering;
    if (lines.of(share.owner).length >= MAX_WAITING_EACH) return false;
    return new Promise((resolve) => {
      const end = (granted: boolean): void => {
        clearTimeout(late);
        lines.remove(share.owner, wait);
        share.wait = null;
        resolve(granted);
      };
      const wait: Wait = { share, bytes, end };
      const late = setTimeout(end, this.limits.waitMs, false).unref();
      share.wait = wait;
      lines.add(share.owner, wait);
      this.grantWaiting();
    });
  }

  giveBack(share: BodyReservation): void {
    share.held = 0;
    if (this.holders.delete(share)) this.grantWaiting();
  }

  /** Grants every waiting request that can be granted now. */
  grantWaiting(): void {
    const mayGo = (wait: Wait): boolean => this.mayHave(wait);
    for (;;) {
      const wait = this.growing.take(mayGo) ?? this.entering.take(mayGo);
      if (wait === undefined) return;
      wait.share.held += wait.bytes;
      this.holders.add(wait.share);
      wait.end(true);
    }
  }

  private mayHave({ share, bytes }: Wait): boolean {
    if (!this.holders.has(share)) {
      if (this.holders.size >= MAX_HOLDERS) return false;
      const own = [...this.holders].filter(({ owner }) => owner === share.owner);
      if (own.length >= MAX_HOLDERS_EACH) return false;
    }
    return this.allCanEnd(share, bytes);
  }

  /** True if all bodies could still end, in some order, if this one got so many more bytes. */
  private allCanEnd(growing: BodyReservation, bytes: number): boolean {
    const open = [...new Set([...this.holders, growing])];
    const heldBy = (share: BodyReservation): number => share.held + (share === growing ? bytes : 0);
    let free = this.limits.total;
    const freeOf = new Map<string, number>();
    const give = (share: BodyReservation, back: number): void => {
      free += back;
      freeOf.set(share.owner, (freeOf.get(share.owner) ?? this.limits.perOwner) + back);
    };
    for (const share of open) give(share, -heldBy(share));
    while (open.length > 0) {
      const next = open.findIndex(
        (share) => share.mostBytes - heldBy(share) <= Math.min(free, freeOf.get(share.owner) ?? 0),
      );
      const [ending] = next < 0 ? [] : open.splice(next, 1);
      if (ending === undefined) return false;
      give(ending, heldBy(ending));
    }
    return true;
  }
}
