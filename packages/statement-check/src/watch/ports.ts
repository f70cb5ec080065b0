/** What a sync needs of the machine that it runs on. */

/** Where things are kept. Names have `/` between their parts. */
export interface Folder {
  /** Null where there is no such file. */
  readonly read: (name: string) => Promise<Uint8Array | null>;
  /** Writes the whole file, or leaves it as it was. */
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>;
  /** The names of the files in a folder, without it; none where it isn't there. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly remove: (name: string) => Promise<void>;
}

export interface Service {
  /**
   * The body at an address outside `/v1`. It waits where the service asks so.
   * @param how `public` without a key; `pending`: the service may not have it yet
   * @returns null for 404, and where it may be pending for a 503 of the service that stays after its tries
   */
  readonly get: (path: string, how: 'public' | 'own' | 'pending') => Promise<Uint8Array | null>;
  /** The account of the key. */
  readonly account: () => Promise<number>;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const PATIENT_MS = 7_200_000;

/** Whether a time is over two hours ago. What is younger and has no proof yet is no failure. */
export const isOld = (time: string, now: number): boolean => Date.parse(time) < now - PATIENT_MS;
