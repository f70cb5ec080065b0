/** Lets tasks of one thread wait for work. A call while no task sleeps is kept for the next sleep. */
export class WakeUp {
  private called = false;
  private readonly sleepers = new Set<() => void>();

  call(): void {
    this.called = true;
    const woken = [...this.sleepers];
    this.sleepers.clear();
    for (const wake of woken) wake();
  }

  /** Resolves at the next call, or after `milliseconds`; at once if called since the last sleep ended. */
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
