/** A lock for tasks of one thread: many share it, or one has it alone; in the order of the requests. */
export class SharedLock {
  private sharing = 0;
  private alone = false;
  private readonly queue: { readonly exclusive: boolean; readonly enter: () => void }[] = [];

  async shared<T>(work: () => Promise<T>): Promise<T> {
    await this.enter(false);
    try {
      return await work();
    } finally {
      this.sharing--;
      this.admit();
    }
  }

  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    await this.enter(true);
    try {
      return await work();
    } finally {
      this.alone = false;
      this.admit();
    }
  }

  private enter(exclusive: boolean): Promise<void> {
    return new Promise((enter) => {
      this.queue.push({ exclusive, enter });
      this.admit();
    });
  }

  private admit(): void {
    for (let next = this.queue[0]; next !== undefined; next = this.queue[0]) {
      if (this.alone || (next.exclusive && this.sharing > 0)) return;
      this.queue.shift();
      if (next.exclusive) this.alone = true;
      else this.sharing++;
      next.enter();
    }
  }
}
