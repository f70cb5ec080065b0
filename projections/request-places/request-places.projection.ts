/** The streams with events of each request, for `investigate request`. */
import { put } from '../../packages/platform/src/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import type { ProjectedEvent } from '../projected-event.js';
import { REQUEST_PLACES, requestPlaceKey } from './request-places.document.js';

const place = ({ requestId: request_id, stream }: ProjectedEvent) => {
  const document = { request_id, stream };
  return [put(REQUEST_PLACES, requestPlaceKey(document), document)];
};

/**
 * Events of the work on a job have the id of the request that submitted it, so they need no entry of their
 * own. Contacts have none: their streams are deleted, and a rebuild couldn't make the entry again.
 */
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
