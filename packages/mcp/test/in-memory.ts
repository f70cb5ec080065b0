/** A host in the test's own process, on a service of the test's own. */
import { Client, InMemoryTransport, type ElicitResult } from '@modelcontextprotocol/client';
import type { ServerOfSession } from '../src/server.js';

/** Of what isn't known to be an object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export interface Result {
  readonly isError: boolean;
  readonly text: string;
  readonly told: Readonly<Record<string, unknown>>;
}

export type Person = (message: string) => ElicitResult;

export interface Host {
  call: (name: string, args?: Record<string, unknown>) => Promise<Result>;
  readonly client: Client;
}

export async function hostOf(serverOf: ServerOfSession, person?: Person, session = 's1'): Promise<Host> {
  const capabilities = person === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => person(params.message));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await serverOf(session).connect(theirs);
  await client.connect(ours);
  return {
    client,
    async call(name, args = {}) {
      const {
        content,
        structuredContent,
        isError = false,
      } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return {
        isError,
        text: first?.type === 'text' ? first.text : '',
        told: membersOf(structuredContent),
      };
    },
  };
}
