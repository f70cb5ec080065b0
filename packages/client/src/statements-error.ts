/** What a sync refuses: `docs/statements.md`, "Failures", of the service's documentation has each code. */
import { CompanyDataError } from './errors.js';

/** The service contradicts itself, or what you kept. `code` is for programs. */
export class StatementsError extends CompanyDataError {
  /**
   * @param sentence for people
   * @param where the file, month or line that it is about; empty where it is about none
   * @param lost with `origin_changed`: entries that you kept and that the log no longer has
   */
  constructor(
    code: string,
    readonly sentence: string,
    readonly where: string,
    readonly lost: readonly string[],
  ) {
    super(code, where === '' ? sentence : `${sentence} (${where})`);
  }
}
