/** Entries as text, many in one: so they go from thread to thread and through the stage's file without being taken apart. */
import type { Link, StagedEntry } from '../record.js';

/** Entries one behind another, each with its subject in the first line. */
export interface EntryBatch {
  readonly text: string;
  /** Where in it each entry ends. */
  readonly ends: readonly number[];
}

/** Gathers entries until they are taken. */
export class EntryPacker {
  private pieces: string[] = [];
  private ends: number[] = [];
  /** Of what waits. */
  characters = 0;

  /** @param text `entryText` */
  add(subject: string, text: string): void {
    this.pieces.push(subject, '\n', text);
    this.characters += subject.length + 1 + text.length;
    this.ends.push(this.characters);
  }

  take(): EntryBatch {
    const { pieces, ends } = this;
    this.pieces = [];
    this.ends = [];
    this.characters = 0;
    return { text: pieces.join(''), ends };
  }
}

/** In the order in which they were added. */
export function eachEntry({ text, ends }: EntryBatch, take: (subject: string, entry: string) => void): void {
  let from = 0;
  for (const end of ends) {
    const line = text.indexOf('\n', from);
    take(text.slice(from, line), text.slice(line + 1, end));
    from = end;
  }
}

/** Lines: kind, list, version, then as JSON the key and the links, then the data. */
export function entryText(entry: StagedEntry): string {
  const { kind, list, version } = entry;
  const head = `${kind}\n${list}\n${version}`;
  if (entry.kind === 'whole') return head;
  const { key, links, text } = entry;
  return `${head}\n${JSON.stringify(key)}\n${links.length === 0 ? '' : JSON.stringify(links)}\n${text ?? ''}`;
}

/** The inverse. JSON has no line breaks, and lists and versions have none. */
export function entryFrom(entry: string): StagedEntry {
  const [kind, list = '', version = '', key = '""', links = '', text = ''] = entry.split('\n');
  if (kind === 'whole') return { kind, list, version };
  return {
    kind: kind === 'drop' ? 'drop' : 'put',
    list,
    key: key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1),
    version,
    text: text === '' ? null : text,
    links: links === '' ? [] : (JSON.parse(links) as Link[]),
  };
}
