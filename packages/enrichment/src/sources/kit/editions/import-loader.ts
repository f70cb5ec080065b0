/** Stores the records that an import reads: in this thread, or in another thread for large files. */
import { reviveSqliteFileError } from '../../../../../platform/src/sqlite/sqlite-file.js';
import type { MethodCaller, HostedService } from '../../../../../platform/src/threads/calls.js';
import { DirectCaller } from '../../../../../platform/src/threads/direct-caller.js';
import { oneByOne } from '../../../../../platform/src/threads/one-by-one.js';
import { ThreadCaller } from '../../../../../platform/src/threads/thread-caller.js';
import { threadFile } from '../../../../../platform/src/threads/thread-file.js';
import type { EditionFacts } from './edition-file.js';
import { abandonedOnFault } from './import-run.js';
import { importBytesOf, type BuildRequest } from './importer.js';

/** The size of files from which a thread pays off. Smaller imports take less time than its start. */
const THREAD_FROM_BYTES = 16 * 1024 * 1024;

interface LoaderPlace<Settings> {
  readonly name: string;
  readonly settings: Settings;
  readonly here: (settings: Settings) => HostedService;
  /** The file of the thread (`threadFile`). */
  readonly thread: readonly [folder: string, name: string];
}

export const startLoader = <Methods, Settings>(
  request: BuildRequest,
  { name, settings, here, thread }: LoaderPlace<Settings>,
): MethodCaller<Methods> =>
  importBytesOf(request) < THREAD_FROM_BYTES
    ? new DirectCaller(name, () => here(settings), reviveSqliteFileError)
    : new ThreadCaller({ file: threadFile(...thread), settings, name, revive: reviveSqliteFileError });

interface Abandoned {
  abandon(none: null): null;
}

/** Serves the methods of a loader to its `MethodCaller`, whose type allows no other methods. */
export const loaderService = <Loader extends Abandoned>(loader: Loader): HostedService =>
  oneByOne((method, argument) => {
    const methods = loader as unknown as Readonly<Record<string, (argument: unknown) => unknown>>;
    return { value: methods[method]?.(argument) };
  });

/** Runs work with a loader, and closes the loader. A failed import's edition is abandoned. */
export async function withLoader(
  loader: Pick<MethodCaller<Abandoned>, 'ready' | 'call' | 'close'>,
  load: () => Promise<EditionFacts>,
): Promise<EditionFacts> {
  const abandon = (): Promise<unknown> => loader.call('abandon', null).catch(() => undefined);
  try {
    return await abandonedOnFault({ abandon }, async () => {
      await loader.ready();
      return load();
    });
  } finally {
    await loader.close();
  }
}
