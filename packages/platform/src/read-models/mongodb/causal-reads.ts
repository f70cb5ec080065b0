/**
 * Reads that see all that this process read or committed before. A lane's checkpoint and its documents may
 * lie on different shards. A router may ask a shard member that still takes itself for the primary. Without a
 * time to wait for, it would answer with old documents, and changes folded onto them would be lost.
 */
import type { ClientSession, Db } from 'mongodb';

type SessionTimes = Pick<ClientSession, 'operationTime' | 'clusterTime'>;

export class CausalReads {
  private seen: SessionTimes | undefined;

  /** Reads in a session of its own: a session takes one call at a time. */
  async run<T>(database: Db, read: (session: ClientSession) => Promise<T>): Promise<T> {
    return database.client.withSession(async (session) => {
      const { operationTime, clusterTime } = this.seen ?? {};
      if (clusterTime !== undefined) session.advanceClusterTime(clusterTime);
      if (operationTime !== undefined) session.advanceOperationTime(operationTime);
      const answer = await read(session);
      this.note(session);
      return answer;
    });
  }

  /** Every later read sees what this session read or committed. */
  note({ operationTime, clusterTime }: SessionTimes): void {
    const last = this.seen?.operationTime;
    if (operationTime === undefined || (last !== undefined && operationTime.lessThanOrEqual(last))) return;
    this.seen = { operationTime, ...(clusterTime !== undefined && { clusterTime }) };
  }
}
