/** What is on file of a company here, source by source: what answers are made from. */
import { companyOnFile } from '../../operator/register/company-on-file.js';
import { WrongRequest } from '../../operator/refusal.js';
import { completeCompanyNumber } from '../../shared/company-number.js';
import { EVERYBODY, get, page } from '../page.js';
import { Badge, Section } from '../view/parts.js';

const LONGEST = 20_000;

const told = (records: unknown): string => {
  const text = JSON.stringify(records, null, 2);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}\n…`;
};

export const companyPage = get('/companies/:number', EVERYBODY, async ({ operator, params }) => {
  const number = completeCompanyNumber(params['number'] ?? '');
  if (number === null) throw new WrongRequest('unknown_company', 'That is not a company number.');
  const sources = await companyOnFile(operator, number);
  const suppressed = sources.some(({ company }) => company?.suppressed === true);
  return page(
    `Company ${number}`,
    <>
      <h1>
        Company {number} {suppressed && <Badge tone="bad">suppressed: no answer names it</Badge>}
      </h1>
      {sources.length === 0 && <p>No register is loaded here.</p>}
      {sources.map(({ source, company, why }) => (
        <Section title={company === null ? source : `${source}, as of ${company.as_of}`}>
          {company === null ? (
            <p class="soft">{why}</p>
          ) : (
            <pre tabindex={0} role="group" aria-label={`Records of ${source}`}>
              {told(company.records)}
            </pre>
          )}
        </Section>
      ))}
    </>,
  );
});
