/**
 * Sentences that give a name, address and number to somebody, as pages print them. Each kind has ten openings and five ways
 * to go on: fifty phrasings. `{x}` is the company, `{a}` its address, `{n}` its number, `{us}` whoever runs the site.
 * Which openings are looked at when rules are made, and which are held back, a hash of their text says.
 */

export interface RoleKind {
  readonly name: string;
  /** Where it stands: the footer of the front page, its main text, or a page of its own. */
  readonly place: 'footer' | 'main' | 'page';
  readonly heads: readonly string[];
  readonly tails: readonly string[];
}

const BARE = ['{x}, {a}', '{x} ({a})', '{x}, company number {n}, {a}', '{x} of {a}', '{x}. {a}'];
const TOLD = [
  '{x}, {a}.',
  '{x}, registered number {n}, {a}.',
  '{x} of {a}.',
  '{x} ({a}).',
  '{x}, whose address is {a}.',
];

const trap = (name: string, place: RoleKind['place'], heads: string, tails = BARE): RoleKind => ({
  name,
  place,
  heads: heads.split('|').map((head) => head.trim()),
  tails,
});

/** The company is somebody else to the site. */
export const TRAPS: readonly RoleKind[] = [
  trap(
    'designer',
    'footer',
    'Website design by|Site designed by|Designed by|Web design:|Design and branding by|Website designed and maintained by|Created by|A website by|Crafted by|Our website was designed by',
  ),
  trap(
    'developer',
    'footer',
    'Built by|Developed by|Website development by|Site build:|Coded with care by|Website built and supported by|Programming by|E-commerce by|Our developers are|This site was put together by',
  ),
  trap(
    'host',
    'footer',
    'Hosted by|Website hosting by|Hosting:|Our website is hosted by|Hosting provider:|Hosted and secured by|Powered by|Servers provided by|This site runs on servers of|Our hosting company is',
  ),
  trap(
    'provider',
    'page',
    'Services are provided exclusively by|All services on this site are provided by|The service is delivered by|Cover is supplied by|Treatment is carried out by|Our service provider is|Broadband is supplied exclusively by|Training is delivered on our behalf by|The app is supplied and supported by|Installation is undertaken by',
    TOLD,
  ),
  trap(
    'payments',
    'page',
    'Payments are processed by|Card payments are handled by|We use the payment services of|Our payment provider is|Payment processor:|Direct debits are collected on our behalf by|Online payments are taken by|Checkout is operated on our behalf by|Your payment is held by|We take payments through',
    TOLD,
  ),
  trap(
    'processor of data',
    'page',
    'Your data is stored by|We share your data with|Our data processor is|Data processors:|We use the newsletter service of|Enquiries are passed to|Your details may be disclosed to|Backups are kept by|Our mailing list is managed by|Analytics are provided by',
    TOLD,
  ),
  trap(
    'agent for service',
    'footer',
    'Registered agent:|Our registered agent is|Agent for service of process:|Authorised representative in the UK:|Our UK representative is|Company secretarial services by|UK agent:|Represented in the United Kingdom by|Notices may be served on our agents|Our appointed representative is',
  ),
  trap(
    'accountant',
    'footer',
    'c/o|Care of|Our accountants are|Accountants:|Accounts prepared by|Bookkeeping by|Our auditors are|Auditor:|Audited by|Registered office: c/o',
  ),
  trap(
    'landlord',
    'page',
    'Our landlord is|Landlord:|We rent our premises from|The building is owned by|The hall is let to us by|We are tenants of|Our workshop is leased from|Premises courtesy of|Freeholder:|The freehold belongs to',
    TOLD,
  ),
  trap(
    'managing agent',
    'page',
    'The estate is managed by|Managing agents:|Our managing agents are|Lettings are handled by|Property managed by|Rent is collected by|Block management by|Facilities management:|The centre is managed on our behalf by|Letting agent:',
    TOLD,
  ),
  trap(
    'case study',
    'page',
    'Case study:|We rewired the offices of|We recently completed a project for|Our latest project was for|Client:|We designed a new kitchen for|The brief came from|Last spring we fitted out|We were asked to help by|Project completed for',
  ),
  trap(
    'list of clients',
    'page',
    'Our clients include|Clients:|We have worked with|Companies we have helped:|Some of our customers:|Trusted by|We work for|Our customers include|Who we work with:|Among our clients is',
  ),
  trap(
    'testimonial',
    'main',
    'Testimonial from|Review by|What our customers say:|Customer feedback:|"A splendid job from start to finish." -|Recommended by|Five stars from|Reviewed by|Kind words from|"We would use them again." Managing director,',
  ),
  trap(
    'directory entry',
    'page',
    'Business listing:|Company profile:|Local businesses:|Featured business:|Listing:|Plumbers in this area:|Claim this listing:|Nearby companies:|Members directory:|New in the directory:',
  ),
  trap(
    'stockist',
    'page',
    'Stockists:|Our products are sold by|Available from|Where to buy:|Find our range at|Distributor:|Our distributor is|Local dealer:|Retailers:|You can buy our goods from',
  ),
  trap(
    'manufacturer',
    'page',
    'Made by|Manufactured by|Manufacturer:|Our supplier is|Suppliers:|We are a dealer for|Our tiles come from|Produced for us by|We stock the products of|Official distributor of',
    TOLD,
  ),
  trap(
    'sponsor',
    'footer',
    'Sponsored by|Our sponsors:|Main sponsor:|Kindly supported by|With thanks to|Shirt sponsor:|Proudly sponsored by|Funded by|Our partners:|In partnership with',
  ),
  trap(
    'insurer',
    'page',
    'Underwritten by|Insurance is arranged by|Our insurer is|Insured by|Insurer:|Guarantees are backed by|Warranties are provided by|Policies are administered by|Public liability insurance with|Our broker is',
    TOLD,
  ),
  trap(
    'lender',
    'page',
    'Finance is provided by|Credit is arranged by|Our lender is|Lender:|We introduce customers to|Loans are made by|Credit broker:|Finance partner:|Finance subject to status, from|We act as agents for',
    TOLD,
  ),
  trap(
    'solicitor',
    'page',
    'Our solicitors are|Solicitors:|Legal advice by|Complaints are handled by|Data protection officer:|Our legal advisers are|Terms drafted by|Disputes are referred to|Our lawyers are|Health and safety adviser:',
    TOLD,
  ),
  trap(
    'printer',
    'footer',
    'Printed by|Photography by|Photographs by|Photos courtesy of|Images:|Video by|Illustrations by|Printed and published for us by|Copywriting by|Typesetting by',
  ),
  trap(
    'courier',
    'page',
    'Deliveries are made by|Returns are handled by|Send returns to our warehouse partner|Orders are fulfilled by|Our courier is|Fulfilment by|Dispatched by|Our storage is provided by|Warehouse partner:|Courier:',
    TOLD,
  ),
  trap(
    'vacancy',
    'page',
    'Vacancy at|Our client,|We are recruiting for|Job advertised on behalf of|Employer:|Placement with|Apply to our client|Recruiting on behalf of|Now hiring:|Work experience at',
  ),
  trap(
    'venue',
    'page',
    'The event takes place at|Venue:|The course is held at|Join us at the premises of|Hosted this year by|Tickets are sold by|Catering by|Our next meeting is at the offices of|Exhibitor:|Stand built by',
  ),
  trap(
    'owner before',
    'page',
    'Formerly owned by|The previous owners were|We bought the business from|Taken over from|Until 2019 the shop was run by|Founded as a branch of|The name was sold to us by|Previously part of|Our predecessor was|We acquired the stock of',
    TOLD,
  ),
];

