/** The stream of acts on the whole service: what an operator set going that concerns every customer, and how it ended. */
import { z } from 'zod';
import { defineStream, type EventNamed, type EventsOf } from '../define-stream.js';
import { accountId, count, data, named } from '../fields.js';
import { onlyStreamId, serviceSubject } from '../stream-ids.js';

const act = z.string().describe('Which act it is: the request, or the form, that it was asked for with.');
const verdict = z.enum(['equal', 'different']).describe('Of what was read before, and what the log gives.');

const maintenance = named(
  'Maintenance',
  z.union([
    data({
      kind: z.literal('usage_rebuild'),
      account_id: accountId.nullable(),
      as_of: z.string().nullable(),
      apply: z.boolean(),
    }),
    data({ kind: z.literal('read_model_rebuild'), name: z.string() }),
    data({ kind: z.literal('edition_activation'), source: z.string(), edition: z.string() }),
    data({ kind: z.literal('clock_confirmation'), clock: z.string() }),
  ]),
  'What was set going. `account_id` null: all accounts; `as_of` null: the head of the log; `clock`: what the clock said that was called right.',
);
export type Maintenance = z.output<typeof maintenance>;

const EVENTS = {
  MaintenanceStarted: {
    meaning: 'An operator set this going; nothing of the service has changed by it yet.',
    billing: 'Bills nothing.',
    schema: data({
      act,
      operator: z.string().describe('The name under which the operator acted (`OPERATOR`).'),
      reason: z.string().nullable().describe('As the operator gave it; null where none was given.'),
      what: maintenance,
    }),
  },
  TakeOverPrepared: {
    meaning:
      'What was built anew is whole and was compared; it is about to be taken over. Whether it was, the generation that is read says, also after a crash.',
    billing: 'Bills nothing.',
    schema: data({
      act,
      read_model: z.string(),
      generation: count.describe('The number of the new generation, which no other rebuild has.'),
      verdict,
      differences: count,
    }),
  },
  MaintenanceEnded: {
    meaning: 'The act is over, and this is what came of it.',
    billing: 'Bills nothing.',
    schema: data({
      act,
      outcome: z.enum(['done', 'failed']),
      detail: z.string().nullable().describe('Why it failed; null where it was done.'),
      verdict: verdict.nullable(),
      changed: z.boolean().describe('What was asked for is in force.'),
    }),
  },
} as const;

export type MaintenanceEvent = EventsOf<typeof EVENTS>;
export type TakeOverPrepared = EventNamed<MaintenanceEvent, 'TakeOverPrepared'>['data'];
export type MaintenanceEnded = EventNamed<MaintenanceEvent, 'MaintenanceEnded'>['data'];

export const maintenanceStreams = defineStream({
  category: 'maintenance',
  id: onlyStreamId('all'),
  opening:
    'Acts on the whole service: who rebuilt figures or a read model or put an edition back in force, why, and what came of it. Written by `usage rebuild`, `projections rebuild`, `register activate`, `jobs expire` and the pages of the console that do the same; read by those pages. An act that has no end was broken off with its process. A check of the invariants changes nothing and is none. Two or three events an act; lives for ever.',
  subject: () => serviceSubject('maintenance'),
  events: EVENTS,
});
