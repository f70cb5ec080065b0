/** What Nest modules inject by name: the ports and settings that a process was started with. */

export const EVENT_STORE = Symbol('EVENT_STORE');
/** The writing side: the projector's and the operator's. */
export const READ_MODELS = Symbol('READ_MODELS');
/** The reading side over logical names, with lane positions. */
export const LIVE_READ_MODELS = Symbol('LIVE_READ_MODELS');
export const COORDINATION = Symbol('COORDINATION');
export const READING_STORE = Symbol('READING_STORE');
/** The registry that what this role counts is in. */
export const ROLE_METRICS = Symbol('ROLE_METRICS');
export const CLOCK = Symbol('CLOCK');
export const ENTROPY = Symbol('ENTROPY');
export const SETTINGS = Symbol('SETTINGS');
export const LOGGER = Symbol('LOGGER');
