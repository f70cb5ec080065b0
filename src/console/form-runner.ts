/** Runs the act of each form once. A repeated form only redirects to the page that the first one led to. */
import { signInRecords } from '../operator/staff/sign-in-records.js';
import { redirect, type PageAnswer, type Visit } from './console-page.js';
import { formIdIn } from './form-values.js';

export class Forms {
  /** The running answers, by session and form. A second click waits for the answer to the first. */
  private readonly answering = new Map<string, Promise<PageAnswer>>();

  /**
   * @param answer runs the act and answers. After a crash it may run again, so the act tolerates a repeat.
   * @param repeatTarget for an act that must not run twice: the page that every repeat of the form opens,
   *   also after a crash
   */
  runOnce(visit: Visit, answer: () => Promise<PageAnswer>, repeatTarget?: string): Promise<PageAnswer> {
    const form = formIdIn(visit.form);
    if (form === undefined) return answer();
    const key = `${visit.session.id} ${form}`;
    const runningAnswer = this.answering.get(key);
    if (runningAnswer !== undefined) return runningAnswer;
    const promise = this.answer(visit, form, answer, repeatTarget).finally(() => this.answering.delete(key));
    this.answering.set(key, promise);
    return promise;
  }

  private async answer(
    { operator, session }: Visit,
    form: string,
    answer: () => Promise<PageAnswer>,
    repeatTarget: string | undefined,
  ): Promise<PageAnswer> {
    const records = signInRecords(operator);
    const target = await records.formTarget(session.id, form);
    if (target !== null) return redirect(target);
    // Another process of the console may be answering the same form right now.
    if (repeatTarget !== undefined && !(await records.keepFormTarget(session.id, form, repeatTarget, true)))
      return redirect(repeatTarget);
    const pageAnswer = await answer();
    if (repeatTarget !== undefined && pageAnswer.kind === 'page' && (pageAnswer.status ?? 200) >= 400)
      await records.forgetForm(session.id, form);
    if (pageAnswer.kind === 'redirect' && pageAnswer.session === undefined)
      await records.keepFormTarget(session.id, form, pageAnswer.to);
    return pageAnswer;
  }
}
