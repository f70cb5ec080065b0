/** The operator's console. */
import { ConsoleRole } from '../console/console-role.js';
import type { MakeRole } from './startable.js';

export const startableConsole: MakeRole = (settings, stores, { logger }) =>
  new ConsoleRole(settings, stores, logger);
