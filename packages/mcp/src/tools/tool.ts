/** A tool of this server: made once, and offered to each connection. */
import { CLIENT_CAPABILITIES_META_KEY, fromJsonSchema } from '@modelcontextprotocol/server';
import type {
  CallToolResult,
  InputRequiredResult,
  JsonSchemaType,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { failureResult } from '../results/failures.js';

export type ToolResult = CallToolResult | InputRequiredResult;

/** A call of a tool, and who makes it. */
export interface ToolCall {
  readonly context: ServerContext;
  /** What has a cap of its own. */
  readonly session: string;
  /** What the caller can do. */
  readonly can: Can;
}

interface ToolWish<Args> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Arguments that it refuses never reach `run`. */
  readonly schema: JsonSchemaType;
  readonly annotations: ToolAnnotations;
  readonly run: (args: Args, call: ToolCall) => Promise<ToolResult>;
}

export interface Tool {
  readonly name: string;
  readonly addTo: (server: McpServer, session: string) => void;
}

export function tool<Args>({ name, title, description, schema, annotations, run }: ToolWish<Args>): Tool {
  const config = { title, description, annotations, inputSchema: fromJsonSchema<Args>(schema) };
  return {
    name,
    addTo: (server, session) => {
      server.registerTool(name, config, (args, context) =>
        run(args, { context, session, can: capabilitiesOf(server, context) }).catch(failureResult),
      );
    },
  };
}

/** Of what a caller can do, what matters here. */
const canForm = z.looseObject({
  elicitation: z.looseObject({ form: z.unknown(), url: z.unknown() }).partial().optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});
export type Can = z.output<typeof canForm>;

/** Said with the request since revision 2026-07-28, and at the start of the connection before. */
export function capabilitiesOf(server: McpServer, { mcpReq: { envelope = {} } }: ServerContext): Can {
  const said: unknown = Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY);
  return canForm.catch({}).parse(said ?? server.server.getClientCapabilities() ?? {});
}

/** It changes nothing and costs nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: true };

/** It may cost something; asking again costs nothing more. */
export const SPENDS: ToolAnnotations = {
  ...{ readOnlyHint: false, destructiveHint: false },
  ...{ idempotentHint: true, openWorldHint: true },
};
