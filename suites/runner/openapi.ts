// An OpenAPI document (3.x, or its ancestor Swagger 2.0) as the checks of the description read it: operations by method and path,
// security schemes, schema names, codes in extensions. Pure; references are followed inside the document only.
import type { JsonObject, JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { followPointer, parsePointer } from '../../toolkit/profile/dialect/reading/pointer.js';

export interface OpenapiOperation {
  /** In capitals. */
  readonly method: string;
  /** As documented, behind the base path of the first server. */
  readonly path: string;
  readonly members: JsonObject;
  /** Those of the path included, references resolved. */
  readonly parameters: readonly JsonObject[];
}

const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'patch'];
const MOST_REFERENCES = 10;
/** A public error name, or the number of an authentication error. */
const CODE = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|100[0-2])$/;

export class OpenapiDocument {
  /** The journal record that holds it. */
  readonly record: number;
  readonly operations: readonly OpenapiOperation[];
  readonly #document: JsonObject;
  readonly #bases: readonly string[];

  constructor(document: JsonObject, record: number) {
    this.record = record;
    this.#document = document;
    this.#bases = basesOf(document);
    this.operations = entriesOf(document['paths']).flatMap(([path, item]) => this.#operationsOf(path, item));
  }

  /** By the path of the interface, such as `/v1/trading/accounts/{account_id}/orders`; names of path parameters do not count. */
  operation(method: string, path: string): OpenapiOperation | undefined {
    const wanted = anonymous(path);
    return this.operations.find(
      (one) => one.method === method && this.#bases.some((base) => anonymous(base + one.path).endsWith(wanted)),
    );
  }

  scheme(name: string): JsonObject | undefined {
    const schemes = memberOf(this.#document['components'], 'securitySchemes') ?? this.#document['securityDefinitions'];
    const scheme = this.#resolved(memberOf(schemes, name));
    return isJsonObject(scheme) ? scheme : undefined;
  }

  get schemaNames(): readonly string[] {
    const schemas = memberOf(this.#document['components'], 'schemas') ?? this.#document['definitions'];
    return entriesOf(schemas).map(([name]) => name);
  }

  #operationsOf(path: string, item: JsonValue): readonly OpenapiOperation[] {
    const members = this.#resolved(item);
    if (!isJsonObject(members)) return [];
    const shared = this.#parametersOf(members);
    return METHODS.flatMap((method) => {
      const operation = members[method];
      if (!isJsonObject(operation)) return [];
      const parameters = [...shared, ...this.#parametersOf(operation)];
      return [{ method: method.toUpperCase(), path, members: operation, parameters }];
    });
  }

  #parametersOf(holder: JsonObject): readonly JsonObject[] {
    const parameters = holder['parameters'];
    return isJsonArray(parameters) ? parameters.map((one) => this.#resolved(one)).filter(isJsonObject) : [];
  }

  /** A reference to elsewhere stays as it is: what it leads to is not known. */
  #resolved(value: JsonValue | undefined): JsonValue | undefined {
    let found = value;
    for (let step = 0; step < MOST_REFERENCES; step++) {
      const reference = memberOf(found, '$ref');
      if (typeof reference !== 'string' || !reference.startsWith('#/')) return found;
      found = followPointer(this.#document, stepsOf(reference));
    }
    return undefined;
  }
}

/** None where the reference is not well-formed, which leads to the document itself: an object without what is looked for. */
function stepsOf(reference: string): readonly string[] {
  try {
    return parsePointer(decodeURIComponent(reference.slice(1)));
  } catch {
    return [];
  }
}

/** Every code anywhere in the value of an extension, whose own layout is left open. */
export function codesIn(value: JsonValue | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (one: JsonValue): void => {
    if (typeof one === 'string' || typeof one === 'number') {
      if (CODE.test(String(one))) found.add(String(one));
    } else if (isJsonArray(one)) one.forEach(visit);
    else if (isJsonObject(one)) {
      for (const [name, member] of Object.entries(one)) {
        visit(name);
        visit(member);
      }
    }
  };
  if (value !== undefined) visit(value);
  return found;
}

function basesOf(document: JsonObject): readonly string[] {
  const servers = document['servers'];
  const urls = isJsonArray(servers) ? servers.map((server) => memberOf(server, 'url')) : [document['basePath']];
  const paths = urls.map((url) => (typeof url === 'string' ? url.replace(/^[a-z]+:\/\/[^/]*/i, '') : ''));
  return [...new Set(['', ...paths.map((path) => path.replace(/\/+$/, ''))])];
}

function anonymous(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/(.)\/$/, '$1');
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}
