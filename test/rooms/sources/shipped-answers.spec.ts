import { shippedAnswers } from '../../support/published/shipped-answers.js';

/** Every object in an answer, with the names of its fields. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value, ...inner];
}

const PERSONAL = ['officers', 'persons-with-significant-control'];
const NEVER = ['address', 'principal_office_address', 'usual_residential_address', 'former_names', 'day'];

it('of persons, the answers that ship tell no address, no former name and no day of birth', () => {
  const personal = shippedAnswers().filter(({ resource }) => PERSONAL.includes(resource));
  expect(personal).toHaveLength(8);
  const fields = new Set(personal.flatMap(({ data }) => objectsIn(data).flatMap(Object.keys)));
  expect(NEVER.filter((name) => fields.has(name))).toEqual([]);
  expect(fields).toContain('name');
});

it('of controllers who are persons, they tell no more than an edition keeps', () => {
  const persons = shippedAnswers()
    .flatMap(({ data }) => objectsIn(data))
    .filter((item) => 'kind' in item && String(item.kind).startsWith('individual-'));
  expect(persons).toHaveLength(2);
  for (const person of persons) {
    expect(Object.keys(person).sort()).toEqual([
      'kind',
      'name',
      'name_elements',
      'natures_of_control',
      'notified_on',
    ]);
  }
});
