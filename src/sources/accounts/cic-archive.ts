/** Accounts of community interest companies come in an archive of their own: `CIC-<number>/accounts/` is the filing. */
import * as yauzl from 'yauzl';
import { bytesOf } from './document-bytes.js';

const ACCOUNTS = /(?:^|\/)accounts\/[^/]+\.(?:html?|xhtml|xml)$/i;
const MOST_ENTRIES = 200;

/** The accounts in the archive; null where it is broken or holds none. */
export async function accountsIn(archive: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const file = await yauzl.fromBufferPromise(Buffer.from(archive));
    let entries = 0;
    for await (const entry of file.eachEntry()) {
      entries += 1;
      if (entries > MOST_ENTRIES) return null;
      if (ACCOUNTS.test(entry.fileName)) return await bytesOf(await file.openReadStreamPromise(entry));
    }
    return null;
  } catch {
    return null;
  }
}
