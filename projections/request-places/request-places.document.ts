/** The streams with events of a request, by its `X-Request-ID`. A client may give one id to many requests. */
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import { keyOf, keysUnder } from '../key-parts.js';

/** Names a stream of an account, an idempotency key or a job. Streams of rows follow from their job's. */
export type RequestPlaceDocument = {
  readonly request_id: string;
  readonly stream: StreamName;
};

export const REQUEST_PLACES = typedCollection<RequestPlaceDocument>('request_places');

export const requestPlaceKey = ({ request_id, stream }: RequestPlaceDocument): string =>
  keyOf(request_id, stream);
/** Returns the keys of a request, and of longer ids that begin with its id and a dot. */
export const requestPlaceKeys = (requestId: string) => keysUnder(requestId);
