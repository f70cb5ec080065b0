/** Organisations that the JSON-LD of a page names, found by a walk without recursion, up to a depth and a number of nodes. */
import type { PrintedOrganisation } from '../site-reading.js';
import { LIMITS } from './limits.js';
import { plainText } from './plain-text.js';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types of organisations, and keys that only organisations have. */
const ORGANISATION =
  /Organi[sz]ation$|Corporation$|Business$|Store$|Company$|Service$|Shop$|Restaurant$|Hotel$|Agency$|Agent$|Contractor$|Dealer$|Firm$|Attorney$|Dentist$|Plumber$|Electrician$|NGO$|School$|Office$/;
const TELLING = ['legalName', 'vatID', 'taxID', 'duns', 'leiCode', 'foundingDate'];

const typesOf = (node: Node): string[] =>
  [node['@type']].flat().filter((type): type is string => typeof type === 'string');

const isOrganisation = (node: Node): boolean =>
  typesOf(node).some((type) => ORGANISATION.test(type)) || TELLING.some((key) => key in node);

const TEXT = 300;

/** The first text under a key; a number counts as its digits. */
function textOf(value: unknown, most: number = TEXT): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'number') return String(first);
  if (typeof first === 'string') return plainText(first, most);
  return isNode(first) ? textOf(first.name ?? first['@id'] ?? first.value ?? null, most) : null;
}

const textsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .slice(0, 30)
    .flatMap((one) => textOf(one) ?? []);

/** An identifier is a text, or a property with its value. */
const identifiersOf = (node: Node): string[] =>
  [...[node.identifier].flat().slice(0, 20), node.taxID, node.leiCode, node.duns].flatMap((one) =>
    isNode(one) ? (textOf(one.value) ?? textOf(one['@id']) ?? []) : (textOf(one) ?? []),
  );

function addressOf(value: unknown): PrintedOrganisation['address'] {
  const first: unknown = Array.isArray(value) ? value[0] : value;
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

const isEmpty = (one: PrintedOrganisation): boolean =>
  Object.values(one).every((value) => value === null || (Array.isArray(value) && value.length === 0));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Every node once, those nearer the root first. */
function* nodesOf(texts: readonly string[]): Generator<Node> {
  const waiting: { readonly value: unknown; readonly depth: number }[] = texts.map((text) => ({
    value: parsed(text),
    depth: 0,
  }));
  for (let at = 0; at < waiting.length && at < LIMITS.json_nodes; at += 1) {
    const { value, depth } = waiting[at] ?? { value: null, depth: 0 };
    if (isNode(value)) yield value;
    if (depth >= LIMITS.json_depth || typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) {
      if (typeof inner !== 'object' || inner === null || waiting.length >= LIMITS.json_nodes) continue;
      waiting.push({ value: inner, depth: depth + 1 });
    }
  }
}

/** Organisations in the order of the page. @param texts JSON; what is none is passed over */
export function organisationsIn(texts: readonly string[]): PrintedOrganisation[] {
  const found: PrintedOrganisation[] = [];
  for (const node of nodesOf(texts)) {
    if (found.length >= LIMITS.organisations) break;
    if (!isOrganisation(node)) continue;
    const organisation = organisationOf(node);
    if (!isEmpty(organisation)) found.push(organisation);
  }
  return found;
}
