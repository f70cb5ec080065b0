import { record } from '../../../../../test/support/basic-company-data.js';
import { readProfile } from './company-profile.js';
import type { CompanyRecord } from './company-record.js';
import { companyStatus, graveStatus, isLive, statusGroup } from './company-status.js';

const GONE = '2020-01-01';
const profile = (company_status: string | undefined, more: object = {}): CompanyRecord =>
  readProfile(
    {
      company_number: '17000031',
      company_name: 'RESTORED TRADING LIMITED',
      date_of_cessation: GONE,
      ...(company_status === undefined ? {} : { company_status }),
      ...more,
    },
    '17000031',
  ).data;
const row = (CompanyStatus: string): CompanyRecord =>
  record({ CompanyStatus, DissolutionDate: '01/01/2020' });

describe('a company that ended once is what its status says now', () => {
  it.each([
    ['a restored one', profile('active'), 'active', 'active', null],
    ['one in liquidation', profile('liquidation'), 'liquidation', 'distressed', 'Liquidation'],
    ['one in administration', profile('administration'), 'administration', 'distressed', 'In Administration'],
    [
      'one that a petition is to restore',
      profile('active', { company_status_detail: 'petition-to-restore-dissolved' }),
      'active',
      'active',
      null,
    ],
    [
      'one that was converted',
      profile('active', { company_status_detail: 'converted-to-plc' }),
      'active',
      'active',
      null,
    ],
    ['one that is open', profile('open'), 'open', 'active', null],
    ['a restored one of the file', row('Active'), 'active', 'active', null],
    ['one of the file in liquidation', row('Liquidation'), 'liquidation', 'distressed', 'Liquidation'],
    [
      'one of the file that is to be struck off',
      row('Active - Proposal to Strike off'),
      'active',
      'active',
      'Active proposal to strike off',
    ],
  ] as const)('%s', (_, company, status, group, grave) => {
    expect(company.dissolved_on).toBe(GONE);
    expect(companyStatus(company)).toBe(status);
    expect(statusGroup(status)).toBe(group);
    expect(isLive(company)).toBe(true);
    expect(graveStatus(company)).toBe(grave);
  });
});

describe('a company that has ended stays so', () => {
  it.each([
    ['dissolved', profile('dissolved'), 'dissolved'],
    ['converted or closed', profile('converted-closed'), 'converted-closed'],
    ['removed', profile('removed'), 'removed'],
    ['a day without a status', profile(undefined), 'dissolved'],
    ['a day and the word null', profile('null'), 'dissolved'],
    ['a day and a blank cell', row(''), 'dissolved'],
  ] as const)('%s', (_, company, status) => {
    expect(companyStatus(company)).toBe(status);
    expect(isLive(company)).toBe(false);
  });

  it('and a status that no list has is not guessed from the day', () => {
    expect(companyStatus(profile('some-new-status'))).toBeNull();
  });
});
