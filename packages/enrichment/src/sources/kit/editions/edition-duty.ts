/** Keeps this machine's editions in step with the shared ones while a process answers rows. */
import { pause } from '../../../../../platform/src/time/pause.js';
import { errorMessage } from '../../../../../platform/src/errors/error-code.js';
import type { SharedFiles } from '../../../../../platform/src/shared-files/shared-files.js';
import { openSharedFiles } from '../../../../../platform/src/shared-files/open-shared-files.js';
import { SOURCES } from '../../index.js';
import { EditionFollower, type EditionLog, type Missing } from './shared-editions.js';
import type { EditionId } from './edition.js';

/** The milliseconds between two checks of the editions in force. */
const CHECK_MS = 2_000;

export class EditionDuty {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  private constructor(
    private readonly files: SharedFiles,
    private readonly follower: EditionFollower,
    private readonly log: EditionLog,
  ) {
    this.running = this.run();
  }

  /** Null: no editions are shared with other machines. @throws StoreUnavailableError */
  static async start(
    settings: { readonly dataDir: string; readonly mongodbUrl?: string | null },
    log: EditionLog,
  ): Promise<EditionDuty | null> {
    const files = await openSharedFiles(settings);
    if (files === null) return null;
    const { dataDir } = settings;
    return new EditionDuty(files, new EditionFollower({ dataDir, files, sources: SOURCES, log }), log);
  }

  /** Fetches missing editions. Null: nothing is missing, or the missing part can't be fetched. */
  async bring(
    editions: Readonly<Record<string, EditionId>> | null,
    sources: readonly string[],
  ): Promise<Missing | null> {
    return editions === null ? this.follower.bringFirst(sources) : this.follower.bring(editions);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.files.close();
    await this.running;
  }

  private async run(): Promise<void> {
    let isUnavailable = false;
    while (!this.stopping.signal.aborted) {
      try {
        await this.follower.follow();
        isUnavailable = false;
      } catch (error) {
        if (!isUnavailable && !this.stopping.signal.aborted)
          this.log.warn({ err: error }, `editions are not followed: ${errorMessage(error)}`);
        isUnavailable = true;
      }
      await pause(CHECK_MS, this.stopping.signal);
    }
  }
}
