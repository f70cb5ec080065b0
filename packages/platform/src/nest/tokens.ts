/** The tokens by which Nest modules inject the ports and settings that a process was started with. */
import type { LiveReadModels } from '../projector/live-read-models.js';
import type { Stores } from '../stores/stores.js';

export const EVENT_STORE = Symbol('EVENT_STORE');
/** The reading side, by logical names and with lane positions. */
export const LIVE_READ_MODELS = Symbol('LIVE_READ_MODELS');
export const COORDINATION = Symbol('COORDINATION');
export const READING_STORE = Symbol('READING_STORE');
/** The registry of this role's metrics. */
export const ROLE_METRICS = Symbol('ROLE_METRICS');
export const CLOCK = Symbol('CLOCK');
export const ENTROPY = Symbol('ENTROPY');
export const SETTINGS = Symbol('SETTINGS');
export const LOGGER = Symbol('LOGGER');

/** The stores and their read models by their tokens. */
export const storeValues = (
  stores: Stores,
  live: LiveReadModels,
): readonly (readonly [symbol, unknown])[] => [
  [EVENT_STORE, stores.eventStore],
  [COORDINATION, stores.coordination],
  [READING_STORE, stores.readings],
  [LIVE_READ_MODELS, live],
];
