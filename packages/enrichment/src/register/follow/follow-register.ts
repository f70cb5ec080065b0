/** `register follow`: reads the register's streams and makes a new edition of each source at intervals. */
import { privateFolder } from '../../../../platform/src/secrets/private-files.js';
import { tryLock } from '../../../../platform/src/sqlite/sqlite-file.js';
import { systemClock } from '../../../../platform/src/time/clock.js';
import { pause } from '../../../../platform/src/time/pause.js';
import { withController } from '../../../../platform/src/time/signals.js';
import { countText } from '../../../../words/src/text/formats.js';
import type { EnrichmentSettings } from '../../settings.js';
import type { SourceName } from '../../sources/index.js';
import { activeEdition } from '../../sources/kit/editions/edition.js';
import { NotDone, WrongRequest } from '../../../../platform/src/errors/refusal.js';
import { type RegisterSettings, importEdition } from '../import-edition.js';
import { join } from 'node:path';
import { FOLLOWED_SOURCES, streamsOf } from './followed-streams.js';
import { StreamFollower } from './follow-stream.js';
import { Spool } from './spool.js';

export interface FollowRequest {
  readonly sources: readonly SourceName[];
  /** The interval between two overlays of a source, in milliseconds. */
  readonly every: number;
  /** Drops the positions in the streams and reads from now on: used after whole files were imported. */
  readonly restart: boolean;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
  /** Called once, before the first stream is read. */
  readonly onBegin?: (streams: readonly StreamFollower[]) => void;
}

/** The result of a run: the state of each stream and the overlays. Streams that failed keep their events. */
export type FollowSummary = Awaited<ReturnType<RegisterFollowing['run']>>;
export type FollowedStream = FollowSummary['streams'][number];

type FollowSettings = RegisterSettings & Pick<EnrichmentSettings, 'registerApi'>;

const now = (): number => systemClock.now().getTime();
/** Bounds the delay after the clock was set or the machine slept. */
const MAX_SLEEP_MS = 60_000;
/** The wait after a failed update: another import may have been running. */
const RETRY_AFTER_FAILURE_MS = 300_000;

/**
 * @throws WrongRequest where no key is set or a source can't be followed; NotDone where another process
 * follows, or the register refuses the key
 */
export async function followRegister(
  settings: FollowSettings,
  request: FollowRequest,
): Promise<FollowSummary> {
  const key = settings.registerApi.streamKey;
  if (key === null)
    throw new WrongRequest(
      'no_key',
      'REGISTER_STREAM_KEY is not set: the register streams to nobody without.',
    );
  const unfollowed = request.sources.find((source) => !FOLLOWED_SOURCES.includes(source));
  if (unfollowed !== undefined)
    throw new WrongRequest(
      'not_followed',
      `${unfollowed} can't be followed: ${FOLLOWED_SOURCES.join(', ')} can.`,
    );
  return withController(request.signal, async (ending) => {
    const following = await RegisterFollowing.begin(settings, key, request, ending);
    try {
      return await following.run();
    } finally {
      following.end();
    }
  });
}

interface FollowedSource {
  readonly source: SourceName;
  readonly followers: readonly StreamFollower[];
  /** The time of the next overlay, in milliseconds since 1970. */
  due: number;
}

class RegisterFollowing {
  private overlays = 0;
  private refused = 0;

  private constructor(
    private readonly settings: RegisterSettings,
    private readonly request: FollowRequest,
    private readonly sources: readonly FollowedSource[],
    private readonly ending: AbortController,
    private readonly lock: { release(): void },
  ) {}

