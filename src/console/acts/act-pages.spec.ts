import type { Visit } from '../console-page.js';
import type { ActField, PreviewedAct } from './act-form.js';
import { pagesOfAct } from './act-pages.js';

const fields = jest.fn(async (): Promise<readonly ActField[]> => [
  { name: 'amount', label: 'Amount', initialValue: '5' },
  { name: 'note', label: 'Note' },
]);
const act = {
  path: '/acts',
  title: 'Act',
  intro: '',
  makeFields: fields,
  fieldByRefusal: {},
} as unknown as PreviewedAct;

it.each([
  ['the form', '/acts/new', {}, 200],
  ['the form to change', '/acts/preview', { change: 'yes' }, 200],
  ['a preview with a field left out', '/acts/preview', {}, 400],
  ['an act with a field left out', '/acts', {}, 400],
])('reads the fields of %s once', async (_what, path, form, status) => {
  const visit = { query: {}, params: {}, form, session: { csrf: 'c' } } as unknown as Visit;
  fields.mockClear();
  const answer = await pagesOfAct(act)
    .find((page) => page.path === path)
    ?.answer(visit);
  expect(answer).toMatchObject({ kind: 'page', status });
  expect(fields).toHaveBeenCalledTimes(1);
});
