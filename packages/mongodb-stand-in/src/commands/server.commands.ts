/** `hello` and what else a client asks of the server itself. */
import { isDoc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { faultOf, statementFaultOf, type CommandFault, type StatementFault } from '../misbehaviour.js';
import type { ServerContext } from '../server-context.js';
import { SERVER_VERSION } from '../topology.js';
import { ok, type Command } from './command.js';

export const pingCommand: Command = { fields: ['ping'], run: () => ok() };

export const buildInfoCommand: Command = {
  fields: ['buildInfo', 'buildinfo'],
  run: () => {
    const versionArray = SERVER_VERSION.split('.').map(Number);
    return ok({ version: SERVER_VERSION, versionArray, gitVersion: 'stand-in', bits: 64 });
  },
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
    const data = isDoc(body.data) ? body.data : {};
    switch (body.configureFailPoint) {
      case 'failCommand':
        failCommands(server, faultOf(body.mode, data));
        break;
      case 'onPrimaryTransactionalWrite':
        failStatements(server, statementFaultOf(body.mode, data));
        break;
      default:
        throw new ServerError(249, `failpoint not found: ${String(body.configureFailPoint)}`);
    }
    return ok();
  },
};

function failCommands({ misbehaviour }: ServerContext, fault: CommandFault | undefined): void {
  if (fault === undefined) misbehaviour.clear();
  else misbehaviour.fail(fault);
}

function failStatements({ misbehaviour }: ServerContext, fault: StatementFault | undefined): void {
  if (fault === undefined) misbehaviour.clear();
  else misbehaviour.breakStatements(fault);
}
