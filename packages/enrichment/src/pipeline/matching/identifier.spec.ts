import type { SubmittedRow } from '../../../../contract/src/row.js';
import { identifierOf } from './identifier.js';
import { hostOf } from '../../../../words/src/hosts/website-host.js';

it.each<[string, SubmittedRow, string]>([
  ['no identifier', {}, 'no_company_key'],
  ['only a reference', { ref: 'a' }, 'no_company_key'],
  ['an empty number', { company_number: '' }, 'no_company_key'],
  ['a blank name', { company_name: '  ' }, 'no_company_key'],
  ['an empty domain', { domain: '' }, 'no_company_key'],
  ['two identifiers', { company_number: '01234567', company_name: 'ACME LTD' }, 'no_company_key'],
  ['an empty one beside a full one', { company_number: '', company_name: 'ACME LTD' }, 'no_company_key'],
  ['a number too short', { company_number: '1234567' }, 'invalid_company_number'],
  ['a number of an unknown form', { company_number: 'XXX23456' }, 'invalid_company_number'],
])('%s is refused', (_what, row, reason) => {
  expect(identifierOf(row)).toMatchObject({ outcome: 'refused', reason, candidates: [] });
});

it('says that a leading zero may be missing', () => {
  expect(identifierOf({ company_number: '8209948' })).toHaveProperty(
    'detail',
    expect.stringContaining("'08209948'"),
  );
});

it('takes a number in lower case and with blanks around it', () => {
  expect(identifierOf({ company_number: ' sc365840 ' })).toEqual({
    kind: 'company_number',
    number: 'SC365840',
  });
});

it('leaves it to the editions whether a number of a wider form is one', () => {
  expect(identifierOf({ company_number: ' sl00911a ' })).toMatchObject({
    kind: 'company_number',
    number: 'SL00911A',
    unheld: { outcome: 'refused', reason: 'invalid_company_number' },
  });
});

it('keeps a name as asked beside the forms it is compared in', () => {
  expect(identifierOf({ company_name: ' Acme  (UK) Ltd ' })).toEqual({
    kind: 'company_name',
    asked: 'Acme  (UK) Ltd',
    exact: 'ACME (UK) LTD',
    normalised: 'ACMEUK',
    sameAs: 'ACME',
  });
});

it.each([
  ['acme.co.uk', 'acme.co.uk'],
  ['WWW.Acme.CO.UK', 'acme.co.uk'],
  ['https://www.acme.co.uk:8443/about?x=1#y', 'acme.co.uk'],
  ['acme.co.uk/contact', 'acme.co.uk'],
  ['shop.acme.co.uk', 'shop.acme.co.uk'],
  ['bücher.example.com', 'xn--bcher-kva.example.com'],
  ['localhost', null],
  ['http://[::1]/', null],
  ['10.0.0.1', null],
  ['acme', null],
  ['co.uk', null],
  ['http://0x7f.1/', null],
  ['https://', null],
  ['acme.invalidtld', null],
  ['', null],
])('the host of %p is %p', (text, host) => {
  expect(hostOf(text)).toBe(host);
});
