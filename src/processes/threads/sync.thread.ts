/** The thread that keeps published files current, with low priority: nothing waits for it. */
import 'reflect-metadata';
import { workInBackground } from '../../../packages/platform/src/threads/thread-priority.js';
import { serveRole } from '../serve-role.js';
import { startableSync } from '../startable-sync.js';

workInBackground();
serveRole(startableSync);
