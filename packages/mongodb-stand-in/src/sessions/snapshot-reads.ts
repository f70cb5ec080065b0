/**
 * Reads at a moment that has passed (`readConcern: snapshot`): the server chooses it with the first, and the
 * client names it again with the next.
 */
import { Timestamp } from 'bson';
import { timestampKey } from '../bson/key-string.js';
import { isDoc, type Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import type { Collections, Store } from '../store/store.js';
import type { Workspace } from '../store/workspace.js';

export interface SnapshotRead {
  readonly at: Timestamp;
  readonly workspace: Workspace;
}

const MAX_KEPT = 1_000;

/** A member of a collection's shard that still thinks itself the primary. */
interface Deposed extends SnapshotRead {
  readonly collection: string;
}

export class SnapshotReads {
  private readonly kept = new Map<
    string,
    { readonly collections: Collections; readonly expiry: NodeJS.Timeout }
  >();

  private deposed: Deposed | undefined;

  constructor(
    private readonly store: Store,
    /** `minSnapshotHistoryWindowInSeconds`. */
    private readonly windowMs: () => number,
  ) {}

  /**
   * @returns nothing where the read isn't one of a snapshot
   * @throws ServerError 239 where that moment isn't kept any longer
   */
  of(body: Doc): SnapshotRead | undefined {
    const concern = body.readConcern;
    if (!isDoc(concern) || concern.level !== 'snapshot') return undefined;
    const at = concern.atClusterTime instanceof Timestamp ? concern.atClusterTime : this.store.operationTime;
    return { at, workspace: asWorkspace(this.collectionsAt(at)) };
  }

  /**
   * From now on a router asks this shard's primary of before, unless a read waits for a later time than that
   * one knows.
   */
  depose(collection: string): void {
    const at = this.store.operationTime;
    this.deposed = { collection, at, workspace: asWorkspace(this.store.snapshot()) };
  }

  forgetDeposed(): void {
    this.deposed = undefined;
  }

  /** @returns nothing where the read goes to the primary */
  ofDeposed(body: Doc, namespace: string): Workspace | undefined {
    const { deposed } = this;
    if (deposed === undefined || !namespace.endsWith(`.${deposed.collection}`)) return undefined;
    const after = isDoc(body.readConcern) ? body.readConcern.afterClusterTime : undefined;
    return after instanceof Timestamp && after.greaterThan(deposed.at) ? undefined : deposed.workspace;
  }

  clear(): void {
    this.forgetDeposed();
    for (const { expiry } of this.kept.values()) clearTimeout(expiry);
    this.kept.clear();
  }

  private collectionsAt(at: Timestamp): Collections {
    const key = timestampKey(at);
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept.collections;
    if (!at.equals(this.store.operationTime)) {
      throw new ServerError(
        239,
        `Read timestamp ${at.t}, ${at.i} is older than the oldest available timestamp.`,
      );
    }
    const collections = this.store.snapshot();
    const expiry = setTimeout(() => this.kept.delete(key), this.windowMs());
    expiry.unref();
    this.kept.set(key, { collections, expiry });
    this.forgetOldest();
    return collections;
  }

  /** A server that runs short of room gives up its history too. */
  private forgetOldest(): void {
    const [oldest] = this.kept;
    if (this.kept.size <= MAX_KEPT || oldest === undefined) return;
    clearTimeout(oldest[1].expiry);
    this.kept.delete(oldest[0]);
  }
}

function asWorkspace(collections: Collections): Workspace {
  const refuse = (): never => {
    throw new ServerError(72, 'a snapshot can only be read');
  };
  return {
    collection: (namespace) => collections.get(namespace),
    namespaces: () => [...collections.keys()].sort(),
    touch: () => undefined,
    check: refuse,
    insert: refuse,
    replace: refuse,
    remove: refuse,
    create: refuse,
    createIndex: refuse,
  };
}
