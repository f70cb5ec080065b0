/** Reads the documents of accounts archives in other processes and stores them as records, in order. */
import { basename } from 'node:path';
import { filedAs } from '../../filed-accounts/filed-as.js';
import { AccountsReaders } from '../../filed-accounts/pool/accounts-readers.js';
import {
  isMadeUpAfter,
  unreadable,
  type FiledAs,
  type FiledRecord,
} from '../../filed-accounts/read-accounts.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { PublishedTable } from '../kit/editions/published-file.js';
import type { FormContext } from '../kit/records/form.js';
import type { DocumentsReader } from '../kit/records/record-importer.js';
import { readBytes, nestedMembers, startsAsArchive, type Member } from './nested-archive.js';

const ACCOUNTS_LIST = 'accounts';

/** The maximum depth of archives: a month's archive holds days, and a day's holds single companies. */
const MAX_DEPTH = 3;

/** The published name of a document, or of the archive of one company's accounts around it. */
function nameOf(path: string): string {
  const parts = path.split('/');
  const archive = parts.find((part) => /_CIC\.zip$/i.test(part));
  return archive ?? basename(path);
}

function enter({ sink, version }: FormContext, { number, record }: FiledRecord): void {
  const { id, made_up_to } = record.document;
  if (number === null) {
    sink.reject(0, 'neither the name nor the text of the document tells whose accounts they are');
    return;
  }
  if (record.status === 'unreadable') sink.unreadable?.(record.why);
  sink.add({
    kind: 'put',
    subject: number,
    list: ACCOUNTS_LIST,
    key: `${made_up_to} ${id}`,
    version: version === '' ? made_up_to : version,
    data: record,
  });
}

export class AccountsDocuments implements DocumentsReader {
  private readonly readers = new AccountsReaders();
  private readonly underway: Promise<() => void>[] = [];

  /** @param today the day for documents whose archive states none: they were published by then */
  constructor(private readonly today: IsoDate) {}

  async take({ name, bytes }: PublishedTable, context: FormContext): Promise<void> {
    await this.takeMember({ name: nameOf(name), bytes: await readBytes(bytes) }, context, 0);
  }

  private async takeMember(member: Member, context: FormContext, depth: number): Promise<void> {
    const filed = filedAs(member.name);
    if (!startsAsArchive(member.bytes)) {
      await this.begin(this.read(member.bytes, filed, context), context);
      return;
    }
    const members = depth < MAX_DEPTH ? nestedMembers(member) : null;
    let next = await members?.next();
    while (next?.done === false) {
      await this.takeMember(next.value, context, depth + 1);
      next = await members?.next();
    }
    if (next?.value !== true) await this.begin(Promise.resolve(unreadable(filed, 'broken_archive')), context);
  }

  private async read(bytes: Uint8Array, filed: FiledAs, { version }: FormContext): Promise<FiledRecord> {
    const filedRecord = await this.readers.read(bytes, filed);
    const isInFuture = isMadeUpAfter(filedRecord.record, version === '' ? this.today : version);
    return filedRecord.record.status === 'read' && isInFuture
      ? unreadable(filed, 'impossible_dates')
      : filedRecord;
  }

  private async begin(reading: Promise<FiledRecord>, context: FormContext): Promise<void> {
    const entering = reading.then((record) => () => enter(context, record));
    entering.catch(() => undefined); // reported when it is awaited
    this.underway.push(entering);
    if (this.underway.length > 2 * this.readers.size) await this.enterNext();
  }

  async finish(): Promise<void> {
    while (this.underway.length > 0) await this.enterNext();
  }

  async close(): Promise<void> {
    await this.readers.close();
  }

  private async enterNext(): Promise<void> {
    (await this.underway.shift())?.();
  }
}
