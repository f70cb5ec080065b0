/** The page of a company: its records in every loaded source, from which results are made. */
import { registerContext } from '../../operator/editions/register-context.js';
import { Register } from '../../../packages/enrichment/src/index.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { completeCompanyNumber } from '../../../packages/words/src/company-number.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { Badge, Section } from '../view/parts.js';
import { ValueView } from '../view/value.js';

export const companyPage = get('/companies/:number', ALL_ROLES, async ({ operator, params }) => {
  const number = completeCompanyNumber(params['number'] ?? '');
  if (number === null) throw new WrongRequest('unknown_company', 'That is not a company number.');
  const sources = await Register.companyOnFile(registerContext(operator), number);
  const isSuppressed = sources.some(({ company }) => company?.suppressed === true);
  const sourcesWithoutRecord = sources.filter(({ company }) => company === null);
  const records = sources.flatMap(({ source, company }) => (company === null ? [] : [{ source, company }]));
  return page(
    `Company ${number}`,
    <>
      <h1>
        Company {number} {isSuppressed && <Badge tone="bad">suppressed: no answer names it</Badge>}
      </h1>
      {sources.length === 0 && <p>No source is loaded here.</p>}
      {records.map(({ source, company }) => (
        <Section title={`${source}, as of ${company.as_of}`}>
          {company.records.map(({ subject, record }) => (
            <ValueView key={subject} name={`Record ${subject} of ${source}`} value={record} />
          ))}
        </Section>
      ))}
      {sourcesWithoutRecord.length > 0 && (
        <Section title="Sources without a record">
          <ul>
            {sourcesWithoutRecord.map(({ source, reason }) => (
              <li>
                {source}: {reason}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>,
  );
});
