/** Lists the streams of the register that keep each source current. */
import { SOURCE_NAMES, sourceNamed, type SourceName } from '../../sources/index.js';

/** The streams' paths below `REGISTER_STREAM_URL`. */
const STREAMS = {
  companies: ['companies'],
  officers: ['officers'],
  psc: [
    'persons-with-significant-control',
    'persons-with-significant-control-statements',
    'company-exemptions',
  ],
  charges: ['charges'],
  filings: ['filings', 'insolvency-cases'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const streamsOf = (source: SourceName): readonly string[] =>
  Object.entries(STREAMS).find(([name]) => name === source)?.[1] ?? [];

/** Sources that have a stream and whose importer accepts updates. */
export const FOLLOWED_SOURCES: readonly SourceName[] = SOURCE_NAMES.filter(
  (name) => streamsOf(name).length > 0 && sourceNamed(name).importer.updates,
);
