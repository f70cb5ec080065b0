/** The command `statements verify`: checks statements, proofs and evidence offline. */
import { payableText } from '../operator/statements/payable-text.js';
import {
  isFolder,
  readTrustedKeys,
  verifyEvidence,
  verifyStatements,
  type EvidenceReport,
  type StatementCheckReport,
} from '../operator/statements/verify-statement.js';
import { listStatementKeys } from '../operator/statements/statement-keys.js';
import { cell, cellText } from '../../packages/words/src/sheet/sheet.js';
import { countText, thousands } from '../../packages/words/src/text/formats.js';
import { firstDayOf, lastDayOf } from '../../packages/words/src/month.js';
import type { ProgramCommand } from './command-line.js';
import { factLines } from './output.js';

export function addVerifyStatementsCommand(statements: ProgramCommand): void {
  statements
    .command('verify')
    .description(
      'checks statements, proofs and evidence offline; exits with 1 if one was changed or is wrong',
    )
    .argument(
      '<file...>',
      'statements (each is also compared with earlier ones of its account), exports with proofs, proofs, or folders of evidence',
    )
    .option('--public-key <key>', 'a key, or a file with keys (default: the keys in the log)')
    .does(async (cli, files, { publicKey }) => {
      const trustedKeys =
        publicKey === undefined ? await listStatementKeys(await cli.operator()) : readTrustedKeys(publicKey);
      const signedFiles = files.filter((file) => !isFolder(file));
      const signedReports = await cli.out.withProgress('verify', 'lines', (update) =>
        verifyStatements(signedFiles, trustedKeys, (lines) => update(lines, lines)),
      );
      const reports: (StatementCheckReport | EvidenceReport)[] = [...signedReports];
      for (const folder of files.filter(isFolder)) reports.push(await verifyEvidence(folder, trustedKeys));
      if (!reports.every(({ ok }) => ok)) cli.markFailed();
      // `--json` prints a list of reports. For a single file it prints the report alone, as earlier releases
      // did.
      const [firstReport, ...others] = reports;
      const document = firstReport !== undefined && others.length === 0 ? firstReport : reports;
      cli.out.document(document, () => reports.flatMap(verdictLines));
    });
}

/** The number of findings that are shown. */
const MAX_FINDINGS = 20;

function verdictLines(report: StatementCheckReport | EvidenceReport): readonly string[] {
  if (report.kind === 'evidence') return evidenceLines(report);
  const { ok, kind, account_id, month, partial, entries, issued_at, key_id, findings, findings_total } =
    report;
  if (!ok) {
    const visibleFindings = findings.slice(0, MAX_FINDINGS);
    const unlisted = findings_total - visibleFindings.length;
    return [
      findings.every(({ code }) => code === 'invalid')
        ? `${report.file} is signed, but has content that no statement can have.`
        : `${report.file} is NOT as it was signed.`,
      ...visibleFindings.map(
        ({ line, code, detail }) =>
          `${line === null ? 'file' : `line ${line}`}: ${code.replaceAll('_', ' ')}. ${detail}`,
      ),
      ...(unlisted > 0 ? [`... and ${thousands(unlisted)} more`] : []),
    ];
  }
  const subject = `account ${account_id} for ${month}${partial === true ? ' (partial)' : ''}`;
  const signature = `signed ${cellText(cell.time(issued_at))} with key ${key_id}`;
  if (kind === 'export')
    return [
      `The export has all lines of the statement of ${subject}, ${signature}: ${countText(entries ?? 0, 'line')}.`,
    ];
  if (kind === 'inclusion') return [`The line is in the statement of ${subject}, ${signature}.`];
  if (kind === 'consistency')
    return [`The statement of ${subject} continues the earlier one; both are signed.`];
  return [
    `The statement of ${subject} is as it was signed: ${countText(entries ?? 0, 'line')} of charges and adjustments, ${signature}.`,
    ...(report.totals === null || month === null
      ? []
      : factLines({
          period: `${firstDayOf(month)} to ${lastDayOf(month)} (UTC)`,
          'delivered rows': report.totals.rows,
          units: report.totals.units,
          amount: cell.sums(report.totals),
          'adjusted units': report.totals.adjusted_units,
          payable: payableText(report.totals),
        })),
  ];
}

const evidenceLines = ({
  ok,
  file,
  job_id,
  account_id,
  taken_at,
  key_id,
  findings,
}: EvidenceReport): string[] =>
  ok
    ? [
        `The evidence on job ${job_id} of account ${account_id} is as it was signed: taken ${cellText(cell.time(taken_at))}, signed with key ${key_id}.`,
      ]
    : [
        `${file} is NOT as it was signed.`,
        ...findings.map(
          ({ file: part, code, detail }) => `${part ?? 'evidence'}: ${code.replaceAll('_', ' ')}. ${detail}`,
        ),
      ];
