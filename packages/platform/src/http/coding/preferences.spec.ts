import { prefersHtml, takesJson } from './preferences.js';

describe('whether a client takes JSON', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/*;q=0.1', true],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', true],
    ['text/html, image/gif, *; q=.2, */*; q=.2', true],
    ['application/problem+json, application/json;q=0.5', true],
    ['application/json, */*;q=0', true],
    ['gibberish', true],
    ['text/html', false],
    ['application/xml, text/*', false],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['application/*;q=0, */*', false],
    ['*/*;q=0', false],
  ])('%s: %s', (accept, takes) => {
    expect(takesJson(accept)).toBe(takes);
  });
});

describe('whether a client would rather have HTML than JSON', () => {
  it.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
    ['text/html, image/gif, *; q=.2, */*; q=.2', true],
    ['text/html', true],
    ['Text/HTML;q=0.5, application/json;q=0.4', true],
    ['application/json;q=0.9, text/*', true],
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/json', false],
    ['text/html, application/json', false],
    ['text/html;q=0.5, application/json', false],
    ['text/html;q=0, */*', false],
    ['text/html;q=0', false],
    ['image/png', false],
    ['gibberish', false],
  ])('%s: %s', (accept, prefers) => {
    expect(prefersHtml(accept)).toBe(prefers);
  });
});
