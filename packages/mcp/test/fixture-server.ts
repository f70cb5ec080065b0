/**
 * The tools, resources and prompts that the protocol's conformance suite asks a server for. They are of no
 * other use.
 */
import { McpServer, ResourceTemplate, fromJsonSchema } from '@modelcontextprotocol/server';
import type { CallToolResult, JSONObject, ServerContext } from '@modelcontextprotocol/server';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const AUDIO = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const STEP_MS = 20;

const words = (text: string) => ({ type: 'text', text }) as const;
const image = { type: 'image', data: IMAGE, mimeType: 'image/png' } as const;
const embedded = (uri: string, text: string, mimeType = 'text/plain') =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const;

/** Tools without arguments that always answer the same. */
const ANSWERS: Readonly<Record<string, CallToolResult['content']>> = {
  test_simple_text: [words('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: AUDIO, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    words('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
  ],
};

const choice = (value: string, title: string) => ({ const: value, title });
const options = ['option1', 'option2', 'option3'];
const titled = [choice('value1', 'First'), choice('value2', 'Second'), choice('value3', 'Third')];

/** Forms that a person is asked to fill in, by the tool that asks. */
const FORMS: Readonly<Record<string, JSONObject>> = {
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
    untitledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', minItems: 1, maxItems: 3, items: { anyOf: titled } },
  },
};

const SCHEMA_2020: JSONObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
  },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
};

export function fixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'conformance-fixture', version: '1.0.0' },
    {
      capabilities: {
        ...{ tools: {}, logging: {}, completions: {} },
        ...{ resources: { subscribe: true }, prompts: {} },
      },
    },
  );
  addTools(server);
  addCallsToTheClient(server);
  addResources(server);
  addPrompts(server);
  server.server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0 } }));
  return server;
}

function addTools(server: McpServer): void {
  for (const [name, content] of Object.entries(ANSWERS))
    server.registerTool(name, { description: name }, () => ({ content }));
  const none = { inputSchema: z.object({}) };
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs.', ...none },
    async (_args, { mcpReq }) => {
      for (const data of ['started', 'processing', 'completed']) {
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
        await pause(STEP_MS);
      }
      return { content: [words('done')] };
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Goes on.', ...none },
    async (_args, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken ?? 0;
      for (const progress of [0, 50, 100]) {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
        await pause(STEP_MS);
      }
      return { content: [words(String(progressToken))] };
    },
  );
  server.registerTool(
    'test_reconnection',
    { description: 'Breaks off.', ...none },
    async (_args, { http }) => {
      http?.closeSSE?.();
      await pause(STEP_MS);
      return { content: [words('Reconnected.')] };
    },
  );
  const inputSchema = fromJsonSchema(SCHEMA_2020);
  server.registerTool('json_schema_2020_12_tool', { description: '2020-12', inputSchema }, (args) => ({
    content: [words(JSON.stringify(args))],
  }));
}

/** What the client is asked in the middle of a call. */
function addCallsToTheClient(server: McpServer): void {
  const told = async (answer: Promise<object>) => ({ content: [words(JSON.stringify(await answer))] });
  const prompt = { inputSchema: z.object({ prompt: z.string() }) };
  server.registerTool(
    'test_sampling',
    { description: 'Samples.', ...prompt },
    (args, { mcpReq }: ServerContext) =>
      told(
        mcpReq.requestSampling({ messages: [{ role: 'user', content: words(args.prompt) }], maxTokens: 100 }),
      ),
  );
  const asks = { inputSchema: z.object({ message: z.string() }) };
  server.registerTool('test_elicitation', { description: 'Asks.', ...asks }, ({ message }, { mcpReq }) => {
    const properties = { response: { type: 'string' } } as const;
    return told(
      mcpReq.elicitInput({
        message,
        requestedSchema: { type: 'object', properties, required: ['response'] },
      }),
    );
  });
  for (const [name, properties] of Object.entries(FORMS))
    server.registerTool(
      name,
      { description: 'Asks.', inputSchema: z.object({}) },
      async (_args, { mcpReq }) => {
        const params = { message: name, requestedSchema: { type: 'object', properties } };
        const { action, content = {} } = await mcpReq.send({ method: 'elicitation/create', params });
        return {
          content: [words(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)],
        };
      },
    );
}

function addResources(server: McpServer): void {
  const text = { mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  for (const [name, content] of [
    ['static-text', text],
    ['watched-resource', text],
    ['static-binary', { mimeType: 'image/png', blob: IMAGE }],
  ] as const) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { description: name, mimeType: content.mimeType }, () => ({
      contents: [{ uri, ...content }],
    }));
  }
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) => ({
    contents: [
      { uri: href, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${id}` }) },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = <T>(content: T) => ({ role: 'user', content }) as const;
  server.registerPrompt('test_simple_prompt', { description: 'Plain.' }, () => ({
    messages: [user(words('This is a simple prompt for testing.'))],
  }));
  const two = { argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) };
  server.registerPrompt('test_prompt_with_arguments', { description: 'Two.', ...two }, ({ arg1, arg2 }) => ({
    messages: [user(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }));
  const one = { argsSchema: z.object({ resourceUri: z.string() }) };
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'One.', ...one },
    ({ resourceUri }) => ({
      messages: [user(embedded(resourceUri, 'Embedded.')), user(words('Please process the resource above.'))],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Image.' }, () => ({
    messages: [user(image), user(words('Please analyze the image above.'))],
  }));
}
