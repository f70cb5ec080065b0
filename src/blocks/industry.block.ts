import { z } from 'zod';
import { isGenericSic, naceOf, parseSic, type SicCode } from '../register/companies/sic-codes.js';
import { defineBlock } from './define-block.js';
import { text } from './value-types.js';

const sicValue = (codes: readonly SicCode[]) =>
  codes.map(({ code, description, scheme }, i) => ({ code, description, scheme, is_primary: i === 0 }));

const naceValue = (codes: readonly SicCode[]) =>
  codes.flatMap((sic) => {
    const code = naceOf(sic);
    return code === null ? [] : [{ code, from_sic: sic.code }];
  });

export default defineBlock({
  key: 'industry',
  tier: 'core',
  latency_class: 'instant',
  description:
    'The trade as filed: SIC codes with descriptions, the NACE classes they fall into, and a label.',
  source: ['company_register'],
  coverage:
    'Companies that gave a SIC code (not limited partnerships, charities, societies, chartered bodies, overseas companies).',
  derived: true,
  needs: ['company'],
  reasons: ['no_sic_on_file'],
  advisories: ['label_contradicts_filed_sic'],
  value: z.strictObject({
    sic: z.array(
      z.strictObject({
        code: text.describe('Five digits, or four of the 2003 scheme.'),
        description: text.nullable(),
        scheme: z.enum(['uk_sic_2007', 'uk_sic_2003']),
        is_primary: z.boolean().describe('Filed first.'),
      }),
    ),
    label: text.nullable().describe('The description of the first code that is not generic.'),
    label_source: z.enum(['filed_sic', 'website', 'accounts_text']).nullable(),
    nace: z.array(z.strictObject({ code: text.describe('Such as 62.01.'), from_sic: text })),
    sic_is_generic: z.boolean().describe('No filed code tells the trade.'),
  }),
})(({ company: { record, as_of } }) => {
  const codes = (record?.sic ?? []).map(parseSic).filter((code) => code !== null);
  if (codes.length === 0) {
    return { status: 'not_found', reason: 'no_sic_on_file', source: 'company_register', as_of };
  }
  const label = codes.find((code) => !isGenericSic(code))?.description ?? null;
  return {
    status: 'available',
    value: {
      sic: sicValue(codes),
      label,
      label_source: label === null ? null : 'filed_sic',
      nace: naceValue(codes),
      sic_is_generic: codes.every(isGenericSic),
    },
    source: 'company_register',
    as_of,
  };
});
