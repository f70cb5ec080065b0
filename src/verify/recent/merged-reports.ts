/** Several reports of one invariant as one. */
import { MOST_LISTED, type InvariantReport } from '../invariant.js';

const merge = (a: InvariantReport, b: InvariantReport): InvariantReport => ({
  ...a,
  checked: a.checked + b.checked,
  ok: a.ok && b.ok,
  offenders: [...a.offenders, ...b.offenders].slice(0, MOST_LISTED),
  offenders_total: a.offenders_total + b.offenders_total,
  note: b.note ?? a.note,
});

/** `reports`, each with what `more` says of the same invariant added. */
export const mergedReports = (
  reports: readonly InvariantReport[],
  more: readonly InvariantReport[],
): readonly InvariantReport[] =>
  reports.map((report) => more.filter(({ id }) => id === report.id).reduce(merge, report));
