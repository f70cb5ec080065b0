/** The page of a company: its records in every loaded source, from which results are made. */
import { registerOf } from '../../operator/editions/register-of.js';
import { Register } from '../../../packages/enrichment/src/index.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { completeCompanyNumber } from '../../../packages/words/src/company-number.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { Badge, Section } from '../view/parts.js';

const MAX_TEXT_LENGTH = 20_000;

const recordsText = (records: unknown): string => {
  const text = JSON.stringify(records, null, 2);
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}\n…`;
};

export const companyPage = get('/companies/:number', ALL_ROLES, async ({ operator, params }) => {
  const number = completeCompanyNumber(params['number'] ?? '');
  if (number === null) throw new WrongRequest('unknown_company', 'That is not a company number.');
  const sources = await Register.companyOnFile(registerOf(operator), number);
  const suppressed = sources.some(({ company }) => company?.suppressed === true);
  return page(
    `Company ${number}`,
    <>
      <h1>
        Company {number} {suppressed && <Badge tone="bad">suppressed: never named in an answer</Badge>}
      </h1>
      {sources.length === 0 && <p>No source is loaded here.</p>}
      {sources.map(({ source, company, reason }) => (
        <Section title={company === null ? source : `${source}, as of ${company.as_of}`}>
          {company === null ? (
            <p class="soft">{reason}</p>
          ) : (
            <pre tabindex={0} role="group" aria-label={`Records of ${source}`}>
              {recordsText(company.records)}
            </pre>
          )}
        </Section>
      ))}
    </>,
  );
});
