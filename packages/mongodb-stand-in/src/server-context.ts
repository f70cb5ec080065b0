/** What commands share: the data, the sessions, the cursors, and how the server is to behave. */
import type { Users } from './auth/login.js';
import type { Cursors } from './commands/cursors.js';
import type { Misbehaviour } from './misbehaviour.js';
import type { Sessions } from './sessions/sessions.js';
import type { SnapshotReads } from './sessions/snapshot-reads.js';
import type { Store } from './store/store.js';
import type { Topology } from './topology.js';

export interface ServerContext {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly snapshots: SnapshotReads;
  readonly topology: Topology;
  readonly misbehaviour: Misbehaviour;
  /** How many commands came, by name and collection. */
  readonly commandsBegun: Map<string, number>;
  /** None: anybody may do anything. */
  readonly users: Users | undefined;
  /** Told to its owner as well as to the caller. */
  unknownCall(what: string): void;
}
