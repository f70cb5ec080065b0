/** The thread of the console. */
import 'reflect-metadata';
import { serveRole } from '../serve-role.js';
import { startableConsole } from '../startable-console.js';

serveRole(startableConsole);
