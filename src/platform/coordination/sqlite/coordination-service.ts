/** The embedded coordination store on its file. */
import { groupedService, type HostedFile } from '../../sqlite/grouped-service.js';
import type { HostedService } from '../../threads/calls.js';
import type { CoordinationEntry, PutResult } from '../coordination.js';
import { COORDINATION_FILE } from './coordination-file.js';
import { Entries, type Put, type Range } from './entries.js';

export interface CoordinationMethods {
  get(key: string): CoordinationEntry | undefined;
  range(range: Range): readonly CoordinationEntry[];
  put(put: Put): PutResult;
  delete(what: { readonly key: string; readonly expected: number | undefined }): boolean;
  putMany(puts: readonly Put[]): null;
  /** Removes some expired entries. @returns how many; 0 when none are left */
  sweep(none: null): number;
}

export const coordinationService = (file: HostedFile): HostedService =>
  groupedService<CoordinationMethods>(COORDINATION_FILE, file, (database) => {
    const entries = new Entries(database, Date.now);
    return {
      begin: () => entries.begin(),
      methods: {
        get: (key) => entries.get(key),
        range: (range) => entries.range(range),
        put: (put) => entries.put(put),
        delete: ({ key, expected }) => entries.delete(key, expected),
        putMany: (puts) => {
          for (const put of puts) entries.put(put);
          return null;
        },
        sweep: () => entries.sweep(),
      },
      end: () => entries.end(),
      reads: ['get', 'range'],
      erases: 'sweep',
    };
  });
