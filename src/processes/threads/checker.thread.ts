/** The thread of the check of invariants. Nobody waits for it: where cores are busy, roles go first. */
import 'reflect-metadata';
import { workInBackground } from '../../platform/threads/thread-priority.js';
import { serveRole } from '../serve-role.js';
import { startableChecker } from '../startable-checker.js';

workInBackground();
serveRole(startableChecker);
