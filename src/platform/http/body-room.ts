/**
 * The room for bodies that are read or worked on: a number of bytes for the process, and one for each owner.
 * A body without room waits, and the owners take turns. A body takes room as it comes, since nobody knows how
 * large a packed one will be. So room is given only where all holders can still finish, one after the other
 * (the banker's algorithm). So bodies can't wait for each other's room.
 */
import { FairLines } from '../tasks/fair-lines.js';

export interface RoomLimits {
  /** Bytes of all bodies. */
  readonly total: number;
  /** Bytes of one owner's bodies. No claim may be larger. */
  readonly each: number;
  /** Milliseconds that a body waits before it is refused. */
  readonly waitMs: number;
}

/** Bodies that hold room at once, of all owners and of one: this bounds the cost of the algorithm. */
const MOST_HOLDERS = 64;
const MOST_HOLDERS_EACH = 16;
/** Bodies of one owner that wait at once. Each holds the bytes that came before it needed room. */
const MOST_WAITING_EACH = 200;

interface Wait {
  readonly share: BodyShare;
  readonly bytes: number;
  readonly end: (granted: boolean) => void;
}

/** One body's part of the room. */
export class BodyShare {
  held = 0;
  wait: Wait | null = null;

  constructor(
    private readonly room: BodyRoom,
    readonly owner: string,
    /** The most that it may come to hold. */
    public claim: number,
  ) {}

  /** Asks for more room; false where none came free in time. One call at a time. */
  grow(bytes: number): Promise<boolean> {
    return this.room.ask(this, bytes);
  }

  /** Says that the body needs no more room. */
  settle(): void {
    this.claim = this.held;
    this.room.serve();
  }

  /** Called when nobody waits for this body any more: a call that waits for room gets none. */
  stopWaiting(): void {
    this.wait?.end(false);
  }

  release(): void {
    this.stopWaiting();
    this.room.leave(this);
  }
}

export class BodyRoom {
  private readonly holders = new Set<BodyShare>();
  /** Bodies that hold some room go first: they give it back. */
  private readonly growing = new FairLines<Wait>();
  private readonly entering = new FairLines<Wait>();

  constructor(private readonly limits: RoomLimits) {}

  open(owner: string, claim: number): BodyShare {
    return new BodyShare(this, owner, claim);
  }

  /** Bytes that are held now. */
  get held(): number {
    return [...this.holders].reduce((sum, { held }) => sum + held, 0);
  }

  async ask(share: BodyShare, bytes: number): Promise<boolean> {
    const lines = share.held > 0 ? this.growing : this.entering;
    if (lines.of(share.owner).length >= MOST_WAITING_EACH) return false;
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
      this.serve();
    });
  }

  leave(share: BodyShare): void {
    share.held = 0;
    if (this.holders.delete(share)) this.serve();
  }

  /** Gives room to every waiting body that may have it now. */
  serve(): void {
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
      if (this.holders.size >= MOST_HOLDERS) return false;
      const own = [...this.holders].filter(({ owner }) => owner === share.owner);
      if (own.length >= MOST_HOLDERS_EACH) return false;
    }
    return this.allCanEnd(share, bytes);
  }

  /** Whether all holders could finish, in some order, if this share had so many more bytes. */
  private allCanEnd(growing: BodyShare, bytes: number): boolean {
    const open = [...new Set([...this.holders, growing])];
    const heldBy = (share: BodyShare): number => share.held + (share === growing ? bytes : 0);
    let free = this.limits.total;
    const freeOf = new Map<string, number>();
    const give = (share: BodyShare, back: number): void => {
      free += back;
      freeOf.set(share.owner, (freeOf.get(share.owner) ?? this.limits.each) + back);
    };
    for (const share of open) give(share, -heldBy(share));
    while (open.length > 0) {
      const next = open.findIndex(
        (share) => share.claim - heldBy(share) <= Math.min(free, freeOf.get(share.owner) ?? 0),
      );
      const [ending] = next < 0 ? [] : open.splice(next, 1);
      if (ending === undefined) return false;
      give(ending, heldBy(ending));
    }
    return true;
  }
}
