import { z } from 'zod';
import { isGenericSic, naceOf, parseSic, type SicCode } from '../../sources/companies/sic-codes.js';
import { remembered } from '../../shared/remembered.js';
import { defineBlock } from '../runner/define-block.js';
import { text } from '../runner/value-types.js';

const sicValue = (codes: readonly SicCode[]) =>
  codes.map(({ code, description, scheme }, i) => ({ code, description, scheme, is_primary: i === 0 }));

const naceValue = (codes: readonly SicCode[]) =>
  codes.flatMap((sic) => {
    const code = naceOf(sic);
    return code === null ? [] : [{ code, from_sic: sic.code }];
  });

const trade = z.strictObject({
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
});
type Trade = z.output<typeof trade>;

function readTrade(printed: readonly string[]): Trade | null {
  const codes = printed.map(parseSic).filter((code) => code !== null);
  if (codes.length === 0) return null;
  const label = codes.find((code) => !isGenericSic(code))?.description ?? null;
  return Object.freeze<Trade>({
    sic: sicValue(codes),
    label,
    label_source: label === null ? null : 'filed_sic',
    nace: naceValue(codes),
    sic_is_generic: codes.every(isGenericSic),
  });
}

/** No printed code holds it: an edition keeps it between them. */
const BETWEEN = '\u001e';

/** A few thousand trades stand for millions of rows: each value is made once, and shared. */
const tradeOfCodes = remembered(20_000, (codes: string) => readTrade(codes.split(BETWEEN)));

const tradeOf = (printed: readonly string[]): Trade | null =>
  tradeOfCodes(printed.length === 1 ? (printed[0] ?? '') : printed.join(BETWEEN));

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
  lacks: 'The label rests on the filed codes alone: websites and texts of accounts are not read.',
  value: trade,
})(({ company: { record, as_of } }) => {
  const value = tradeOf(record?.sic ?? []);
  return value === null
    ? { status: 'not_found', reason: 'no_sic_on_file', source: 'company_register', as_of }
    : { status: 'available', value, source: 'company_register', as_of };
});
