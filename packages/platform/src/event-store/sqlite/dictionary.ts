/** Small integers for names in every event: categories and kinds (type, format). Rows are never deleted. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { EventKind } from './packed-events.js';

export class Dictionary {
  private readonly categories = new Map<string, number>();
  private readonly kinds = new Map<string, number>();
  private readonly kindsById = new Map<number, EventKind>();
  private readonly categoryByName = this.database.prepare('SELECT id FROM categories WHERE name = ?');
  private readonly addCategory = this.database.prepare('INSERT INTO categories (name) VALUES (?)');
  private readonly kindByName = this.database.prepare('SELECT id FROM kinds WHERE type = ? AND format = ?');
  private readonly addKind = this.database.prepare('INSERT INTO kinds (type, format) VALUES (?, ?)');
  private readonly kindOfId = this.database.prepare('SELECT type, format FROM kinds WHERE id = ?');

  constructor(private readonly database: DatabaseSyncInstance) {}

  /** Undefined where no event of the category was ever written. */
  findCategory(name: string): number | undefined {
    return find(this.categories, name, () => idOf(this.categoryByName.get(name)));
  }

  /** The category's number; adds the category where needed. Called inside a write transaction. */
  category(name: string): number {
    return this.findCategory(name) ?? add(this.categories, name, this.addCategory.run(name));
  }

  /** The kind's number; adds the kind where needed. Called inside a write transaction. */
  kind(type: string, format: EventKind['format']): number {
    const name = `${format} ${type}`;
    return (
      find(this.kinds, name, () => idOf(this.kindByName.get(type, format))) ??
      add(this.kinds, name, this.addKind.run(type, format))
    );
  }

  kindById(id: number): EventKind {
    let kind = this.kindsById.get(id);
    if (kind === undefined) {
      kind = this.kindOfId.get(id) as EventKind;
      this.kindsById.set(id, { type: kind.type, format: kind.format });
    }
    return kind;
  }

  /** Called after a rollback: rows that the transaction added are gone. */
  forget(): void {
    this.categories.clear();
    this.kinds.clear();
  }
}

function find(known: Map<string, number>, name: string, look: () => number | undefined): number | undefined {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const found = look();
  if (found !== undefined) known.set(name, found);
  return found;
}

function add(known: Map<string, number>, name: string, added: { lastInsertRowid: number | bigint }): number {
  const id = Number(added.lastInsertRowid);
  known.set(name, id);
  return id;
}

const idOf = (row: unknown): number | undefined => (row as { readonly id: number } | undefined)?.id;
