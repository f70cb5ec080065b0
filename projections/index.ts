/** Lists every read model. Each lane reads the log at its own pace: a revoked key never waits for pages. */
import type { RecordedEvent } from '../packages/platform/src/event-store/event-store.js';
import type { Lane, ProjectionSet } from '../packages/platform/src/projector/lane.js';
import { accounts } from './accounts/accounts.projection.js';
import type { LaneName } from './define-projection.js';
import { errors } from './errors/errors.projection.js';
import { idempotency } from './idempotency/idempotency.projection.js';
import { jobList } from './job-list/job-list.projection.js';
import { jobStatus } from './job-status/job-status.projection.js';
import { keyActivity } from './key-activity/key-activity.projection.js';
import { keys } from './keys/keys.projection.js';
import { decodeProjected, type ProjectedEvent } from './projected-event.js';
import { openUnits } from './open-units/open-units.projection.js';
import { openRows } from './open-rows/open-rows.projection.js';
import { results } from './results/results.projection.js';
import { subjectOf } from '../src/streams/index.js';
import { submittedRows } from './submitted-rows/submitted-rows.projection.js';
import { unbilledRows } from './unbilled-rows/unbilled-rows.projection.js';
import { usage } from './usage/usage.projection.js';
import { chargePlaces } from './charge-places/charge-places.projection.js';
import { coverage } from './coverage/coverage.projection.js';
import { requestPlaces } from './request-places/request-places.projection.js';
import { rowNames } from './row-names/row-names.projection.js';
import { rowPace } from './row-pace/row-pace.projection.js';

const parking = { onUnreadable: 'park', subjectOf } as const;

const lanes: readonly (Lane<ProjectedEvent> & { readonly name: LaneName })[] = [
  // Who may do what. An account with an event that can't be read is closed: its subject is parked.
  { name: 'access', projections: [accounts, keys, idempotency], ...parking },
  // Where jobs stand.
  { name: 'work', projections: [jobStatus, openRows], ...parking },
  // Rows as asked and as delivered.
  { name: 'pages', projections: [results, submittedRows, errors, rowNames], ...parking, batch: 200 },
  // Usage and bills. The lane stops at an unreadable event, so that no wrong figure is shown.
  {
    name: 'billing',
    projections: [usage, openUnits, unbilledRows, coverage],
    onUnreadable: 'stop',
    subjectOf,
  },
  // Investigations by support.
  { name: 'support', projections: [keyActivity, chargePlaces, requestPlaces, rowPace, jobList], ...parking },
];

export const PROJECTIONS: ProjectionSet<ProjectedEvent> = {
  lanes,
  decode: decodeProjected,
  timeOf: ({ metadata }: RecordedEvent) => metadata['time'] ?? '',
};
