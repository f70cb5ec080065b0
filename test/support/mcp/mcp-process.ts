/** The MCP server as a process whose lines a test writes and reads itself, or that serves HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PROGRAM, type HostOptions } from './mcp-host.js';

/** A message of the protocol. */
export type Message = Readonly<Record<string, unknown>>;

export class McpProcess {
  readonly child: ChildProcess;
  /** All that stands on stdout. */
  readonly lines: string[] = [];
  private readonly waiting = new Map<unknown, (message: Message) => void>();
  private count = 0;

  constructor({ env, flags = [], program = PROGRAM }: Omit<HostOptions, 'person' | 'era'>) {
    this.child = spawn(process.execPath, [program, ...flags], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (this.child.stdout === null) throw new Error('no stdout');
    createInterface(this.child.stdout).on('line', (line) => {
      this.lines.push(line);
      const message = JSON.parse(line) as Message;
      this.waiting.get(message['id'])?.(message);
    });
  }

  /** The address that a server over HTTP tells on stderr. */
  async address(): Promise<URL> {
    const [line] = (await once(this.child.stderr ?? this.child, 'data')) as [Buffer];
    return new URL(String(line).trim());
  }

  send(message: object): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Asks as revision 2026-07-28 has it: each request says who asks, and what they can do. */
  async ask(method: string, params: object, capabilities: object = {}): Promise<Message> {
    const id = ++this.count;
    const answered = new Promise<Message>((resolve) => this.waiting.set(id, resolve));
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    this.send({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
    return answered;
  }

  /** Its exit code, or the signal that ended it. */
  async ended(): Promise<unknown> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode;
    const [code, signal] = (await once(this.child, 'exit')) as [unknown, unknown];
    return code ?? signal;
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<unknown> {
    this.child.kill(signal);
    return this.ended();
  }
}
