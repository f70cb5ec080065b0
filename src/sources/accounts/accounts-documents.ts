/** Documents on their way from an archive to the records of companies: read in threads, entered in the archive's order. */
import { basename } from 'node:path';
import { filedAs } from '../../filed-accounts/filed-as.js';
import { AccountsReaders } from '../../filed-accounts/pool/accounts-readers.js';
import { unreadable, type FiledAs, type FiledRecord } from '../../filed-accounts/read-accounts.js';
import type { PublishedTable } from '../editions/published-file.js';
import type { FormContext } from '../records/form.js';
import type { DocumentsReader } from '../records/record-importer.js';
import { accountsIn } from './cic-archive.js';
import { bytesOf } from './document-bytes.js';

/** The list that documents stand in. */
const ACCOUNTS_LIST = 'accounts';

const NESTED = /^PK\u0003\u0004/;
const startsAsArchive = (bytes: Uint8Array): boolean =>
  NESTED.test(Buffer.from(bytes.subarray(0, 4)).toString('latin1'));

/** An archive of one company's accounts is named as the document is, and the document in it is named by its kind. */
function nameOf(table: string): string {
  const parts = table.split('/');
  const archive = parts.find((part) => /_CIC\.zip$/i.test(part));
  return archive ?? basename(table);
}

function enter({ sink, version }: FormContext, { number, record }: FiledRecord): void {
  const { id, made_up_to } = record.document;
  if (number === null) {
    sink.reject(0, 'neither the name nor the text of the document tells whose accounts they are');
    return;
  }
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

  async take({ name, bytes }: PublishedTable, context: FormContext): Promise<void> {
    const document = await bytesOf(bytes);
    const entering = this.read(document, filedAs(nameOf(name))).then(
      (record) => () => enter(context, record),
    );
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

  private async read(bytes: Uint8Array<ArrayBuffer>, filed: FiledAs): Promise<FiledRecord> {
    if (!startsAsArchive(bytes)) return this.readers.read(bytes, filed);
    const accounts = await accountsIn(bytes);
    return accounts === null ? unreadable(filed, 'broken_archive') : this.readers.read(accounts, filed);
  }
}
