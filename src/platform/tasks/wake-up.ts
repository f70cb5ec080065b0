/** Lets tasks of one thread wait until there is something for them; a call while none waits is kept for the next. */
export class WakeUp {
  private called = false;
  private readonly sleepers = new Set<() => void>();

  call(): void {
    this.called = true;
    const woken = [...this.sleepers];
    this.sleepers.clear();
    for (const wake of woken) wake();
  }

  /** Resolves at the next call, at once where there was one since the last sleep ended, or after `milliseconds`. */
  async sleep(milliseconds: number): Promise<void> {
    if (!this.called) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          this.sleepers.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        this.sleepers.add(wake);
      });
    }
    this.called = false;
  }
}
