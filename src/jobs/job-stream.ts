/**
 * Loads a job's stream, reads on from what is known, and appends what was decided at the revision it was decided on.
 * Many workers append to one job: a conflict is read on and decided again, never a reason to give up by itself.
 */
import type { EventContext } from '../streams/envelope.js';
import { jsonEvent, metadataOf, nextTime } from '../streams/envelope.js';
import type { JobEvent } from '../streams/job/job.events.js';
import { decodeJobEvent, jobStream } from '../streams/job/job.events.js';
import { appendSurely } from '../platform/event-store/append-surely.js';
import type { EventStore, NewEvent, Position, RecordedEvent } from '../platform/event-store/event-store.js';
import { LOG_START, StoreUnavailableError } from '../platform/event-store/event-store.js';
import { derivedId } from '../shared/derived-id.js';
import type { JobId } from '../shared/ids.js';
import type { JobDecision, JobRefusalCode } from '../streams/job/job.decider.js';
import type { JobPorts } from './job-ports.js';
import type { JobState } from '../streams/job/job.state.js';
import { NO_JOB, evolve } from '../streams/job/job.state.js';

/** A job as far as its stream was read. */
export interface LoadedJob {
  readonly job: JobId;
  readonly state: JobState;
  readonly revision: number | 'no_stream';
  readonly lastTime: string | null;
  /** Of the last event read. */
  readonly position: Position;
  /** The request that the job began with; empty before it did. */
  readonly requestId: string;
}

export const unread = (job: JobId): LoadedJob => ({
  job,
  state: NO_JOB,
  revision: 'no_stream',
  lastTime: null,
  position: LOG_START,
  requestId: '',
});

/** One more event of the stream folded in; an event that was folded in before changes nothing. */
export function withRecorded(loaded: LoadedJob, recorded: RecordedEvent): LoadedJob {
  if (loaded.revision !== 'no_stream' && recorded.revision <= loaded.revision) return loaded;
  const { event, time, requestId } = decodeJobEvent(recorded);
  return {
    job: loaded.job,
    state: evolve(loaded.state, { event, time }),
    revision: recorded.revision,
    lastTime: time,
    position: recorded.position,
    requestId: loaded.requestId === '' ? requestId : loaded.requestId,
  };
}

const PAGE = 1_000;

/** Reads a job, or what is new since `known`. */
export async function loadJob(
  store: EventStore,
  job: JobId,
  known: LoadedJob = unread(job),
): Promise<LoadedJob> {
  let loaded = known;
  for (;;) {
    const from = loaded.revision === 'no_stream' ? 0 : loaded.revision + 1;
    const slice = await store.readStream(jobStream(job), { from, limit: PAGE });
    if (slice.status !== 'found') return loaded;
    for (const recorded of slice.events) loaded = withRecorded(loaded, recorded);
    if (slice.events.length < PAGE) return loaded;
  }
}

/** Who decides, in which request, and what sets the ids of this attempt apart from those of another. */
export interface JobAuthor {
  readonly context: EventContext;
  /** An attempt, a request id, or nothing where the event can only be written once. */
  readonly purpose: string;
  /** The time that the events carry, where it is not that of the append. */
  readonly time?: string;
}

/** The id of a job event: the same for every retry of one attempt at it. */
const jobEventId = (job: JobId, event: JobEvent, purpose: string): string =>
  derivedId(event.type, job, 'chunk' in event.data ? event.data.chunk : '', purpose);

export type JobAppend =
  /** `position`: of the last event of the job, appended now or before. */
  | {
      readonly outcome: 'appended' | 'unchanged';
      readonly job: LoadedJob;
      readonly events: readonly JobEvent[];
    }
  | { readonly outcome: 'refused'; readonly code: JobRefusalCode; readonly job: LoadedJob };

/** Conflicts in a row before an append gives up for now. */
const MAX_CONFLICTS = 100;

type Decide = (state: JobState, time: string) => JobDecision;

/**
 * Decides on the newest state and appends; on a conflict reads on and decides again.
 * @throws StoreUnavailableError after too many conflicts in a row
 */
export async function appendDecision(
  ports: Pick<JobPorts, 'store' | 'clock'>,
  known: LoadedJob,
  author: JobAuthor,
  decide: Decide,
): Promise<JobAppend> {
  let job = known;
  for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
    const time = author.time ?? nextTime(ports.clock.now(), job.lastTime);
    const decision = decide(job.state, time);
    if (decision.outcome === 'refused') return { outcome: 'refused', code: decision.code, job };
    if (decision.events.length === 0) return { outcome: 'unchanged', job, events: [] };
    const appended = await append(ports.store, job, author, { events: decision.events, time });
    if (appended !== null) return { outcome: 'appended', job: appended, events: decision.events };
    job = await loadJob(ports.store, job.job, job);
  }
  throw new StoreUnavailableError(`${MAX_CONFLICTS} conflicts in a row on ${jobStream(known.job)}`);
}

/** Null on a conflict. */
async function append(
  store: EventStore,
  job: LoadedJob,
  author: JobAuthor,
  { events, time }: { events: readonly JobEvent[]; time: string },
): Promise<LoadedJob | null> {
  const metadata = metadataOf(author.context, time);
  const result = await appendSurely(store, {
    stream: jobStream(job.job),
    expected: job.revision,
    events: events.map((event): NewEvent =>
      jsonEvent(event, jobEventId(job.job, event, author.purpose), metadata),
    ),
  });
  if (result.outcome === 'conflict') return null;
  return {
    job: job.job,
    state: events.reduce((state, event) => evolve(state, { event, time }), job.state),
    revision: result.revision,
    lastTime: time,
    position: result.position,
    requestId: job.requestId === '' ? author.context.requestId : job.requestId,
  };
}
