/** The thread of a worker. */
import 'reflect-metadata';
import { serveRole } from '../serve-role.js';
import { startableWorker } from '../startable-worker.js';

serveRole(startableWorker);
