/** Accounts that companies filed: the accounts data product of Companies House, archives of a day or a month. */
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { READER } from '../../filed-accounts/read-accounts.js';
import { defineRecordSource } from '../kit/records/define-record-source.js';
import { AccountsDocuments } from './accounts-documents.js';
import { accountsFinder } from './accounts.finder.js';

export const accounts = defineRecordSource<AccountsRecord>()({
  name: 'accounts',
  fact: 'accounts',
  // An archive a day; what is older than a month has missed some.
  stale_after_days: 31,
  finder: accountsFinder,
  layout: 1,
  reader: READER,
  forms: [],
  documents: (today) => new AccountsDocuments(today),
  // Whatever lies in an archive was filed, but folders, and the other report of community interest companies.
  members: /^(?!(?:.*\/)?cic34\/)(?:.*[^/])?$/i,
});
