/** A command from its message to its answer: at the door, done, and what is said of it. */
import { Binary, Long } from 'bson';
import type { Reply } from '../bson/reply-bytes.js';
import { isDoc, type Doc } from '../bson/values.js';
import { BrokenOff, errorReply, labelsOf, ServerError, type Situation } from '../errors.js';
import type { CommandFault } from '../misbehaviour.js';
import type { ServerContext } from '../server-context.js';
import type { Part } from '../sessions/sessions.js';
import type { Request } from '../wire/message.js';
import { COMMON_FIELDS, type Command } from './command.js';
import { checkConcerns, writeConcernError } from './concerns.js';
import { COMMANDS } from './registry.js';

/** What the client gets: an answer, none, or the end of its connection. */
export type Outcome = Reply | 'silence' | 'drop';

const ENDS = new Set(['commitTransaction', 'abortTransaction']);

export async function runCommand(server: ServerContext, request: Request, name: string): Promise<Outcome> {
  count(server, typeof request.body[name] === 'string' ? `${name} ${request.body[name]}` : name);
  if (server.misbehaviour.isSilent) return 'silence';
  const fault = server.misbehaviour.take(name, request.body.autocommit === false);
  if (fault?.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  const instead = fault === undefined ? undefined : insteadOfAnswer(fault);
  if (fault?.isDone !== true && instead !== undefined) return instead;
  const reply = await answered(server, request, name, fault);
  // The answer goes out first, within this turn.
  if (fault?.freezes === true) setImmediate(() => process.kill(process.pid, 'SIGSTOP'));
  const { slowMs } = server.misbehaviour;
  if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
  return instead ?? reply;
}

function count({ commandsBegun }: ServerContext, command: string): void {
  commandsBegun.set(command, (commandsBegun.get(command) ?? 0) + 1);
}

function insteadOfAnswer({ isDropped, isStalled }: CommandFault): 'drop' | 'silence' | undefined {
  if (isDropped === true) return 'drop';
  return isStalled === true ? 'silence' : undefined;
}

async function answered(
  server: ServerContext,
  request: Request,
  name: string,
  fault: CommandFault | undefined,
): Promise<Reply | 'drop'> {
  const body = seenOf(request.body, server.misbehaviour.ignoredFields);
  let part: Part | undefined;
  try {
    const command = known(server, name, body);
    mayRun(server, command, name, body);
    if (fault?.error !== undefined && fault.isDone !== true) throw faultError(fault);
    part = server.sessions.partOf(name, body);
    const workspace = part.transaction ?? server.store;
    const reply = await command.run({ server, name, request, body, part, workspace });
    if (fault?.error !== undefined) throw faultError(fault);
    const concern = fault?.writeConcernError ?? writeConcernError(body);
    return withClock(
      server,
      concern === undefined ? reply : withConcern(reply, concern, fault, situation(name, body)),
    );
  } catch (error) {
    if (error instanceof BrokenOff) return 'drop';
    return withClock(server, { fields: failed(server, error, { name, body, part, fault }) });
  } finally {
    server.store.flush();
  }
}

/** Without the fields that are passed over in silence. */
const seenOf = (body: Doc, ignored: ReadonlySet<string>): Doc =>
  ignored.size === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([field]) => !ignored.has(field)));

function known(server: ServerContext, name: string, body: Doc): Command {
  const command = COMMANDS.get(name);
  if (command === undefined) {
    server.unknownCall(name);
    throw new ServerError(59, `no such command: '${name}'`);
  }
  const unknown = Object.keys(body).find(
    (field) => !command.fields.includes(field) && !COMMON_FIELDS.includes(field),
  );
  if (unknown !== undefined) {
    server.unknownCall(`${name} with ${unknown}`);
    throw new ServerError(40415, `BSON field '${name}.${unknown}' is an unknown field.`);
  }
  return command;
}

/** @throws ServerError where this server, or a transaction, is no place for the command */
function mayRun({ topology }: ServerContext, command: Command, name: string, body: Doc): void {
  if (body.autocommit === false && command.inTransactions !== true) {
    throw new ServerError(263, `Cannot run '${name}' in a multi-document transaction.`);
  }
  checkConcerns(name, body);
  if (topology.role !== 'secondary') return;
  if (command.access === 'write') throw new ServerError(10107, 'not primary');
  const preference = body.$readPreference;
  const isSecondaryOk = isDoc(preference) && preference.mode !== 'primary';
  if (command.access === 'read' && !isSecondaryOk) {
    throw new ServerError(13435, 'not primary and secondaryOk=false');
  }
}

const faultError = ({ error }: CommandFault): ServerError =>
  new ServerError(error?.code ?? 8, error?.message ?? "Failing command via 'failCommand' failpoint");

const situation = (name: string, body: Doc): Situation => ({
  inTransaction: body.autocommit === false,
  isCommitOrAbort: ENDS.has(name),
  isRetryableWrite: body.txnNumber !== undefined && body.autocommit === undefined,
});

interface Attempt {
  readonly name: string;
  readonly body: Doc;
  readonly part: Part | undefined;
  readonly fault: CommandFault | undefined;
}

/** Not primary any more, or going away. */
const STATE_CHANGES = new Set([91, 189, 10107, 11600, 11602, 13435, 13436]);

/** A command that fails ends its transaction. */
function failed({ topology }: ServerContext, error: unknown, { name, body, part, fault }: Attempt): Doc {
  if (part?.transaction !== undefined) part.session?.abortOpen();
  const known = error instanceof ServerError ? error : ownMistake(error);
  if (fault?.error?.ofStatement === true)
    return { n: 0, writeErrors: [{ index: 0, code: known.code, errmsg: known.message }], ok: 1 };
  const labels = fault?.error?.labels ?? labelsOf(known.code, situation(name, body));
  // Says of which state of the server it speaks, so that the driver knows whether that is news.
  const state = STATE_CHANGES.has(known.code) ? { topologyVersion: topology.version } : {};
  return { ...errorReply(known, labels), ...state };
}

/** A mistake of the stand-in itself must not look like an answer of a server. */
function ownMistake(error: unknown): ServerError {
  const trouble = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`MongoDB stand-in: ${trouble}\n`);
  return new ServerError(8, `the MongoDB stand-in failed: ${trouble}`);
}

function withConcern(reply: Reply, error: Doc, fault: CommandFault | undefined, where: Situation): Reply {
  const labels = fault?.labels ?? labelsOf(Number(error.code), { ...where, inTransaction: false });
  return {
    ...reply,
    fields: {
      ...reply.fields,
      writeConcernError: error,
      ...(labels.length > 0 && { errorLabels: [...labels] }),
    },
  };
}

const NO_SIGNATURE = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO };

/** What the server tells of its clock with every answer, where it has one. */
export function clockOf({ store, topology }: ServerContext): Doc {
  if (topology.role === 'standalone') return {};
  const clusterTime = store.operationTime;
  return { $clusterTime: { clusterTime, signature: NO_SIGNATURE }, operationTime: clusterTime };
}

function withClock(server: ServerContext, reply: Reply): Reply {
  return { ...reply, fields: { ...reply.fields, ...clockOf(server) } };
}
