/** Items in one line for each owner. Owners take turns, so one owner's items don't hold up another's. */
export class FairLines<T> {
  /** The first owner has the next turn. */
  private readonly lines = new Map<string, T[]>();

  add(owner: string, item: T): void {
    const line = this.lines.get(owner);
    if (line === undefined) this.lines.set(owner, [item]);
    else line.push(item);
  }

  remove(owner: string, item: T): void {
    this.put(
      owner,
      this.of(owner).filter((other) => other !== item),
    );
  }

  /** Takes out the first item that may go: by the owners' turns, then by the order of arrival. */
  take(mayGo: (item: T) => boolean = () => true): T | undefined {
    for (const [owner, line] of this.lines) {
      const item = line.find(mayGo);
      if (item === undefined) continue;
      this.lines.delete(owner);
      this.put(
        owner,
        line.filter((other) => other !== item),
      );
      return item;
    }
    return undefined;
  }

  of(owner: string): readonly T[] {
    return this.lines.get(owner) ?? [];
  }

  private put(owner: string, line: T[]): void {
    if (line.length === 0) this.lines.delete(owner);
    else this.lines.set(owner, line);
  }
}
