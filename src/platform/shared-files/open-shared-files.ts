import type { SharedFiles } from './shared-files.js';

/** Null where nothing is shared with other machines. The client is loaded only where it is used. @throws StoreUnavailableError */
export async function openSharedFiles({
  mongodbUrl,
}: {
  readonly mongodbUrl?: string | null;
}): Promise<SharedFiles | null> {
  if (mongodbUrl == null) return null;
  const { openMongoSharedFiles } = await import('./mongodb-shared-files.js');
  return openMongoSharedFiles(mongodbUrl);
}

/** Null where nothing is shared: then nothing is done. */
export async function withSharedFiles<T>(
  settings: { readonly mongodbUrl?: string | null },
  work: (files: SharedFiles) => Promise<T>,
): Promise<T | null> {
  const files = await openSharedFiles(settings);
  if (files === null) return null;
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}
