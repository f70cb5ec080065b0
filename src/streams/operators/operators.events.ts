/** The stream of operators: who may sign in to the console, and as what. */
import { z } from 'zod';
import { OPERATOR_ROLES } from './operator-role.js';
import { defineStream, type EventsOf } from '../define-stream.js';
import { data, text } from '../fields.js';
import { onlyStreamId } from '../stream-ids.js';

const name = text('The name under which the operator acts, as in `OPERATOR`.');
const role = z.enum(OPERATOR_ROLES);
const admission = z.int().min(1).describe('Which admission of this name it is, from 1.');

const EVENTS = {
  OperatorAdmitted: {
    meaning:
      'This operator may sign in to the console with this role, after choosing a password with the printed link. An earlier admission of the name has ended.',
    schema: data({ name, role, admission }),
  },
  OperatorPasswordChosen: {
    meaning: 'The one-time link of this admission was used to choose a password, which is kept elsewhere.',
    schema: data({ name, admission }),
  },
  OperatorIdentified: {
    meaning:
      'The operator signed in through the OpenID Connect issuer for the first time. From now on only this identity may use this admission, and its link can choose no password any more.',
    schema: data({
      name,
      admission,
      identity: text("SHA-256 of the issuer and of the operator's identifier there (`sub`), hex."),
    }),
  },
  OperatorRemoved: {
    meaning: 'This operator may not sign in any more; every session has ended.',
    schema: data({ name }),
  },
} as const;

export type OperatorsEvent = EventsOf<typeof EVENTS>;

export const operatorsStreams = defineStream({
  category: 'operators',
  id: onlyStreamId('all'),
  opening:
    'Who may sign in to the console. Written by `console users`, by the page that a one-time link opens and by the first sign-in through an issuer; read at every request to the console. Holds no password, no link and no hash of either (`docs/decisions/0020-who-may-use-the-console.md`). Some events an operator; lives for ever.',
  events: EVENTS,
});
