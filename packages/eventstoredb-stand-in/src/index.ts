/**
 * What tests may import: how to start the stand-in, and what to tell it. The server itself runs in its own
 * process.
 */
export { TLS_CERTIFICATE } from '../../stand-in-process/src/tls.js';
export { EventStoreDbProcess, type EventStoreDbOptions } from './eventstoredb-process.js';
export type { ServerVersion } from './server-context.js';
export { WRITE_FAULTS } from './write-fault.js';
