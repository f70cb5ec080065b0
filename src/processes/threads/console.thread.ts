/** The thread of the operator's console. */
import 'reflect-metadata';
import { ConsoleRole } from '../../console/console-role.js';
import { serveRole } from '../serve-role.js';

serveRole((settings, stores, { logger }) => new ConsoleRole(settings, stores, logger));
