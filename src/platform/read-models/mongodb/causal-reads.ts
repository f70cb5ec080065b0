/**
 * Reads that see whatever this process has seen or committed before. Where a lane's checkpoint and its documents lie on
 * different shards, a router may ask a member of a shard that still thinks itself the primary: without a time to wait for it
 * would answer with documents of before, and what is folded onto them would be lost.
 */
import type { ClientSession, Db } from 'mongodb';

type SessionTimes = Pick<ClientSession, 'operationTime' | 'clusterTime'>;

export class CausalReads {
  private seen: SessionTimes | undefined;

  /** In a session of its own: a session takes one call at a time. */
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

  /** What this session saw or committed is seen by every read that begins from now on. */
  note({ operationTime, clusterTime }: SessionTimes): void {
    const last = this.seen?.operationTime;
    if (operationTime === undefined || (last !== undefined && operationTime.lessThanOrEqual(last))) return;
    this.seen = { operationTime, ...(clusterTime !== undefined && { clusterTime }) };
  }
}
