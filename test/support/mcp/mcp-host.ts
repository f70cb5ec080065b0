/** A host of the MCP server, as a program of its own: it starts the server over stdio and calls its tools. */
import { join } from 'node:path';
import { Client, type CallToolResult, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const PROGRAM = join(__dirname, '..', '..', '..', 'packages/mcp/bin/mcp.js');

export interface HostOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** What the person says to a cost; undefined: the host can't ask. */
  readonly person?: (message: string) => ElicitResult;
  /** The revision that it speaks. */
  readonly era?: 'legacy' | 'modern';
  readonly program?: string;
}

/** Of what isn't known to be an object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** A result of a tool, with its parts by name. */
export interface Result {
  readonly isError: boolean;
  readonly text: string;
  /** `structuredContent`. */
  readonly told: Readonly<Record<string, unknown>>;
}

export class McpHost {
  private constructor(
    readonly client: Client,
    private readonly transport: StdioClientTransport,
  ) {}

  static async start({
    env,
    flags = [],
    person,
    era = 'legacy',
    program = PROGRAM,
  }: HostOptions): Promise<McpHost> {
    const client = clientOf(person, era);
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [program, ...flags] },
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stderr: 'pipe',
    });
    await client.connect(transport);
    return new McpHost(client, transport);
  }

  get pid(): number | null {
    return this.transport.pid;
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<Result> {
    return resultIn(await this.client.callTool({ name, arguments: args }));
  }

  async stop(): Promise<void> {
    await this.client.close();
  }
}

export function clientOf(person: HostOptions['person'], era: 'legacy' | 'modern' = 'legacy'): Client {
  const capabilities = person === undefined ? {} : { elicitation: {} };
  const mode = era === 'legacy' ? 'legacy' : ({ pin: '2026-07-28' } as const);
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode } },
  );
  if (person !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => person(params.message));
  return client;
}

export function resultIn({ content, structuredContent, isError = false }: CallToolResult): Result {
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  return { isError, text, told: membersOf(structuredContent) };
}
