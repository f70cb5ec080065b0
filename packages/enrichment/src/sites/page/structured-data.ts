/** Finds the organisations in a page's JSON-LD, up to a depth and a number of nodes. */
import { completeCompanyNumber } from '../../../../words/src/company-number.js';
import type { PrintedOrganisation } from '../site-reading.js';
import { PAGE_LIMITS } from './limits.js';
import { plainText } from './plain-text.js';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Matches types of organisations. */
const ORGANISATION =
  /Organi[sz]ation$|Corporation$|Business$|Store$|Company$|Service$|Shop$|Restaurant$|Hotel$|Agency$|Agent$|Contractor$|Dealer$|Firm$|Attorney$|Dentist$|Plumber$|Electrician$|NGO$|School$|Office$/;
/** The keys that only organisations have. */
const ORGANISATION_KEYS = ['legalName', 'vatID', 'taxID', 'duns', 'leiCode', 'foundingDate'];

const typesOf = (node: Node): string[] =>
  [node['@type']].flat().filter((type): type is string => typeof type === 'string');

const isOrganisation = (node: Node): boolean =>
  typesOf(node).some((type) => ORGANISATION.test(type)) || ORGANISATION_KEYS.some((key) => key in node);

const TEXT = 300;

/** The first text of a value. A number becomes its digits. */
function textOf(value: unknown, maxLength: number = TEXT): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  if (typeof first === 'string') return plainText(first, maxLength);
  return isNode(first) ? textOf(first.name ?? first['@id'] ?? first.value ?? null, maxLength) : null;
}

const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .slice(0, 30)
    .flatMap((part) => textOf(part) ?? []);

/** Matches labels of a company number. */
const OF_REGISTER = /compan(?:y|ies)|\bcrn\b|\bgb-coh\b|registration number/i;
/** Matches the scheme before a company number: `GB-COH-01234999`. */
const SCHEME = /^GB-COH[-:]/i;

/** The identifier in a text or a property. Labelled company numbers are completed. */
function identifierOf(value: unknown): string | null {
  const text = isNode(value) ? (textOf(value.value) ?? textOf(value['@id'])) : textOf(value);
  if (text === null) return null;
  const label = isNode(value) ? `${textOf(value.propertyID) ?? ''} ${textOf(value.name) ?? ''}` : '';
  if (SCHEME.test(text) || OF_REGISTER.test(label))
    return completeCompanyNumber(text.replace(SCHEME, '')) ?? text;
  // A number with another label is another register's.
  return label.trim() === '' ? text : null;
}

/** The identifiers of an organisation. Tax numbers have other keys. */
const identifiersOf = (node: Node): string[] =>
  [node.identifier]
    .flat()
    .slice(0, 20)
    .flatMap((identifier) => identifierOf(identifier) ?? []);

const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})\b/i;

/** The address in a text of parts by comma or line, which end in a postcode. */
function addressIn(text: string): PrintedOrganisation['address'] {
  const match = POSTCODE.exec(text.slice(0, TEXT));
  if (match === null) return null;
  const lines = text.slice(0, match.index).split(/[,\n]/);
  const parts = lines.flatMap((line) => plainText(line, TEXT) ?? []);
  const locality = parts.length > 1 ? (parts.pop() ?? null) : null;
  const street = parts.length > 0 ? parts.join(', ') : null;
  return { street, locality, region: null, postal_code: `${match[1]} ${match[2]}`, country: null };
}

function addressOf(value: unknown): PrintedOrganisation['address'] {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return addressIn(first);
  if (!isNode(first)) return null;
  const address = {
    street: textOf(first.streetAddress),
    locality: textOf(first.addressLocality),
    region: textOf(first.addressRegion),
    postal_code: textOf(first.postalCode),
    country: textOf(first.addressCountry),
  };
  return Object.values(address).every((part) => part === null) ? null : address;
}

function organisationOf(node: Node): PrintedOrganisation {
  const email = textOf(node.email)
    ?.replace(/^mailto:/i, '')
    .toLowerCase();
  return {
    name: textOf(node.name),
    legal_name: textOf(node.legalName),
    identifiers: identifiersOf(node),
    vat_id: textOf(node.vatID),
    telephone: textOf(node.telephone),
    email: email ?? null,
    address: addressOf(node.address),
    same_as: textsOf(node.sameAs),
  };
}

const isEmpty = (organisation: PrintedOrganisation): boolean =>
  Object.values(organisation).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The keys of organisations other than the operator: owners, associations, suppliers, certifiers. */
const OF_OTHERS: ReadonlySet<string> = new Set(
  (
    'parentOrganization subOrganization memberOf member affiliation alumniOf funder funding sponsor review reviews ' +
    'creator manufacturer recognizedBy accreditedBy issuedBy'
  ).split(' '),
);
const isReview = (node: Node): boolean => typesOf(node).some((type) => type.endsWith('Review'));

const isOfOther = (node: unknown, key: string): boolean =>
  isNode(node) && (OF_OTHERS.has(key) || (key === 'author' && isReview(node)));

/** Yields the nodes about the site itself, the nearest to the root first. */
function* nodesOf(texts: readonly string[]): Generator<Node> {
  const waiting: { readonly value: unknown; readonly depth: number }[] = texts.map((text) => ({
    value: parsed(text),
    depth: 0,
  }));
  for (let at = 0; at < waiting.length && at < PAGE_LIMITS.json_nodes; at += 1) {
    const { value, depth } = waiting[at] ?? { value: null, depth: 0 };
    if (isNode(value)) yield value;
    if (depth >= PAGE_LIMITS.json_depth || typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'object' || inner === null || waiting.length >= PAGE_LIMITS.json_nodes) continue;
      if (isOfOther(value, key)) continue;
      waiting.push({ value: inner, depth: depth + 1 });
    }
  }
}

/** The organisations, the nearest to the root first. @param texts JSON texts; invalid ones are skipped */
export function organisationsIn(texts: readonly string[]): PrintedOrganisation[] {
  const organisations: PrintedOrganisation[] = [];
  for (const node of nodesOf(texts)) {
    if (organisations.length >= PAGE_LIMITS.organisations) break;
    if (!isOrganisation(node)) continue;
    const organisation = organisationOf(node);
    if (!isEmpty(organisation)) organisations.push(organisation);
  }
  return organisations;
}
