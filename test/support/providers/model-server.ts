/**
 * A server of chat completions on loopback, as OpenAI's reference describes `POST /v1/chat/completions`
 * (https://platform.openai.com/docs/api-reference/chat/create). What it says, a test decides.
 */
import { ProviderServer, type ProviderAsked, type ProviderReply } from './provider-server.js';

export interface ModelAsked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly temperature?: number;
  readonly response_format?: { readonly type: string };
}

const refused = (status: number, message: string): ProviderReply => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code: null } },
});

export class ModelServer extends ProviderServer {
  static readonly key = 'sk-model-key';
  static readonly model = 'a-model';
  /** What it answers to the data of a question. */
  says: (data: string) => string = () => '';
  /** Parameters that it doesn't know and refuses. */
  unknown: readonly (keyof ModelAsked)[] = [];

  private constructor() {
    super((asked) => this.completed(asked));
  }

  static async started(): Promise<ModelServer> {
    return new ModelServer().listen();
  }

  private completed({ method, path, headers, body }: ProviderAsked): ProviderReply {
    if (method !== 'POST' || path !== '/v1/chat/completions') return refused(404, 'Unknown request URL');
    if (headers['authorization'] !== `Bearer ${ModelServer.key}`)
      return refused(401, 'Incorrect API key provided');
    const asked = body as ModelAsked;
    const unknown = this.unknown.find((name) => name in asked);
    if (unknown !== undefined) return refused(400, `Unsupported parameter: '${unknown}'.`);
    const json = asked.response_format?.type === 'json_object';
    const text = asked.messages.map(({ content }) => content).join('\n');
    if (json && !/json/i.test(text)) return refused(400, "'messages' must contain the word 'json'.");
    const content = this.says(asked.messages.find(({ role }) => role === 'user')?.content ?? '');
    return {
      body: {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: asked.model,
        choices: [
          { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      },
    };
  }
}
