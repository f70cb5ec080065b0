/** The embedded coordination store on its file. */
import { groupedService, type HostedFile } from '../../sqlite/grouped-service.js';
import type { Call, HostedService } from '../../threads/calls.js';
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

const READS: ReadonlySet<string> = new Set(['get', 'range'] satisfies (keyof CoordinationMethods)[]);

export const coordinationService = (file: HostedFile): HostedService =>
  groupedService(COORDINATION_FILE, file, (database) => {
    const entries = new Entries(database, Date.now);
    return {
      begin: () => entries.begin(),
      run: (call) => runCall(entries, call),
      end: () => entries.end(),
      reads: READS,
      erases: 'sweep' satisfies keyof CoordinationMethods,
    };
  });

function runCall(entries: Entries, { method, argument }: Call): unknown {
  switch (method as keyof CoordinationMethods) {
    case 'get':
      return entries.get(argument as string);
    case 'range':
      return entries.range(argument as Range);
    case 'put':
      return entries.put(argument as Put);
    case 'delete': {
      const { key, expected } = argument as Parameters<CoordinationMethods['delete']>[0];
      return entries.delete(key, expected);
    }
    case 'putMany':
      for (const put of argument as readonly Put[]) entries.put(put);
      return null;
    case 'sweep':
      return entries.sweep();
  }
}
