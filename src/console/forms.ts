/** A form that is sent again does nothing again: it leads where it led before. */
import { formTarget, keepFormTarget } from '../operator/staff/sign-in.js';
import { go, type Shown, type Visit } from './page.js';
import { formIdIn } from './words.js';

export class Forms {
  /** Of those that are being answered: a second click waits for the first. */
  private readonly answering = new Map<string, Promise<Shown>>();

  /** @param answer carries the form out. What ended with its process is carried out again: acts bear that themselves. */
  once(visit: Visit, answer: () => Promise<Shown>): Promise<Shown> {
    const form = formIdIn(visit.form);
    if (form === undefined) return answer();
    const key = `${visit.session.id} ${form}`;
    const first = this.answering.get(key);
    if (first !== undefined) return first;
    const answering = this.answer(visit, form, answer).finally(() => this.answering.delete(key));
    this.answering.set(key, answering);
    return answering;
  }

  private async answer(
    { operator, session }: Visit,
    form: string,
    answer: () => Promise<Shown>,
  ): Promise<Shown> {
    const before = await formTarget(operator, session, form);
    if (before !== null) return go(before);
    const shown = await answer();
    if (shown.kind === 'go' && shown.session === undefined)
      await keepFormTarget(operator, { session, form, to: shown.to });
    return shown;
  }
}
