/** The streams with events of each request, for `investigate request`. */
import { put } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import type { ProjectedEvent } from '../projected-event.js';
import { REQUEST_PLACES, requestPlaceKey } from './request-places.document.js';

const place = ({ requestId: request_id, stream }: ProjectedEvent) => {
  const document = { request_id, stream };
  return [put(REQUEST_PLACES, requestPlaceKey(document), document)];
};

/** Work on a job has the id of its submission's request. Contacts have no entry: they can be deleted. */
export const requestPlaces = defineProjection({
  name: 'request-places',
  version: 1,
  lane: 'support',
  collections: [REQUEST_PLACES],
  on: {
    AccountOpened: place,
    AccountSuspended: place,
    AccountReinstated: place,
    BlocksEnabled: place,
    BlocksDisabled: place,
    OptionEnabled: place,
    OptionDisabled: place,
    PricesAgreed: place,
    MonthRulesAgreed: place,
    PricesWithdrawn: place,
    ContractAgreed: place,
    BudgetSet: place,
    KeyIssued: place,
    KeyRevoked: place,
    ContactErased: place,
    IdempotencyKeyClaimed: place,
    JobSubmitted: place,
    SubmissionAbandoned: place,
    JobCancelRequested: place,
    JobRowsErased: place,
  },
});
