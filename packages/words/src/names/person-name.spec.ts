import { personName } from './person-name.js';

it.each([
  ['SMITH, John Paul', { surname: 'SMITH', forename: 'JOHN' }],
  ['John Paul SMITH', { surname: 'SMITH', forename: 'JOHN' }],
  ['  van der  Berg , Piet', { surname: 'VAN DER BERG', forename: 'PIET' }],
  ['O’NEILL-BRÛLÉ, Zoë, Dr', { surname: 'ONEILL BRULE', forename: 'ZOE' }],
  ['ACME', null],
  ['SMITH,', null],
  [', John', null],
  ['SMITH, , John', null],
  ['', null],
])('reads the name of a person out of %j', (name, read) => {
  expect(personName(name)).toEqual(read);
});
