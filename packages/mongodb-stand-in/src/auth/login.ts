/** Who is at the other end of a connection, on a server with users: nobody, until the password was proved. */
import { Binary } from 'bson';
import type { Reply } from '../bson/reply-bytes.js';
import { bytesOf, type Doc } from '../bson/values.js';
import { errorReply, ServerError } from '../errors.js';
import { authenticationFailed, ScramConversation } from './scram.js';

export const MECHANISM = 'SCRAM-SHA-256';

/** Passwords by user. */
export type Users = Readonly<Record<string, string>>;

/** What anybody may ask. */
const OPEN = new Set(['ping', 'buildInfo', 'buildinfo', 'endSessions']);

export class Login {
  private conversation: ScramConversation | undefined;
  private isKnown: boolean;

  constructor(private readonly users: Users | undefined) {
    this.isKnown = users === undefined;
  }

  /** The answer to a command that logs in, or may not be given; nothing where it is for others to answer. */
  answer(name: string, body: Doc): Reply | undefined {
    try {
      if (this.users !== undefined && name === 'saslStart') return this.start(this.users, body);
      if (this.users !== undefined && name === 'saslContinue') return this.finish(body);
    } catch (error) {
      this.conversation = undefined;
      if (error instanceof ServerError) return { fields: errorReply(error, []) };
      throw error;
    }
    if (this.isKnown || OPEN.has(name)) return undefined;
    return { fields: errorReply(new ServerError(13, `Command ${name} requires authentication`), []) };
  }

  private start(users: Users, { mechanism, payload }: Doc): Reply {
    if (mechanism !== MECHANISM) throw authenticationFailed();
    this.conversation = new ScramConversation(textOf(payload), users);
    return said(this.conversation.challenge, false);
  }

  private finish({ payload }: Doc): Reply {
    const proof = this.conversation?.finish(textOf(payload));
    if (proof === undefined) throw new ServerError(17, 'No SASL session state found');
    this.conversation = undefined;
    this.isKnown = true;
    return said(proof, true);
  }
}

const textOf = (payload: unknown): string => Buffer.from(bytesOf(payload)).toString();

const said = (text: string, done: boolean): Reply => ({
  fields: { conversationId: 1, done, payload: new Binary(Buffer.from(text)), ok: 1 },
});
