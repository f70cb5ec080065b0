/** Links to a month's lines in the formats of other systems (`docs/exports.md`). */
import { EXPORT_FORMATS, PROVABLE_FORMATS, type ExportFormat } from '../../billing/export/formats.js';
import { monthOf, monthsOf } from '../../../packages/words/src/month.js';
import type { Markup } from './jsx-markup.js';

const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  focus: 'FOCUS',
  cloudevents: 'CloudEvents',
  'stripe-meter': 'Stripe meter events',
  csv: 'CSV',
};

type LinksProps = { path: string; formats: readonly ExportFormat[]; query?: string };

const Links = ({ path, formats, query = '' }: LinksProps): Markup => (
  <>
    {formats.map((format, index) => (
      <>
        {index === 0 ? '' : ', '}
        <a href={`${path}/${format}${query}`} download>
          {FORMAT_NAMES[format]}
        </a>
      </>
    ))}
  </>
);

type UsageExportLinksProps = { months: readonly string[]; path: (month: string) => string };

/** @param path gives the address of a month's exports */
export const UsageExportLinks = ({ months, path }: UsageExportLinksProps): Markup => (
  <>
    {months.map((month) => (
      <p>
        The lines of {month} for other systems: <Links path={path(month)} formats={EXPORT_FORMATS} />.
      </p>
    ))}
    <p class="soft">
      Without those of month rules, the lines of a month add up to its units and amount after adjustments.
      They may change until the month has its statement. Stripe takes no credits, no month rules and nothing
      older than 35 days.
    </p>
  </>
);

/** The lines of a month's complete statement, each with its proof. */
export const ProvenExportLinks = ({ path }: { path: string }): Markup => (
  <Links path={path} formats={PROVABLE_FORMATS} query="?proofs=yes" />
);

/** The months of a range of days. */
export const monthsIn = ({ from, to }: { from: string; to: string }): readonly string[] =>
  monthsOf(monthOf(from), monthOf(to));