const OWN_LINES = ['{x}, {a}', '{x} ({a})', '{x}, registered office: {a}', '{x}. {a}', '{x} | {a}'];

/** The company runs the site, on pages of the same shapes. */
export const HONEST: readonly RoleKind[] = [
  trap(
    'it is the designer',
    'footer',
    '© 2026|We design websites. We are|Web designers.|Copyright|Our studio:|Need a website? Write to|Website design and hosting from|All our sites are designed in house.|Contact us:|About us:',
    OWN_LINES,
  ),
  trap(
    'it is the provider',
    'page',
    'We are|Services are provided by us,|This website is operated by|This site is run by|"We" means|Published by|The service is provided by us,|You contract with us,|Our company:|Contact:',
    OWN_LINES,
  ),
  trap(
    'it is the landlord',
    'page',
    'Your landlord is us,|We let offices and workshops. We are|Lettings office:|We own and manage the estate.|Write to us:|Estate office:|Contact us:|Tenants may write to us at|Head office:|Visit us:',
    OWN_LINES,
  ),
  trap(
    'it is the group',
    'footer',
    'Part of a family of firms. ©|All brands belong to us.|We own six businesses. We are|Group head office:|Registered office:|© 2010-2026|Our group:|Owned and operated by|Trading since 1987.|Company information:',
    OWN_LINES,
  ),
  trap(
    'it names its designer',
    'footer',
    'Website by Brackwell Studios Limited.|Hosted by Tarnford Hosting Ltd, 3 Mill Lane, Leeds. |Design: Brackwell Studios.|Accountants: Ingle & Sons Ltd.|Sponsored by Crowmere Bakery Ltd.|Powered by Tarnford.|Photography by A. Varley.|Insured by Oldstead Mutual plc.|Payments by Winholme Pay Ltd.|Printed by Selgate Print Ltd.',
    OWN_LINES,
  ),
];

/** Half of the openings, by FNV-1a of their kind and text. */
export function isHeldBack(kind: string, head: string): boolean {
  let hash = 0x811c9dc5;
  for (const letter of `${kind} ${head}`)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash >>> 7) % 2 === 1;
}
