/**
 * Gives every object of the document a name, because client generators leave out or number nameless objects.
 */
import type { JsonObject, JsonValue } from '../../../packages/platform/src/values/json.js';
import { listIn, objectIn } from '../openapi-json.js';
import { toPascal, ref } from './published-schemas.js';

/** Returns the name of a list's items: `RoundsItem` for `Rounds`. */
const itemNameOf = (place: string): string => (place.endsWith('Items') ? place.slice(0, -1) : `${place}Item`);

/** Returns a shape as text. It leaves out the description, which belongs to the field, not to the shape. */
const shapeOf = ({ description: _description, ...shape }: JsonObject): string => JSON.stringify(shape);

class NamedObjects {
  private readonly nameByShape = new Map<string, string>();
  readonly components: Record<string, JsonObject> = {};

  /**
   * Returns a reference to the object. An object with the shape of an earlier object gets the earlier name.
   */
  private namedReference(schema: JsonObject, place: string): JsonObject {
    const earlierName = this.nameByShape.get(shapeOf(schema));
    if (earlierName === undefined) this.add(place, schema);
    const name = earlierName ?? place;
    const { description } = schema;
    return description === undefined || this.components[name]?.['description'] === description
      ? ref(name)
      : { ...ref(name), description };
  }

  private add(name: string, schema: JsonObject): void {
    if (name in this.components) throw new Error(`two objects would be called ${name}`);
    const shape = shapeOf(schema);
    if (!this.nameByShape.has(shape)) this.nameByShape.set(shape, name);
    this.components[name] = schema;
  }

  /** Returns the schema with references for the objects inside it, which are named after their place. */
  private withReferences(schema: JsonObject, place: string): JsonObject {
    const { properties, items, anyOf, additionalProperties } = schema;
    const fields = Object.entries(objectIn(properties)).map(([field, value]): [string, JsonValue] => [
      field,
      this.referTo(objectIn(value), `${place}${toPascal(field)}`),
    ]);
    const valueSchema = objectIn(additionalProperties);
    const choices = listIn(anyOf).map(objectIn);
    return {
      ...schema,
      ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
      ...(items === undefined ? {} : { items: this.referTo(objectIn(items), itemNameOf(place)) }),
      ...(anyOf === undefined ? {} : { anyOf: choices.map((choice) => this.referTo(choice, place)) }),
      ...(Object.keys(valueSchema).length === 0
        ? {}
        : { additionalProperties: this.referTo(valueSchema, `${place}Entry`) }),
    };
  }

  /** Returns the schema itself, or a reference where it is an object with fields. */
  private referTo(schema: JsonObject, place: string): JsonObject {
    const flatSchema = this.withReferences(schema, place);
    return flatSchema['properties'] === undefined ? flatSchema : this.namedReference(flatSchema, place);
  }

  addComponent(name: string, schema: JsonObject): void {
    this.add(name, this.withReferences(schema, name.replace(/Value$/, '')));
  }
}

/** Returns the components, and one more for each object within: `Job.delivery` becomes `JobDelivery`. */
export function withNamedObjects(
  schemas: Readonly<Record<string, JsonObject>>,
): Readonly<Record<string, JsonObject>> {
  const objects = new NamedObjects();
  for (const [name, schema] of Object.entries(schemas)) objects.addComponent(name, schema);
  return objects.components;
}
