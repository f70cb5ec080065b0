/** The verdict on a crawl: of the rules, and of a second reader where one is asked for. */
import type { ReadingState } from '../../live/readings/readings.js';
import type { GrantedOptions } from '../../shared/options.js';
import { sayOf, secondReaderQuestion, withSecondReading } from '../../sites/second-reader/second-reader.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { judgeOnce } from '../../sites/verdict/judge-once.js';
import type { JudgedCompany } from '../../sites/verdict/judged-company.js';
import type { SiteVerdict } from '../../sites/verdict/site-verdict.js';

export interface SecondReader {
  readonly options: Pick<GrantedOptions, 'validation'>;
  readonly readings: {
    readonly second_reading: (question: string) => ReadingState<'second_reading'>;
  };
}

/** A second reader is asked of a site that the rules leave to review (`validation=ai`). */
export function verdictOn(
  site: SiteReading,
  company: JudgedCompany,
  { on_record, options, readings }: SecondReader & { readonly on_record: boolean },
): SiteVerdict | 'wanted' {
  const verdict = judgeOnce(site, company, on_record);
  if (verdict.outcome !== 'review' || !options.validation.includes('ai')) return verdict;
  const question = secondReaderQuestion(site, company);
  if (question === null) return withSecondReading(verdict, 'not_asked');
  const state = readings.second_reading(JSON.stringify(question));
  if (state.status === 'wanted') return 'wanted';
  if (state.status === 'not_read') return withSecondReading(verdict, 'unavailable');
  return withSecondReading(verdict, sayOf(state.reading.content, site, company) ?? 'unusable');
}
