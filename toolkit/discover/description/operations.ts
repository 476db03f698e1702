// The operations of an OpenAPI document (3.0 and 3.1) with the shapes of what they take and answer.
import { isSuccessful } from '../../base/is-successful.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import { blank, either, eitherOf, type Shape } from '../shape/shape.js';
import { type Description, DescriptionDefect, type Found } from './document.js';
import { SchemaReader } from './schema.js';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly shape: Shape;
}

export interface DescribedOperation {
  readonly method: string;
  /** As it stands in the document. */
  readonly path: string;
  readonly pointer: string;
  /** Its id, summary and tags. */
  readonly names: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Shape | undefined;
  /** Of the answers from 200 to 299. */
  readonly answer: Shape | undefined;
  /** Of the answers from 400 on. */
  readonly error: Shape | undefined;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const MOST_OPERATIONS = 500;

/** Throws `DescriptionDefect` for what is no OpenAPI 3 document. */
export function readOperations(description: Description): readonly DescribedOperation[] {
  const { root } = description;
  const version = root['openapi'];
  if (typeof version !== 'string' || !version.startsWith('3.')) {
    throw new DescriptionDefect(
      `expected an OpenAPI document of version 3, got ${JSON.stringify(version ?? root['swagger'] ?? null)}`,
    );
  }
  const paths = root['paths'];
  if (!isJsonObject(paths)) throw new DescriptionDefect('expected paths in the OpenAPI document, got none');
  const reader = new SchemaReader(description);
  const found = Object.entries(paths).flatMap(([path, item]) => readPath(description, reader, path, item));
  if (found.length > MOST_OPERATIONS) description.remarks.add(`only the first ${MOST_OPERATIONS} operations were read`);
  return found.slice(0, MOST_OPERATIONS);
}

function readPath(
  description: Description,
  reader: SchemaReader,
  path: string,
  item: JsonValue,
): readonly DescribedOperation[] {
  const pointer = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const found = description.resolve({ value: item, pointer });
  if (found === undefined || !isJsonObject(found.value)) return [];
  const { value } = found;
  return METHODS.flatMap((method) => {
    const operation = value[method];
    if (!isJsonObject(operation)) return [];
    const at = `${pointer}/${method}`;
    const operationAt = { value: operation, pointer: at };
    const shared = listAt(value, 'parameters', pointer);
    const parameters = [...shared, ...listAt(operation, 'parameters', at)].flatMap((one) =>
      readParameter(description, reader, one),
    );
    const content = description.resolve({ value: operation['requestBody'] ?? null, pointer: `${at}/requestBody` });
    return [
      {
        method: method.toUpperCase(),
        path,
        pointer: at,
        names: namesOf(operation),
        parameters,
        body: content === undefined ? undefined : readContent(reader, content),
        answer: readAnswers(description, reader, operationAt, isSuccessful),
        error: readAnswers(description, reader, operationAt, (status) => status >= 400),
      },
    ];
  });
}

function listAt(value: JsonObject, member: string, pointer: string): readonly Found[] {
  const list = value[member];
  return isJsonArray(list) ? list.map((one, index) => ({ value: one, pointer: `${pointer}/${member}/${index}` })) : [];
}

function readParameter(description: Description, reader: SchemaReader, one: Found): readonly Parameter[] {
  const found = description.resolve(one);
  const [name, place] = [memberOf(found?.value, 'name'), memberOf(found?.value, 'in')];
  if (found === undefined || typeof name !== 'string' || typeof place !== 'string') return [];
  const schema = memberOf(found.value, 'schema') ?? {};
  const shape = reader.read({ value: schema, pointer: `${found.pointer}/schema` }) ?? blank(found.pointer);
  return [{ name, in: place, isRequired: memberOf(found.value, 'required') === true, shape }];
}

/** The schema of JSON, or of whatever stands first. */
function readContent(reader: SchemaReader, { value, pointer }: Found): Shape | undefined {
  const content = memberOf(value, 'content');
  if (!isJsonObject(content)) return undefined;
  const types = Object.keys(content);
  const type = types.find((one) => /json/.test(one)) ?? types[0];
  const schema = type === undefined ? undefined : memberOf(content[type], 'schema');
  if (type === undefined || schema === undefined) return undefined;
  return reader.read({ value: schema, pointer: `${pointer}/content/${type.replaceAll('/', '~1')}/schema` });
}

function readAnswers(
  description: Description,
  reader: SchemaReader,
  { value: operation, pointer }: Found,
  wanted: (status: number) => boolean,
): Shape | undefined {
  const responses = memberOf(operation, 'responses');
  if (!isJsonObject(responses)) return undefined;
  const shapes = Object.entries(responses).flatMap(([status, response]) => {
    if (!wanted(Number(status.replaceAll(/x/gi, '0')))) return [];
    const found = description.resolve({ value: response, pointer: `${pointer}/responses/${status}` });
    return (found === undefined ? undefined : readContent(reader, found)) ?? [];
  });
  // The statuses of one operation share their schema as a rule.
  return shapes.length === 0 ? undefined : (eitherOf(distinct(shapes)) ?? shapes.reduce(either));
}

function distinct(shapes: readonly Shape[]): readonly Shape[] {
  return shapes.filter((shape, index) => shapes.findIndex(({ from }) => from === shape.from) === index);
}

function namesOf(operation: JsonObject): readonly string[] {
  const { operationId, summary, tags } = operation as {
    operationId?: JsonValue;
    summary?: JsonValue;
    tags?: JsonValue;
  };
  return [operationId, summary, ...(isJsonArray(tags) ? tags : [])].filter((name) => typeof name === 'string');
}
