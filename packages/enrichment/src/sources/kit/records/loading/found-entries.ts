/** What a reader finds, until it goes where it is merged. */
import { staged, type Entry, type Version } from '../record.js';
import { EntryPacker } from './entry-batch.js';

export class FoundEntries {
  entries = 0;
  /** Of the newest entry; empty where none tells its own. */
  newestTime: Version = '';

  readonly kept = new EntryPacker();

  add(entry: Entry): void {
    this.kept.add(entry.subject, staged(entry));
    this.entries += 1;
    if (entry.version > this.newestTime) this.newestTime = entry.version;
  }
}
