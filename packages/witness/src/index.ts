/** What a program needs that runs a witness in itself, as the service's tests do. */
export { Cosigner } from './cosigner.js';
export { parseLogs } from './logs.js';
export { serverOf } from './server.js';
export { StateFile } from './state-file.js';
export { Witness } from './witness.js';