  /** @param ending aborts with the request's signal, and once all streams have ended */
  static async begin(
    settings: FollowSettings,
    key: string,
    request: FollowRequest,
    ending: AbortController,
  ): Promise<RegisterFollowing> {
    const { dataDir, registerApi } = settings;
    const { signal } = ending;
    const lock = lockFollowing(dataDir);
    try {
      const sources: FollowedSource[] = [];
      for (const source of request.sources) {
        const followers: StreamFollower[] = [];
        for (const stream of streamsOf(source)) {
          const spool = await Spool.open(dataDir, stream, now());
          if (request.restart) spool.restartReading(now());
          const url = `${registerApi.streamUrl}/${stream}`;
          followers.push(new StreamFollower(spool, { url, key, signal, report: request.report }));
        }
        const appliedAt = Math.min(...followers.map(({ spool }) => spool.appliedAt));
        sources.push({ source, followers, due: appliedAt + request.every });
      }
      return new RegisterFollowing(settings, request, sources, ending, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async run() {
    const followers = this.sources.flatMap((source) => source.followers);
    this.request.onBegin?.(followers);
    const reading = Promise.all(followers.map((follower) => this.read(follower))).finally(() =>
      this.ending.abort(),
    );
    const outcomes = await Promise.allSettled([reading, this.applyWhenDue()]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return { streams: this.streams(), overlays: this.overlays, refused: this.refused };
  }

  end(): void {
    this.lock.release();
  }

  private async read(follower: StreamFollower): Promise<void> {
    const { stream, timepoint } = follower.spool;
    const from = timepoint === null ? 'now' : `timepoint ${timepoint}`;
    this.request.report(`${stream}: following from ${from} on`);
    if ((await follower.run()) === 'stopped') return;
    this.request.report(
      `${stream}: the register no longer has the events after timepoint ${follower.spool.timepoint ?? '-'}: import whole files of its source, then follow with --restart`,
    );
  }

  /** Makes overlays until the signal. Events without an overlay are kept for the next run. */
  private async applyWhenDue(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const next = Math.min(...this.sources.map(({ due }) => due));
      await pause(Math.min(Math.max(0, next - now()), MAX_SLEEP_MS), signal);
      for (const source of this.sources)
        if (!signal.aborted && source.due <= now()) await this.applyEvents(source);
    }
  }

  private async applyEvents(followedSource: FollowedSource): Promise<void> {
    const { source, followers } = followedSource;
    const { every, report } = this.request;
    const spools = followers.map(({ spool }) => spool);
    const overlay = await applyWaitingEvents(this.settings, source, spools);
    followedSource.due =
      now() + (overlay.outcome === 'refused' ? Math.min(every, RETRY_AFTER_FAILURE_MS) : every);
    if (overlay.outcome === 'applied') {
      this.overlays += 1;
      const rejected = overlay.rejected === 0 ? '' : `, ${overlay.rejected} rejected`;
      report(`${source}: ${overlay.edition} holds ${countText(overlay.events, 'more event')}${rejected}`);
    } else if (overlay.outcome === 'refused') {
      this.refused += 1;
      report(`${source}: the events that wait could not be laid over its edition: ${overlay.reason}`);
    }
  }

  private streams() {
    return this.sources.flatMap(({ source, followers }) =>
      followers.map(({ spool: { stream, timepoint, waiting }, ending, events, unreadable }) => ({
        source,
        stream,
        ending: ending ?? ('stopped' as const),
        /** The timepoint of the last known event, where the next run continues; null: none came yet. */
        timepoint,
        events,
        /** The number of events of all runs that no edition holds yet. */
        waiting,
        unreadable,
      })),
    );
  }
}

/** The update fails above this percentage of rejected events: accepted events are never sent again. */
const MAX_REJECTED_PERCENT = 50;

type ApplyOutcome =
  | {
      readonly outcome: 'applied';
      readonly edition: string;
      readonly events: number;
      readonly rejected: number;
    }
  | { readonly outcome: 'nothing' }
  /** The update failed; its events stay in the spools. */
  | { readonly outcome: 'refused'; readonly reason: string };

async function applyWaitingEvents(
  settings: RegisterSettings,
  source: SourceName,
  spools: readonly Spool[],
): Promise<ApplyOutcome> {
  if (spools.every(({ waiting }) => waiting === 0)) return { outcome: 'nothing' };
  if (activeEdition(settings.dataDir, source) === null)
    return { outcome: 'refused', reason: `no edition of ${source} is in force: import a whole one` };
  const events = spools.reduce((sum, { waiting }) => sum + waiting, 0);
  const closed = spools.map((spool) => ({ spool, files: spool.close() }));
  try {
    const { edition, rejected } = await importEdition(settings, {
      source,
      files: closed.flatMap(({ files }) => files),
      update: true,
      maxRejectedPercent: MAX_REJECTED_PERCENT,
    });
    for (const { spool, files } of closed) await spool.markApplied(files, now());
    return { outcome: 'applied', edition, events, rejected };
  } catch (error) {
    if (error instanceof NotDone) return { outcome: 'refused', reason: error.message };
    throw error;
  }
}

/** Locks following: two processes that read the same streams would keep every event twice. */
function lockFollowing(dataDir: string): { release(): void } {
  const folder = join(dataDir, 'register-follow');
  for (const path of [dataDir, folder]) privateFolder(path);
  const lock = tryLock(join(folder, 'lock'));
  if (lock === null)
    throw new NotDone('follow_running', 'Another process follows the register for this data directory.');
  return lock;
}
