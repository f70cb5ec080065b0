import { COMPLETION_FORMS, completionQuestion, contentOf } from './chat-completion.js';

const answer = (content: string | null, finish_reason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'a-model',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
});

it('sends instructions and data as two messages, without chance and as JSON', () => {
  const [form = {}] = COMPLETION_FORMS;
  expect(completionQuestion('a-model', { instructions: 'Say it.', data: '{"a":1}' }, form)).toEqual({
    body: {
      model: 'a-model',
      messages: [
        { role: 'system', content: 'Say it.' },
        { role: 'user', content: '{"a":1}' },
      ],
      temperature: 0,
      response_format: { type: 'json_object' },
    },
  });
});

it('reads what the model says; nothing where it refused or broke off', () => {
  expect(contentOf(answer('{"a":1}'))).toBe('{"a":1}');
  expect(contentOf(answer(null))).toBe('');
  expect(contentOf(answer('{"a":', 'length'))).toBe('');
});

it.each([null, {}, { choices: [] }, { choices: [{ text: 'x' }] }, { error: { message: 'no' } }])(
  'refuses what is no such answer: %j',
  (body) => expect(contentOf(body)).toBeNull(),
);
