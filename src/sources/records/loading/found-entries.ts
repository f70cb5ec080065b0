/** What a reader finds, until it goes where it is merged. */
import { staged, type Entry, type Version } from '../record.js';
import { entryText } from './entry-batch.js';

export class FoundEntries<K extends { add(subject: string, text: string): void }> {
  entries = 0;
  /** Of the newest entry; empty where none tells its own. */
  newestTime: Version = '';

  /** @param kept is given each as `entryText` */
  constructor(readonly kept: K) {}

  add(entry: Entry): void {
    this.kept.add(entry.subject, entryText(staged(entry)));
    this.entries += 1;
    if (entry.version > this.newestTime) this.newestTime = entry.version;
  }
}
