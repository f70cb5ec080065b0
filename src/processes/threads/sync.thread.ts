/** The thread that keeps published files current. Nobody waits for it: where cores are busy, roles that answer go first. */
import 'reflect-metadata';
import { workInBackground } from '../../platform/threads/thread-priority.js';
import { serveRole } from '../serve-role.js';
import { startableSync } from '../startable-sync.js';

workInBackground();
serveRole(startableSync);
