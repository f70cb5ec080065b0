/** Runs a process that reads filed documents one after the other. */
import { serveEachAsProcess } from '../../../../platform/src/threads/serve.js';
import { readAccounts } from '../read-accounts.js';
import type { ReadRequest } from './accounts-readers.js';

serveEachAsProcess((argument) => {
  // `AccountsReaders` sends the argument.
  const { bytes, filed } = argument as ReadRequest;
  return readAccounts(bytes, filed);
});
