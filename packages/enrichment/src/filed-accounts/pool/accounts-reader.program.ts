/** Reads filed documents one after the other, in a process of its own. */
import { serveEachAsProcess } from '../../../../platform/src/threads/serve.js';
import { readAccounts } from '../read-accounts.js';
import type { ReadRequest } from './accounts-readers.js';

serveEachAsProcess((argument) => {
  // Sent by `AccountsReaders`.
  const { bytes, filed } = argument as ReadRequest;
  return readAccounts(bytes, filed);
});
