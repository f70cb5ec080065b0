import { Seeded } from '../../../bench/support/seeded.js';

/** Marks that no other call has given. */
export class Marks {
  private readonly chance: Seeded;
  private given = 0;

  constructor(seed: number) {
    this.chance = new Seeded(seed);
  }

  text(kind: string): string {
    this.given += 1;
    return `${kind} ${this.chance.between(0, 0xff_ff_ff).toString(36)}x${this.given}`.toUpperCase();
  }

  /** In the year before the files were made, so that events of all kinds are in every window. */
  day(): string {
    const day = new Date(Date.UTC(2023, 6, 4 + this.chance.between(0, 350)));
    return day.toISOString().slice(0, 10);
  }

  whole(from = 1_000, to = 9_999_999): number {
    return this.chance.between(from, to);
  }

  postcode(): string {
    const letter = (): string => this.chance.one([...'ABDEFGHJLNPQRSTUWXYZ']);
    const digit = (): number => this.chance.between(1, 9);
    return `L${letter()}${digit()} ${digit()}${letter()}${letter()}`;
  }
}
