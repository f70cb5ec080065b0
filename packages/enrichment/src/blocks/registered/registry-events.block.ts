import { z } from 'zod';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { yearsBefore } from '../../../../words/src/calendar.js';
import { heldRecords, inputsOf } from '../register-events/held-records.js';
import { completeRecords } from '../register-events/live-records.js';
import {
  EVENT_TYPES,
  newestEventFirst,
  type RegisterEvent,
  type RegisterEventType,
} from '../register-events/register-event.js';
import { registerEvents } from '../register-events/register-events.js';
import { defineBlock } from '../runner/define-block.js';
import { capped, isoDate, text, window } from '../runner/value-types.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;
const WINDOW_YEARS = 2;
const MILESTONES: ReadonlySet<RegisterEventType> = new Set<RegisterEventType>([
  'incorporated',
  'name_changed',
  'insolvency_started',
  'insolvency_ended',
  'dissolved',
  'restored',
]);

const servedEvent = ({ date, type, title, form, values, source }: RegisterEvent) => {
  return { date, type, title, form, values: { ...values }, source };
};

function eventsWithin(events: readonly RegisterEvent[], from: IsoDate, to: IsoDate) {
  const eventsInWindow = events.filter(({ date }) => date >= from).sort(newestEventFirst);
  const items = eventsInWindow.slice(0, MAX_SERVED).map(servedEvent);
  return {
    window: { from, to },
    events: { items, total: eventsInWindow.length, truncated: eventsInWindow.length > items.length },
  };
}

const milestonesOf = (events: readonly RegisterEvent[]) =>
  events
    .filter(({ type }) => MILESTONES.has(type))
    .sort(newestEventFirst)
    .slice(0, MAX_SERVED)
    .map(({ type, date }) => ({ type, date }));

/** The newest day; empty without any. */
function newestDay(dated: readonly { readonly date: IsoDate }[]): IsoDate {
  let newest = '';
  for (const { date } of dated) if (date > newest) newest = date;
  return newest;
}

const REFUSALS = ['register_unavailable', 'source_busy'] as const;

export default defineBlock({
  key: 'registry_events',
  tier: 'core',
  latency_class: 'register_live',
  description: 'What happened to the company on the register in the last 24 months, and its milestones.',
  source: ['company_register_filings', 'company_register', 'cache'],
  coverage: 'Any company with dated register facts.',
  needs: ['company'],
  uses: ['officers', 'psc', 'charges', 'filings'],
  readings: ['register_answer'],
  reasons: [
    'no_registry_dates_on_file',
    'no_events_in_window',
    'events_unavailable',
    'register_unavailable',
    'source_busy',
  ],
  value: z.strictObject({
    window: window.describe('24 months up to as_of.'),
    events: capped(
      z.strictObject({
        date: isoDate,
        type: z.enum(EVENT_TYPES),
        title: text,
        form: text.nullable().describe('The form filed, such as CS01.'),
        values: z.record(text, text).describe('Filed parameters.'),
        source: text,
      }),
    ),
    latest_event_on: isoDate.nullable(),
    milestones: z
      .array(z.strictObject({ type: text, date: isoDate }))
      .describe('Of any age; served without events in the window, too.'),
  }),
})((facts) => {
  const { company, readings } = facts;
  const recordsOnFile = heldRecords(facts);
  if (recordsOnFile.isUnreadable) return { status: 'not_found', reason: 'events_unavailable' };
  const completed = completeRecords(recordsOnFile, readings.register_answer);
  if (completed === 'pending') return { status: 'pending' };
  const { records, with_filings, fetched_on, checked, noAnswerReason } = completed;
  const heldTo = recordsOnFile.sources.reduce(
    (day, source) => (source.as_of > day ? source.as_of : day),
    company.as_of,
  );
  const as_of = fetched_on !== null && fetched_on > heldTo ? fetched_on : heldTo;
  const from = yearsBefore(as_of, WINDOW_YEARS);
  const events = registerEvents(records, as_of, facts.once);
  const mainSource = with_filings ? 'company_register_filings' : 'company_register';
  const source = checked?.checked_live === false ? 'cache' : mainSource;
  const coverage = with_filings ? 'with_filings' : 'dates_only';
  const mainRecords = recordsOnFile.sources.find((source) => source.source === mainSource) ?? company;
  const provenance = { source, as_of, freshness: checked ?? mainRecords.freshness } as const;
  const latest = newestDay(events);
  const milestones = milestonesOf(events);
  const reason = REFUSALS.find((refusal) => refusal === noAnswerReason);
  // The beginning of the company alone is not worth an answer.
  if (latest >= from || (reason === undefined && milestones.some(({ type }) => type !== 'incorporated'))) {
    const otherSources = recordsOnFile.sources.filter((source) => source.source !== mainSource);
    const inputs = inputsOf('events', events, otherSources);
    const detail = { coverage, ...(inputs.length > 0 && { inputs }) };
    return {
      status: 'available',
      value: { ...eventsWithin(events, from, as_of), latest_event_on: latest, milestones },
      ...provenance,
      detail,
    };
  }
  if (reason !== undefined) return { status: 'not_found', reason };
  if (latest === '')
    return { status: 'not_found', reason: 'no_registry_dates_on_file', ...provenance, detail: { coverage } };
  const detail = { coverage, latest_event_on: latest, ...(milestones.length > 0 && { milestones }) };
  return { status: 'not_found', reason: 'no_events_in_window', ...provenance, detail };
});
