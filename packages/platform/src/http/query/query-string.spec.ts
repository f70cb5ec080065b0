import fc from 'fast-check';
import { ProblemList } from '../field-errors.js';
import { parseQuery, singleParameters } from './query-string.js';

const read = (text: string, known: readonly string[] = ['a', 'b']) => {
  const problems = new ProblemList();
  const values = singleParameters(parseQuery(text, problems), new Set(known), problems);
  return { values: Object.fromEntries(values), errors: problems.problems().errors };
};

describe('a query string', () => {
  it.each([
    ['a=1&b=2', { a: '1', b: '2' }, []],
    ['a=x+y%20z%26', { a: 'x y z&' }, []],
    ['a', { a: '' }, []],
    ['&&a=&', { a: '' }, []],
    ['a=b=c', { a: 'b=c' }, []],
    ['%61=1', { a: '1' }, []],
    ['a=1&a=1', { a: '1' }, ['a']],
    ['c=1', {}, ['c']],
    ['__proto__=1&constructor=2', {}, ['__proto__', 'constructor']],
    ['a=%zz', {}, ['a']],
    ['a=%ff', {}, ['a']],
    ['a=%', {}, ['a']],
    ['%ff=1', {}, ['request']],
    ['=1', {}, ['request']],
  ])('%s', (text, values, faults) => {
    const outcome = read(text);
    expect(outcome.values).toEqual(values);
    expect(Object.keys(outcome.errors)).toEqual(faults);
  });

  it('says which parameter may be meant, however long the names of others are', () => {
    const known = ['company_number', 'company_name', 'blocks'];
    expect(read('company_nubmer=1&block=x&speed=9', known).errors).toEqual({
      company_nubmer: ['There is no such parameter here. Did you mean company_number, company_name?'],
      block: ['There is no such parameter here. Did you mean blocks?'],
      speed: ['There is no such parameter here.'],
    });
    expect(Object.values(read(`${'b'.repeat(10_000)}=1`, known).errors)).toEqual([
      ['There is no such parameter here.'],
    ]);
  });

  it('may have a hundred parameters; the others are not read', () => {
    const many = (count: number) => read(new Array(count).fill('a').join('&'), ['a']).errors;
    expect(many(100)).toEqual({ a: ['This parameter was sent more than once.'] });
    expect(many(101)).toEqual({
      request: ['A query string may have 100 parameters.'],
      a: ['This parameter was sent more than once.'],
    });
    expect(read('c&'.repeat(100) + 'b').errors).not.toHaveProperty('b');
  });

  it('never throws, and reads back what was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (value, noise) => {
        expect(() => read(noise)).not.toThrow();
        expect(read(`a=${encodeURIComponent(value)}`).values).toEqual({ a: value });
      }),
    );
  });
});

describe('a list of problems', () => {
  it('lists a hundred and counts them all', () => {
    const problems = new ProblemList();
    for (let index = 0; index < 250; index++) problems.add(`rows[${index}].ref`, 'No.');
    const { errors, errors_total } = problems.problems();
    expect([Object.keys(errors).length, errors_total]).toEqual([100, 250]);
  });

  it('keeps paths short and takes any name', () => {
    const problems = new ProblemList();
    problems.add('x'.repeat(5000), 'No.');
    problems.add('__proto__', 'No.');
    expect(JSON.parse(JSON.stringify(problems.problems()))).toEqual({
      errors: Object.fromEntries([
        ['x'.repeat(120), ['No.']],
        ['__proto__', ['No.']],
      ]),
      errors_total: 2,
    });
  });
});
