/** Lists words that say what a number beside them is. We collected them from pages. */
import { phraseTable } from './words.js';

/**
 * `number`: some number. `registered`: registered in a place. `company`: names a company. `other`: not a
 * company's.
 */
export type LabelKind = 'company_number' | 'number' | 'registered' | 'company' | 'other';

export type RegisterCountry = 'england_wales' | 'scotland' | 'northern_ireland' | 'uk' | 'abroad';

const all = <T>(value: T, phrases: string): Record<string, T> =>
  Object.fromEntries(
    phrases
      .split(',')
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== '')
      .map((phrase) => [phrase, value]),
  );

export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  'number',
  'numbers',
  'no',
  'nos',
  'num',
  'nr',
  '#',
  'id',
]);
export const COMPANY_WORDS: ReadonlySet<string> = new Set(['company', 'companies', 'co', 'cwmni']);
export const REGISTERING_WORDS: ReadonlySet<string> = new Set([
  'registration',
  'registered',
  'register',
  'reg',
  'regd',
  'regn',
  'incorporation',
]);

/** Phrases that say it whole; `company number` and the like are put together from the sets above. */
export const NUMBER_LABELS = phraseTable<LabelKind>({
  ...all('company_number', 'crn, rhif cwmni, rhif y cwmni, rhif cofrestru, rhif cofrestru cwmni'),
  ...all(
    'registered',
    `registered in, registered within, registered with companies house, registered at companies house, reg in, regd in,
     incorporated in, incorporated and registered in, incorporated under the laws of, formed in, cofrestrwyd yng,
     cofrestrwyd yn, cofrestredig yng, established in`,
  ),
  ...all(
    'company',
    `company limited by guarantee, company limited by shares, limited liability partnership, private limited company,
     public limited company, private company, community interest company, a limited company`,
  ),
  ...all(
    'other',
    `vat, v a t, charity, charities, charitable, sra, solicitors regulation, solicitors regulation authority, law society,
     fca, fsa, financial conduct authority, financial services authority, financial services register, firm reference,
     frn, fra, prudential regulation authority, pra, ico, information commissioner, information commissioners,
     information commissioner s, data protection, trade mark, trade marks, trademark, trademarks, ukipo, patent, patents,
     tel, telephone, phone, mobile, mob, fax, call, whatsapp, helpline, ffon, isbn, issn, iban, bic, swift, sort code,
     account number, account no, a c, duns, eori, ofsted, urn, ukprn, cqc, care quality commission, care inspectorate,
     gas safe, gas safe registered, niceic, napit, fensa, oftec, elecsa, trustmark, atol, abta, iata, aito, pts,
     waste carrier, waste carriers, waste licence, cbdu, licence, license, licensed, permit, utr, psa, order, invoice,
     quote, membership, member, certificate, certification, accreditation, accredited, policy number, lei, cin, abn, acn,
     siren, siret, kvk, hrb, handelsregister, nif, rcs, ein, file number, reference, ref, postcode, po box, box,
     customers, ofcom, gphc, nmc, gdc, gmc, rics, ombudsman, icaew, acca, aat, epc, mcs, constructionline, chas,
     safecontractor, iso, weee, serial, model, sku, item, part number, product, batch, ean, barcode, gambling commission,
     insurance policy, bond, population, shares of, capital of, hmrc, ni number, national insurance`,
  ),
});

export const PLACES = phraseTable<RegisterCountry>({
  ...all(
    'england_wales',
    `england, england and wales, england & wales, england wales, wales, nghymru, nghymru a lloegr, lloegr a chymru,
     cymru`,
  ),
  ...all('scotland', 'scotland, edinburgh'),
  ...all('northern_ireland', 'northern ireland, n ireland, belfast'),
  ...all('uk', 'uk, united kingdom, great britain, britain, gb, companies house'),
  ...all(
    'abroad',
    `ireland, republic of ireland, eire, dublin, jersey, guernsey, isle of man, gibraltar, delaware, usa, us,
     united states, america, new york, california, nevada, texas, florida, germany, berlin, munich, france, paris,
     netherlands, amsterdam, belgium, luxembourg, switzerland, austria, italy, spain, portugal, malta, cyprus, greece,
     poland, romania, bulgaria, hungary, czech republic, slovakia, estonia, latvia, lithuania, finland, sweden, norway,
     denmark, iceland, ukraine, turkey, israel, india, pakistan, bangladesh, china, hong kong, singapore, malaysia, japan,
     korea, australia, victoria, new zealand, canada, ontario, south africa, nigeria, kenya, dubai, uae,
     united arab emirates, cayman islands, british virgin islands, bvi, bermuda, panama, seychelles, mauritius,
     marshall islands, brazil, mexico`,
  ),
});
