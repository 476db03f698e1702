// How a description is read: paths behind server bases, references, both generations of the format, codes in any layout.
import { describe, expect, it } from 'vitest';
import { codesIn, OpenapiDocument } from './openapi.js';

const RECORD = 7;

describe('operations', () => {
  it('finds an operation by method and path, whatever its path parameters are called', () => {
    const document = new OpenapiDocument({ paths: { '/v1/accounts/{accountId}/limits': { get: {} } } }, RECORD);
    expect(document.operation('GET', '/v1/accounts/{account_id}/limits')?.method).toBe('GET');
    expect(document.operation('POST', '/v1/accounts/{account_id}/limits')).toBeUndefined();
    expect(document.operation('GET', '/v1/accounts/{account_id}')).toBeUndefined();
  });

  it.each([
    ['a server with the version in its base', { servers: [{ url: 'https://service.example/v1' }] }, '/a/{b}'],
    ['a server below a prefix', { servers: [{ url: 'https://service.example/api/' }] }, '/v1/a/{b}'],
    ['a relative server', { servers: [{ url: '/v1' }] }, '/a/{b}'],
    ['a base path of Swagger 2.0', { basePath: '/v1' }, '/a/{b}'],
  ])('finds it behind %s', (_, base, path) => {
    const document = new OpenapiDocument({ ...base, paths: { [path]: { get: {} } } }, RECORD);
    expect(document.operation('GET', '/v1/a/{c}')).toBeDefined();
  });

  it('joins the parameters of path and operation, and follows references inside the document', () => {
    const document = new OpenapiDocument(
      {
        components: { parameters: { Key: { name: 'SVC-API-KEY', in: 'header' } }, pathItems: { One: { get: {} } } },
        paths: {
          '/a': {
            parameters: [{ $ref: '#/components/parameters/Key' }],
            get: { parameters: [{ name: 'b', in: 'query' }] },
          },
          '/b': { $ref: '#/components/pathItems/One' },
          '/c': { $ref: 'https://elsewhere.example/c' },
        },
      },
      RECORD,
    );
    const parameters = document.operations.find(({ path }) => path === '/a')?.parameters;
    expect(parameters).toEqual([
      { name: 'SVC-API-KEY', in: 'header' },
      { name: 'b', in: 'query' },
    ]);
    expect(document.operations.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  it('gives up on references that go round in circles or are no pointers', () => {
    const paths = { '/a': { $ref: '#/paths/~1a' }, '/b': { $ref: '#/%zz' }, '/c': { $ref: '#/~2' }, '/d': null };
    expect(new OpenapiDocument({ paths }, RECORD).operations).toEqual([]);
  });
});

describe('components', () => {
  it('reads schemes and schemas of both generations', () => {
    const three = new OpenapiDocument(
      { components: { securitySchemes: { A: { type: 'apiKey' } }, schemas: { S: {} } } },
      RECORD,
    );
    const two = new OpenapiDocument({ securityDefinitions: { A: { type: 'apiKey' } }, definitions: { S: {} } }, RECORD);
    for (const document of [three, two]) {
      expect(document.scheme('A')).toEqual({ type: 'apiKey' });
      expect(document.scheme('constructor')).toBeUndefined();
      expect(document.schemaNames).toEqual(['S']);
    }
  });
});

describe('codesIn', () => {
  it.each([
    ['a list of names', ['REQUEST_INVALID', 'AUTH_INVALID_SIGNATURE']],
    ['a map by status', { '400': ['REQUEST_INVALID'], '401': ['AUTH_INVALID_SIGNATURE'] }],
    [
      'objects',
      [
        { code: 'REQUEST_INVALID', http: 400 },
        { code: 'AUTH_INVALID_SIGNATURE', text: 'Wrong signature' },
      ],
    ],
    ['names as members', { REQUEST_INVALID: 'Odd', AUTH_INVALID_SIGNATURE: null }],
  ])('finds the codes in %s', (_, value) => {
    expect([...codesIn(value)].sort()).toEqual(['AUTH_INVALID_SIGNATURE', 'REQUEST_INVALID']);
  });

  it('takes the numbers of authentication errors, and nothing of an extension that is missing', () => {
    expect([...codesIn([1000, '1002', 400, 'words'])]).toEqual(['1000', '1002']);
    expect(codesIn(undefined).size).toBe(0);
  });
});
