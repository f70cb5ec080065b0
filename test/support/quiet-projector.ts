/** Settings for projectors in tests: no lines in the log, no long pauses. */
import type { ProjectorLog } from '../../packages/platform/src/projector/lane-runner.js';
import type { Pauses } from '../../packages/platform/src/projector/pauses.js';

export const QUIET: ProjectorLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export const QUICK: Partial<Pauses> = {
  gather: 0,
  gatherIdle: 0,
  standby: 5,
  outdated: 5,
  stall: 50,
  firstBackOff: 1,
  longestBackOff: 10,
  stopped: 20,
  retire: 20,
};
