/** Filed documents of the repository with texts in them changed: what is kept of them, and what is served. */
import financialsFiled from '../../../packages/enrichment/src/blocks/accounts/financials-filed.block.js';
import { filedAs } from '../../../packages/enrichment/src/filed-accounts/filed-as.js';
import {
  readAccounts,
  type FiledRecord,
} from '../../../packages/enrichment/src/filed-accounts/read-accounts.js';
import { heldRecords } from '../../support/accounts-records.js';
import { record } from '../../support/basic-company-data.js';
import { filedDocument } from '../../support/filed-accounts.js';
import { aFact, runBlock } from '../../support/run-block.js';

export type Change = readonly [from: string | RegExp, to: string];

/** What is kept of the document once a text in it is another. */
export function readWith(name: string, changes: readonly Change[]) {
  let text = filedDocument(name).toString('utf8');
  for (const [from, to] of changes) {
    const changed = text.replaceAll(new RegExp(from, 'g'), to);
    expect(changed).not.toBe(text);
    text = changed;
  }
  return readAccounts(Buffer.from(text), filedAs(name));
}

/** What is served of what is kept of documents. */
export function answered(...kept: readonly FiledRecord[]) {
  const row = record({ 'Accounts.LastMadeUpDate': '06/05/2025', 'Accounts.NextDueDate': '06/02/2027' });
  return runBlock(financialsFiled, row, '2026-03-01', {
    accounts: aFact(heldRecords(...kept.map((read) => read.record)), '2026-01-31', true),
  });
}

/** What is served of the document once a text in it is another. */
export const servedOf = (name: string, from: string | RegExp, to: string, ...more: readonly Change[]) =>
  answered(readWith(name, [[from, to], ...more]));
