/**
 * Keeps a form that is sent twice (a double click, a reload) from running its act twice. If the act
 * redirects, each repeat gets the same redirect. If it answers with a page, an error say, or if the form has
 * no id, a repeat runs it again.
 */
import { signInRecords } from '../operator/staff/sign-in-records.js';
import { redirect, type PageAnswer, type Visit } from './console-page.js';
import { formIdIn } from './form-values.js';

export class FormRunner {
  /** The running answers, by session and form. A second click waits for the answer to the first. */
  private readonly answers = new Map<string, Promise<PageAnswer>>();

  /**
   * @param answer runs the act and answers. After a crash it may be called again: the act tolerates that.
   * @param repeatTarget for an act that must not run twice: the page that every repeat of the form opens,
   *   also after a crash
   */
  runOnce(visit: Visit, answer: () => Promise<PageAnswer>, repeatTarget?: string): Promise<PageAnswer> {
    const formId = formIdIn(visit.form);
    if (formId === undefined) return answer();
    const key = `${visit.session.id} ${formId}`;
    const runningAnswer = this.answers.get(key);
    if (runningAnswer !== undefined) return runningAnswer;
    const promise = this.run(visit, formId, answer, repeatTarget).finally(() => this.answers.delete(key));
    this.answers.set(key, promise);
    return promise;
  }

  private async run(
    { operator, session }: Visit,
    formId: string,
    answer: () => Promise<PageAnswer>,
    repeatTarget: string | undefined,
  ): Promise<PageAnswer> {
    const records = signInRecords(operator);
    const target = await records.formTarget(session.id, formId);
    if (target !== null) return redirect(target);
    // Another process of the console may be answering the same form right now.
    if (repeatTarget !== undefined && !(await records.keepFormTarget(session.id, formId, repeatTarget, true)))
      return redirect(repeatTarget);
    const pageAnswer = await answer();
    if (repeatTarget !== undefined && pageAnswer.kind === 'page' && (pageAnswer.status ?? 200) >= 400)
      await records.forgetForm(session.id, formId);
    if (pageAnswer.kind === 'redirect' && pageAnswer.session === undefined)
      await records.keepFormTarget(session.id, formId, pageAnswer.to);
    return pageAnswer;
  }
}
