import type { SharedFiles } from './shared-files.js';

type Place = { readonly mongodbUrl?: string | null };

/** Null where no files are shared. Loads the client only where it is used. @throws StoreUnavailableError */
export async function openSharedFiles({ mongodbUrl }: Place): Promise<SharedFiles | null> {
  if (mongodbUrl == null) return null;
  const { openMongoSharedFiles } = await import('./mongodb-shared-files.js');
  return openMongoSharedFiles(mongodbUrl);
}

/** Null where no files are shared: `work` isn't called then. */
export async function withSharedFiles<T>(place: Place, work: (files: SharedFiles) => Promise<T>) {
  const files = await openSharedFiles(place);
  if (files === null) return null;
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}
