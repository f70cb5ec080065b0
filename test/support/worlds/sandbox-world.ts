/**
 * A sandbox in this process, called over HTTP; every answer under /v1 is judged by the description that it
 * serves.
 */
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { startSandbox, type Sandbox } from '../../../src/processes/sandbox/start-sandbox.js';
import { keyText } from '../../../src/sandbox/sandbox-keys.js';
import { DescriptionJudge, type Description } from '../description-judge.js';
import { eventually } from '../eventually.js';
import type { Call, Reply } from './api-world.js';

export class SandboxWorld {
  private constructor(
    readonly sandbox: Sandbox,
    readonly description: Description,
    private readonly judge: DescriptionJudge,
  ) {}

  static async start(withConsole = false): Promise<SandboxWorld> {
    const choices = { host: '127.0.0.1', port: 0, withConsole };
    const sandbox = await startSandbox(choices, createLogger({ logLevel: 'silent' }));
    const response = await fetch(`${sandbox.url}/openapi.json`);
    const description = (await response.json()) as Description;
    return new SandboxWorld(sandbox, description, new DescriptionJudge(description));
  }

  stop(): Promise<void> {
    return this.sandbox.stop();
  }

  /** @param key the last letters of a key's id, such as `first`; null: none is sent */
  async call(path: string, call: Call = {}, key: string | null = 'first'): Promise<Reply> {
    const { method = 'GET', headers = {}, body } = call;
    const response = await fetch(`${this.sandbox.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${keyText(`sandbox${key}`)}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') === true;
    const parsed = json && text !== '' ? (JSON.parse(text) as Reply['body']) : {};
    const reply = { status: response.status, headers: response.headers, body: parsed, text };
    const faults = path.startsWith('/v1')
      ? this.judge.faults({ method, path: path.split('?', 1)[0] ?? path }, reply)
      : [];
    if (faults.length > 0) throw new Error(`${method} ${path}: ${faults.join('\n')}`);
    return reply;
  }

  /** @returns the id of the job, as soon as it is accepted */
  async submit(rows: readonly object[], blocks: readonly string[], key = 'first'): Promise<string> {
    const reply = await this.call('/v1/enrich/jobs', { method: 'POST', body: { rows, blocks } }, key);
    if (reply.status !== 202) throw new Error(reply.text);
    return String(reply.body['job_id']);
  }

  ended(job: string, key = 'first'): Promise<Reply> {
    return eventually(`the end of ${job}`, async () => {
      const reply = await this.call(`/v1/enrich/jobs/${job}`, {}, key);
      return reply.body['results_ready'] === true ? reply : undefined;
    });
  }
}
