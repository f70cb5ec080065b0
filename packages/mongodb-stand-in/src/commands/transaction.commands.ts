/** `commitTransaction`, `abortTransaction`, `endSessions`, `killSessions`. */
import { ServerError } from '../errors.js';
import { ok, type Call, type Command } from './command.js';
import type { Session } from '../sessions/session.js';

function own({ part, request, name }: Call): { session: Session; number: number } {
  if (request.database !== 'admin') {
    throw new ServerError(13, `${name} may only be run against the admin database.`);
  }
  if (part.session === undefined || part.number === undefined) {
    throw new ServerError(125, `${name} must be run within a transaction`);
  }
  return { session: part.session, number: part.number };
}

export const commitTransactionCommand: Command = {
  fields: ['commitTransaction', 'recoveryToken'],
  access: 'write',
  inTransactions: true,
  run: (call) => {
    const { session, number } = own(call);
    session.commit(number);
    return ok();
  },
};

export const abortTransactionCommand: Command = {
  fields: ['abortTransaction', 'recoveryToken'],
  access: 'write',
  inTransactions: true,
  run: (call) => {
    const { session, number } = own(call);
    session.abort(number);
    return ok();
  },
};

const ending = (field: string): Command => ({
  fields: [field],
  run: ({ server, body }) => {
    const ids = body[field];
    server.sessions.end(Array.isArray(ids) ? (ids as unknown[]) : []);
    return ok();
  },
});

export const endSessionsCommand = ending('endSessions');

/** Of whoever asks: of all, here. */
export const killSessionsCommand = ending('killSessions');
