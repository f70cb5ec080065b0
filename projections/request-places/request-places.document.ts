/** In which streams the events of a request stand, found by its `X-Request-ID`, which a client may give to many. */
import type { StreamName } from '../../src/platform/event-store/event-store.js';
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import { keyOf, keysUnder } from '../key-parts.js';

/** Streams of accounts, idempotency keys and jobs; facts of rows stand beside their job's. */
export type RequestPlaceDocument = {
  readonly request_id: string;
  readonly stream: StreamName;
};

export const REQUEST_PLACES = typedCollection<RequestPlaceDocument>('request_places');

export const requestPlaceKey = ({ request_id, stream }: RequestPlaceDocument): string =>
  keyOf(request_id, stream);
/** All of one request; those of a longer id that begins with this one and a dot lie among them. */
export const requestPlaceKeys = (requestId: string): { from: string; to: string } => keysUnder(requestId);
