import { z } from 'zod';
import { beganOn } from '../../../sources/companies/beginning.js';
import { isRegisteredElsewhere } from '../../../sources/companies/filing-habits.js';
import { newestDay, yearsBefore } from '../../../../../words/src/calendar.js';
import {
  singleRecordSource,
  heldRecords,
  inputsOf,
  type HeldSource,
} from '../../register-events/held-records.js';
import { registerEvents } from '../../register-events/register-events.js';
import { defineBlock } from '../../runner/define-block.js';
import { oldestOf } from '../../runner/oldest-of.js';
import { capped, count, text, window } from '../../runner/value-types.js';
import { notComputed } from '../not-computed.js';
import { firstEntryTest } from './first-entries.js';
import {
  contractSignals,
  eventSignals,
  grantSignals,
  lateAccounts,
  newestSignalFirst,
  signal,
  signalCounts,
} from './signal-list.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;
const WINDOW_YEARS = 1;

export default defineBlock({
  key: 'signals',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Dated facts of the last 12 months that say something about how the company is doing.',
  source: ['service_model'],
  coverage: 'Any company with recent dated facts in loaded feeds.',
  derived: true,
  needs: ['company'],
  uses: ['officers', 'psc', 'charges', 'filings', 'grants', 'contracts'],
  reasons: [
    'no_signals_on_record',
    'no_signals_on_file',
    'not_looked_up',
    'signals_unavailable',
    'not_confirmed',
  ],
  rated_list: {
    field: 'signals',
    most: MAX_SERVED,
    retell: (signals: readonly z.output<typeof signal>[]) => ({ counts: signalCounts(signals) }),
  },
  value: z.strictObject({
    window: window.describe('12 months up to the newest day of the feeds.'),
    signals: capped(signal),
    counts: z.record(text, count),
  }),
})((facts) => {
  const { company, grants, contracts } = facts;
  const records = heldRecords(facts);
  if (records.isUnreadable || grants === 'source_unavailable' || contracts === 'source_unavailable')
    return { status: 'not_found', reason: 'signals_unavailable' };
  const feeds = records.sources.concat(
    singleRecordSource('grants_register', grants) ?? [],
    singleRecordSource('contract_notices', contracts) ?? [],
  );
  const to = newestDay(
    company.as_of,
    feeds.map(({ as_of }) => as_of),
  );
  const from = yearsBefore(to, WINDOW_YEARS);
  const events = registerEvents(records.records, to, facts.once);
  const isFirst = firstEntryTest(events, {
    incorporatedOn: company.record === null ? null : beganOn(company.record),
    knowsAllControllers: records.sources.some(
      (source) => source.source === 'company_register_psc' && source.complete_to !== null,
    ),
  });
  const signals = eventSignals(events, from, isFirst)
    .concat(
      company.record === null ? [] : lateAccounts(company.record, company.as_of, events),
      typeof grants === 'string' ? [] : grantSignals(grants.record?.items ?? []),
      typeof contracts === 'string' || contracts.record === null ? [] : contractSignals(contracts.record),
    )
    .filter(({ date }) => date >= from && date <= to)
    .sort(newestSignalFirst);
  const inputs = inputsOf('signals', signals, feeds);
  const oldest = oldestOf(feeds.filter(({ source }) => inputs.some((input) => input.source === source)));
  if (oldest !== null) {
    return {
      status: 'available',
      value: {
        window: { from, to },
        signals: { items: signals, total: signals.length, truncated: false },
        counts: signalCounts(signals),
      },
      source: 'service_model',
      as_of: oldest.as_of,
      freshness: oldest.freshness,
      detail: { inputs },
    };
  }
  const sourceFacts = [facts.officers, facts.psc, facts.charges, facts.filings, grants, contracts];
  if (sourceFacts.every((fact) => typeof fact === 'string'))
    return { status: 'not_found', reason: 'not_available_yet' };
  const isElsewhere = company.record !== null && isRegisteredElsewhere(company.record.number);
  const canProveNoSignals = ({ source }: HeldSource): boolean =>
    isElsewhere ? !source.startsWith('company_register') : source !== 'company_register';
  const oldestFeed = oldestOf(
    feeds.filter(canProveNoSignals).map((feed) => ({ ...feed, as_of: feed.complete_to })),
  );
  // Companies registered elsewhere have no history here. For others, a partial edition alone proves nothing.
  return oldestFeed === null
    ? { status: 'not_found', reason: isElsewhere ? 'no_signals_on_file' : 'not_looked_up' }
    : notComputed(oldestFeed, 'no_signals_on_record');
});
