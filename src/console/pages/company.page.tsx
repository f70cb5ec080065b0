/** What is on file of a company here, source by source: what answers are made from. */
import { companyOnFile } from '../../operator/register/known-company.js';
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
  const suppressed = sources.some(({ found }) => found?.suppressed === true);
  return page(
    `Company ${number}`,
    <>
      <h1>
        Company {number} {suppressed && <Badge tone="bad">suppressed: no answer names it</Badge>}
      </h1>
      {sources.length === 0 && <p>No register is loaded here.</p>}
      {sources.map(({ source, found, why }) => (
        <Section title={found === null ? source : `${source}, as of ${found.as_of}`}>
          {found === null ? (
            <p class="soft">{why}</p>
          ) : (
            <pre tabindex={0} role="group" aria-label={`Records of ${source}`}>
              {told(found.records)}
            </pre>
          )}
        </Section>
      ))}
    </>,
  );
});
