/** The thread of the projector. */
import 'reflect-metadata';
import { serveRole } from '../serve-role.js';
import { startableProjector } from '../projector-role.js';

serveRole(startableProjector);
