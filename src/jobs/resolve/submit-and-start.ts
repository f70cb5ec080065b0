/** Decides the first events of a job that runs inside its request. Pure. */
import { startChunk, submit, type JobDecision } from '../../streams/job/job.decider.js';
import { evolve, type JobState } from '../../streams/job/job.state.js';
import type { ChunkAttempt } from '../record/chunk-attempt.js';

/** Decides JobSubmitted and the start of its only chunk, so that no other start comes between them. */
export function submitAndStart(
  state: JobState,
  { submission, attemptId, editions }: ChunkAttempt,
  time: string,
): JobDecision {
  const submitDecision = submit(state, submission);
  if (submitDecision.outcome === 'refused' || submitDecision.events.length === 0) return submitDecision;
  const submittedState = submitDecision.events.reduce((next, event) => evolve(next, { event, time }), state);
  const startDecision = startChunk(submittedState, { chunk: 0, attempt: attemptId, editions });
  if (startDecision.outcome === 'refused') return startDecision;
  return { outcome: 'decided', events: [...submitDecision.events, ...startDecision.events] };
}
