/** Judges answers by the published description: schemas closed to fields that it does not name. */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ANY_OTHER_PATH, wrongMethodOf } from './proofs/coverage-page.js';

type Json = Record<string, unknown>;

export interface Media {
  readonly schema: Json;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
export interface ResponseObject {
  readonly $ref?: string;
  readonly headers?: Json;
  readonly content?: Readonly<Record<string, Media>>;
}
export interface OperationObject {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Json>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, Json>>;
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object schema with its own fields takes no others, and every vocabulary no other words than now. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const { 'x-extensible-enum': words, ...schema } = value;
  const inner = Object.fromEntries(
    Object.entries(words === undefined ? schema : { ...schema, enum: words }).map(([name, child]) => [
      name,
      closed(child),
    ]),
  );
  return isObject(value['properties']) && !('additionalProperties' in value)
    ? { ...inner, additionalProperties: false }
    : inner;
}

const DOCUMENT = 'description';

/** Headers of HTTP itself, which no description lists. */
const OF_HTTP = new Set([
  ...['cache-control', 'connection', 'content-encoding', 'content-length', 'content-type', 'date'],
  ...['keep-alive', 'transfer-encoding', 'vary'],
]);

export class DescriptionJudge {
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly description: Description) {
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: DOCUMENT, components: closed(description.components) });
  }

  compile(schema: Json): ValidateFunction {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components/', `"${DOCUMENT}#/components/`);
    const known = this.compiled.get(text);
    if (known !== undefined) return known;
    const validate = this.ajv.compile(JSON.parse(text) as Json);
    this.compiled.set(text, validate);
    return validate;
  }

  private resolved(response: ResponseObject): ResponseObject {
    const name = response.$ref?.split('/').at(-1);
    return name === undefined ? response : (this.description.components.responses[name] ?? response);
  }

  /** The path of the description that a request goes to. */
  private templateOf(path: string): string | undefined {
    return Object.keys(this.description.paths).find((template) =>
      new RegExp(`^${template.replace(/\./g, '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}$`).test(path),
    );
  }

  /** The operation that a request goes to. */
  private operationAt(method: string, path: string): OperationObject | undefined {
    const template = this.templateOf(path);
    return template === undefined ? undefined : this.description.paths[template]?.[method.toLowerCase()];
  }

  /** What the page of proofs calls it. */
  nameOf({ method, path }: { readonly method: string; readonly path: string }): string {
    const template = this.templateOf(path);
    if (template === undefined) return ANY_OTHER_PATH;
    return this.operationAt(method, path)?.operationId ?? wrongMethodOf(template);
  }

  /** What is wrong with an answer, by the description; nothing where it is as promised. */
  faults(
    request: { readonly method: string; readonly path: string },
    answer: { readonly status: number; readonly headers: Headers; readonly text: string },
  ): string[] {
    const where = `${request.method} ${request.path} ${answer.status}`;
    const operation = this.operationAt(request.method, request.path);
    if (operation === undefined) return [];
    const listed = operation.responses[String(answer.status)];
    if (listed === undefined) return [`${where}: this status is not described`];
    const response = this.resolved(listed);
    const media = response.content?.['application/json'];
    if (media === undefined && answer.text !== '') return [`${where}: a body where none is described`];
    if (media === undefined) return this.undescribedHeaders(where, response, answer.headers);
    const validate = this.compile(media.schema);
    if (validate(JSON.parse(answer.text))) return this.undescribedHeaders(where, response, answer.headers);
    return [`${where}: ${this.ajv.errorsText(validate.errors?.slice(0, 8))}`];
  }

  /** Headers that the description does not name for this answer. */
  private undescribedHeaders(where: string, response: ResponseObject, headers: Headers): string[] {
    const named = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
    return [...headers.keys()]
      .filter((name) => !OF_HTTP.has(name) && !named.has(name))
      .map((name) => `${where}: the header ${name} is not described`);
  }

  /** Every body with its examples. */
  *examples(): Generator<{ place: string; schema: Json; examples: Record<string, unknown> }> {
    const values = ({ examples = {} }: Media): Record<string, unknown> =>
      Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]));
    for (const [path, methods] of Object.entries(this.description.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        for (const media of Object.values(requestBody?.content ?? {})) {
          yield { place: `${method} ${path}`, schema: media.schema, examples: values(media) };
        }
        for (const [status, response] of Object.entries(responses)) {
          for (const media of Object.values(this.resolved(response).content ?? {})) {
            yield { place: `${method} ${path} ${status}`, schema: media.schema, examples: values(media) };
          }
        }
      }
    }
  }
}
