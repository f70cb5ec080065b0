import { z } from 'zod';
import { defineBlock } from '../runner/define-block.js';
import { isCurrentController } from '../../sources/psc/psc-record.js';
import { cutLists, OF_A_PART } from '../runner/served-lists.js';
import { companyNumber, isoDate, text } from '../runner/value-types.js';
import { ownerDescription } from './owner-description.js';
import {
  besideControllers,
  heldControl,
  MAX_SERVED,
  newestFirst,
  notLookedUp,
  shownOwners,
} from './control-records.js';

export default defineBlock({
  key: 'corporate_owners',
  tier: 'core',
  latency_class: 'instant',
  description: 'Companies and other legal persons that control the company now.',
  source: ['company_register_psc'],
  coverage: 'Companies with a current corporate or legal-person controller.',
  needs: ['psc', 'owners'],
  uses: ['owner_texts'],
  readings: ['site'],
  reasons: ['no_corporate_owner_on_the_register', 'no_psc_data_on_file', 'not_looked_up'],
  advisories: ['owner_not_on_file'],
  nested: { nature_of_business: 'owners' },
  value: z.strictObject({
    has_corporate_owner: z.literal(true),
    owners: z.array(
      z.strictObject({
        name: text,
        natures_of_control: z.array(text),
        notified_on: isoDate.nullable(),
        country_registered: text.nullable(),
        company_number: companyNumber.nullable(),
        nature_of_business: z
          .record(text, z.unknown())
          .describe('An envelope of its own: what the owner does, read from file only. Never billed.'),
      }),
    ),
  }),
})((facts) => {
  const { missing, as_of, part } = heldControl(facts.psc, facts.once);
  if (missing !== null) return missing;
  const { owners, suppressed } = shownOwners(facts.psc, facts.owners.record ?? [], as_of);
  const current = owners
    .filter(({ person }) => isCurrentController(person, as_of))
    .sort((a, b) => newestFirst(a.person, b.person));
  const cut = cutLists({ owners: current.length }, MAX_SERVED, suppressed);
  if (current.length === 0) {
    const reason = 'no_corporate_owner_on_the_register';
    const none = { status: 'not_found', reason, source: 'company_register_psc', as_of } as const;
    return { ...(part ? notLookedUp(as_of) : none), ...(Object.keys(cut).length > 0 && { detail: cut }) };
  }
  const unknown = current.filter(({ identity }) => identity.company_number === null);
  const beside = besideControllers(
    current.map(({ person }) => person),
    owners,
  );
  const byName = current.some(({ identity }) => identity.matched_on === 'name');
  const detail = {
    ...(part && OF_A_PART),
    ...beside.detail,
    ...(unknown.length > 0 && {
      owners_not_on_file: unknown.slice(0, MAX_SERVED).map(({ person }) => person.name),
    }),
    ...cut,
  };
  return {
    status: 'available',
    value: {
      has_corporate_owner: true,
      owners: current.slice(0, MAX_SERVED).map(({ person, identity: { company_number, company } }) => ({
        name: person.name ?? '',
        natures_of_control: [...person.natures_of_control],
        notified_on: person.notified_on,
        country_registered: person.identification?.country_registered ?? null,
        company_number,
        nature_of_business: ownerDescription(company, facts),
      })),
    },
    source: 'company_register_psc',
    as_of,
    flagged_for_review: byName || part || beside.flagged,
    ...(unknown.length > 0 && { advisories: ['owner_not_on_file'] as const }),
    ...(Object.keys(detail).length > 0 && { detail }),
  };
});
