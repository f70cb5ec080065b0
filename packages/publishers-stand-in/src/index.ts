/**
 * What tests may import: how to start the stand-in, and what to tell it. The server itself runs in its own
 * process.
 */
export { PublishersProcess } from './publishers-process.js';
