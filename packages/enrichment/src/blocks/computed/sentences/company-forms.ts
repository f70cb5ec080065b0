/** The register's keys of legal forms as sentences write them. */
const FORMS: Readonly<Record<string, string>> = {
  ltd: 'private limited company',
  plc: 'public limited company',
  'old-public-company': 'old public company',
  'private-unlimited': 'unlimited company',
  'private-unlimited-nsc': 'unlimited company',
  'private-limited-guarant-nsc': 'company limited by guarantee',
  'private-limited-guarant-nsc-limited-exemption': 'company limited by guarantee',
  'private-limited-shares-section-30-exemption': 'private limited company',
  'limited-partnership': 'limited partnership',
  'scottish-partnership': 'Scottish partnership',
  llp: 'limited liability partnership',
  'oversea-company': 'company registered abroad',
  'uk-establishment': 'UK establishment of a company registered abroad',
  'registered-overseas-entity': 'registered overseas entity',
  'community-interest-company': 'community interest company',
  'charitable-incorporated-organisation': 'charitable incorporated organisation',
  'scottish-charitable-incorporated-organisation': 'Scottish charitable incorporated organisation',
  'registered-society-non-jurisdictional': 'registered society',
  'industrial-and-provident-society': 'industrial and provident society',
  'royal-charter': 'body incorporated by royal charter',
};

/** Kinds of limited partnerships, by the register's key of the subtype. */
const KINDS: Readonly<Record<string, string>> = {
  slp: 'Scottish limited partnership',
  pflp: 'private fund limited partnership',
  'private-fund-limited-partnership': 'private fund limited partnership',
  spflp: 'Scottish private fund limited partnership',
};

/** Words for an organisation on the register whose form is unknown or has no usual name. */
const ANY_FORM = 'registered organisation';

/**
 * The legal form as a sentence names it; null: not on the register.
 * @param subtype the register's key, if it has one
 */
export const formInWords = (legal_form: string | null, subtype?: unknown): string =>
  (typeof subtype === 'string' ? KINDS[subtype] : undefined) ??
  (legal_form === null ? undefined : FORMS[legal_form]) ??
  ANY_FORM;
