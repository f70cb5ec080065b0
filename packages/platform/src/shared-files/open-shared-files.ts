import type { SharedFiles } from './shared-files.js';

/** Null where no files are shared. Loads the client only where it is used. @throws StoreUnavailableError */
export async function openSharedFiles({
  mongodbUrl,
}: {
  readonly mongodbUrl?: string | null;
}): Promise<SharedFiles | null> {
  if (mongodbUrl == null) return null;
  const { openMongoSharedFiles } = await import('./mongodb-shared-files.js');
  return openMongoSharedFiles(mongodbUrl);
}

/** Null where no files are shared: `work` isn't called then. */
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
