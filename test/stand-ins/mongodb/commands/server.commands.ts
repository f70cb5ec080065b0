/** `hello` and what else a client asks of the server itself. */
import { isDoc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { faultOf } from '../misbehaviour.js';
import { SERVER_VERSION } from '../topology.js';
import { docField, ok, type Command } from './command.js';

export const pingCommand: Command = { fields: ['ping'], run: () => ok() };

export const buildInfoCommand: Command = {
  fields: ['buildInfo', 'buildinfo'],
  run: () => ok({ version: SERVER_VERSION, versionArray: SERVER_VERSION.split('.').map(Number), bits: 64 }),
};

/** Whatever a test wants to know of the server: here, that fail points are allowed. */
export const getParameterCommand: Command = {
  fields: ['getParameter', 'enableTestCommands'],
  run: ({ body }) => {
    if (body.enableTestCommands === undefined) throw new ServerError(72, 'no option found to get');
    return ok({ enableTestCommands: true });
  },
};

/** As a server does that runs with `--setParameter enableTestCommands=1`. */
export const configureFailPointCommand: Command = {
  fields: ['configureFailPoint', 'mode', 'data'],
  run: ({ server, body }) => {
    if (body.configureFailPoint !== 'failCommand') {
      throw new ServerError(249, `failpoint not found: ${String(body.configureFailPoint)}`);
    }
    const fault = faultOf(body.mode, isDoc(body.data) ? docField(body, 'data') : {});
    if (fault === undefined) server.misbehaviour.clear();
    else server.misbehaviour.fail(fault);
    return ok();
  },
};
