/** The register's keys of legal forms and statuses as sentences write them. */
import type { CompanyStatus } from '../../../sources/companies/company-status.js';

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

/** An organisation on the register, where its form isn't told or has no usual name. */
const ANY_FORM = 'registered organisation';

const STATUSES: Readonly<Record<CompanyStatus, (form: string) => string>> = {
  active: (form) => `active ${form}`,
  dissolved: (form) => `dissolved ${form}`,
  liquidation: (form) => `${form} in liquidation`,
  receivership: (form) => `${form} in receivership`,
  'converted-closed': (form) => `${form}, converted or closed,`,
  'voluntary-arrangement': (form) => `${form} in a voluntary arrangement`,
  'insolvency-proceedings': (form) => `${form} in insolvency proceedings`,
  administration: (form) => `${form} in administration`,
  open: (form) => `open ${form}`,
  closed: (form) => `closed ${form}`,
  registered: (form) => `${form}, registered,`,
  removed: (form) => `${form}, removed from the register,`,
};

/** `active company limited by guarantee`; null is a status or form that isn't told. */
export function formInWords(legal_form: string | null, status: CompanyStatus | null): string {
  const form = (legal_form === null ? undefined : FORMS[legal_form]) ?? ANY_FORM;
  return status === null ? form : STATUSES[status](form);
}
