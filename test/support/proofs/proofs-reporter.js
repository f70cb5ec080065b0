/**
 * Holds docs/coverage.md to what tests really see: a run fails where a test that the page names as a proof has passed
 * without getting the answer that it is named for. Works on part of the suite too: it asks only of tests that ran.
 */
const { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, relative } = require('node:path');

const ROOT = join(__dirname, '..', '..', '..');
const PAGE = join(ROOT, 'docs', 'coverage.md');
const ROW = /^\| `?([^|`]+)`? +\| (\d{3}) +\| `?([^|`]*?)`? +\| `([^`|]+)`: (.+?) +\|$/;

/** One line a proof: operation, status, detail, spec and title. */
const proofs = () =>
  readFileSync(PAGE, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, operation, status, detail, spec, title] = ROW.exec(line) ?? [];
      return operation === undefined ? [] : [{ operation, status: Number(status), detail, spec, title }];
    });

const nameOf = ({ operation, status, detail, spec, title }) =>
  JSON.stringify([operation, status, detail, spec, title]);

const observed = (folder) =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );

class ProofsReporter {
  onRunStart() {
    this.kept = process.env.OBSERVED;
    this.folder = this.kept ?? mkdtempSync(join(tmpdir(), 'company-data-observed-'));
    mkdirSync(this.folder, { recursive: true });
    process.env.OBSERVED = this.folder;
  }

  onRunComplete(_contexts, { testResults }) {
    const passed = new Set(
      testResults.flatMap(({ testFilePath, testResults: tests }) =>
        tests
          .filter(({ status }) => status === 'passed')
          .map(({ fullName }) => `${relative(ROOT, testFilePath)}: ${fullName}`),
      ),
    );
    const seen = new Set(observed(this.folder).map(nameOf));
    this.broken = proofs().filter(
      (proof) => passed.has(`${proof.spec}: ${proof.title}`) && !seen.has(nameOf(proof)),
    );
    this.tell();
    if (this.kept === undefined) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Jest itself only ends with 1. */
  tell() {
    if (this.broken.length === 0) return;
    const lines = this.broken.map(
      ({ operation, status, detail, spec, title }) => `  ${operation} ${status} ${detail}: ${spec}: ${title}`,
    );
    process.stderr.write(
      `\nThese tests don't show what docs/coverage.md says (npm run docs:coverage writes it anew):\n${lines.join('\n')}\n`,
    );
  }

  getLastError() {
    return this.broken?.length > 0 ? new Error('docs/coverage.md is not true') : undefined;
  }
}

module.exports = ProofsReporter;
