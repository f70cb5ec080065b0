/** Collects the entries that a reader finds, until they are merged. */
import { staged, type Entry, type Version } from '../record.js';
import { EntryPacker } from './entry-batch.js';

export class FoundEntries {
  entries = 0;
  /** The version of the newest entry; empty: no entry states one. */
  newestTime: Version = '';

  readonly kept = new EntryPacker();

  add(entry: Entry): void {
    this.kept.add(entry.subject, staged(entry));
    this.entries += 1;
    if (entry.version > this.newestTime) this.newestTime = entry.version;
  }
}
