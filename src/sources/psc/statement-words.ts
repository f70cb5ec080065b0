/** The register's statements about control in words, by their keys (`statement_description` of its enumerations, shortened). */

const PSC = 'a person with significant control';
const OWNER = 'a beneficial owner';
const PERIOD = 'in the relevant period';

const WORDS: Readonly<Record<string, string>> = {
  'no-individual-or-entity-with-signficant-control': 'no individual or entity has significant control',
  'psc-exists-but-not-identified': `${PSC} exists and is not identified`,
  'psc-details-not-confirmed': `the details of ${PSC} are not confirmed`,
  'awaiting-confirmation-from-psc': `the company awaits the confirmation of ${PSC}`,
  'psc-contacted-but-no-response': `${PSC} was asked and did not answer`,
  'psc-has-failed-to-confirm-changed-details': `${PSC} did not confirm changed details`,
  'steps-to-find-psc-not-yet-completed': 'the steps to find who has significant control are not complete',
  'restrictions-notice-issued-to-psc': `a restrictions notice was issued to ${PSC}`,
  'all-beneficial-owners-identified': 'all beneficial owners are identified',
  'no-beneficial-owner-identified': 'no beneficial owner is identified',
  'at-least-one-beneficial-owner-unidentified': 'at least one beneficial owner is not identified',
  'information-not-provided-for-at-least-one-beneficial-owner':
    'information is missing of at least one beneficial owner',
  'at-least-one-beneficial-owner-unidentified-and-information-not-provided-for-at-least-one-beneficial-owner':
    'at least one beneficial owner is not identified, and information is missing of another',
  'nobody-has-become-or-ceased-to-be-a-beneficial-owner': `nobody became or ceased to be ${OWNER}`,
  'somebody-has-become-or-ceased-to-be-a-beneficial-owner': `somebody became or ceased to be ${OWNER}`,
  'no-change-beneficial-owner-relevant-period': `nobody became or ceased to be ${OWNER} ${PERIOD}`,
  'change-beneficial-owner-relevant-period': `somebody became or ceased to be ${OWNER} ${PERIOD}`,
  'no-trust-involved-relevant-period': `no trustee became or ceased to be ${OWNER} ${PERIOD}`,
  'trust-involved-relevant-period': `a trustee became or ceased to be ${OWNER} ${PERIOD}`,
  'no-change-beneficiary-relevant-period': `nobody became or ceased to be a beneficiary ${PERIOD}`,
  'change-beneficiary-relevant-period': `somebody became or ceased to be a beneficiary ${PERIOD}`,
};

/** @returns the key itself where it has no words. Partnerships have the keys of companies with an ending. */
export const statementInWords = (key: string): string => WORDS[key.replace(/-partnership$/, '')] ?? key;
