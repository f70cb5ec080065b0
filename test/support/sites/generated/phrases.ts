/** Sentences in which companies print their numbers: `{name}`, `{n}` and, where a country is named, `{country}`. */

export interface NumberPhrase {
  readonly text: string;
  /** Weights were looked at with those of `tuned` alone. */
  readonly set: 'tuned' | 'held_out';
}

const TUNED = [
  'Registered in {country} No. {n}',
  'Registered in {country} No: {n}',
  '{name} is registered in {country} No. {n}',
  '{name} is a company registered in {country} under company number {n}',
  '{name}, registered in {country} under Company No. {n}',
  '{name} is registered in {country} under number {n}',
  'Registered in {country} under Company Registration No. {n}',
  'Company Registered in {country} No. {n}',
  'Registered in {country}. Company No: {n}',
  'Registered in {country}. Company number {n}',
  '(Registered in {country} - Company Number {n})',
  'Company Registration Number {n}',
  'Our company registration number is {n}',
  '{name}, a company incorporated in {country} (company number {n})',
  '{name} (company registration number {n})',
  'incorporated and registered in {country} with company number {n}',
  '{name} ({n})',
  'UK Registered Company Number: {n}',
  'Reg. in {country}: {n}',
  '{name} | Company number: {n}',
  'Company No. {n} Registered in {country}',
  '© 2026 {name}. All rights reserved. Registered company number {n}.',
  'Trading name of {name}, company number {n}',
  'This website is operated by {name} (company number {n})',
  'We are {name}. We are registered in {country} under company number {n}',
  'Co. Reg. No. {n}',
  'Registered Office as above. Registration number {n}, {country}.',
  'Cofrestrwyd yng Nghymru a Lloegr. Rhif y cwmni: {n}',
  'Company Reg No: {n} | VAT No: GB 123 4567 82',
  '{name} Registered in {country} Number {n}',
] as const;

const HELD_OUT = [
  '{name} is a limited company registered in {country} with registered number {n}',
  'Registered in {country} as company {n}',
  'Reg. in {country} | Co No: {n}',
  'The data controller is {name}, registered number {n}, registered in {country}',
  'Registered at Companies House, number {n}',
  '{name}, company registration {n}, registered in {country}',
  'Company reg: {n}',
  'Registered in the UK under Company number: {n} since 2016',
  '{name} No. {n} Reg. in {country}',
  'a company limited by guarantee registered in {country} ({n})',
  'Our registered company number is {n} and our registered name is {name}',
  '{name} - Registered in {country}, Registration No: {n}',
  'Companies House registration number {n}',
  'Registered Company: {n}',
  'Registered name {name}; company number: {n}; place of registration: {country}',
] as const;

export const NUMBER_PHRASES: readonly NumberPhrase[] = [
  ...TUNED.map((text) => ({ text, set: 'tuned' as const })),
  ...HELD_OUT.map((text) => ({ text, set: 'held_out' as const })),
];

export function printedIn(
  phrase: string,
  { printed, number }: { readonly printed: string; readonly number: string },
): string {
  const scottish = number.startsWith('SC');
  return phrase
    .replaceAll('{name}', printed)
    .replaceAll('{n}', number)
    .replaceAll('{country}', scottish ? 'Scotland' : 'England and Wales');
}
