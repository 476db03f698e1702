// Legal bodies of errors: where error_message lies beside error.code, what else there is, and under which media type (interface 7.1).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { amended } from '../../faults/algebra/edits.js';
import { among, answering, type Habit, objectOr, only, stating } from '../algebra/index.js';

const structure = among('error-structure', '7.1', ['error-structure']);
const members = among('error-members', '7.1', ['error-structure']);
const media = among('media-type-of-errors', '7.1', []);

export const errorHabits: readonly Habit[] = [
  structure('error-message-beside-error', {
    summary: 'In an error body error_message lies beside error.',
    speech: errorAs((code, message) => ({ error: { code }, error_message: message })),
    stated: messageAt('/error_message'),
  }),
  structure('error-message-within-error', {
    summary: 'In an error body error_message lies within error.',
    speech: errorAs((code, message) => ({ error: { code, error_message: message } })),
    stated: messageAt('/error/error_message'),
  }),
  structure('error-message-in-both-places', {
    summary: 'In an error body error_message lies beside error and within it.',
    speech: errorAs((code, message) => ({ error: { code, error_message: message }, error_message: message })),
    stated: messageAt('/error/error_message'),
  }),
  members('errors-bare', {
    summary: 'An error body has error and error_message and no other member.',
    speech: answering('refusal', (body) => only(objectOr(body, {}), 'error', 'error_message')),
  }),
  members('errors-with-more', {
    summary: 'An error body has a status, a trace, a text for people and a list of details besides.',
    speech: answering('refusal', (body) => ({
      status: 'error',
      message: 'Something is wrong with your request.',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      details: [{ field: 'price', reason: 'out of range' }],
      path: null,
      ...objectOr(body, {}),
    })),
  }),
  media('errors-of-a-problem-type', {
    summary: 'An error body is labelled as a problem document.',
    rules: {
      contentType: amended((type, { status }) => (status >= 400 ? 'application/problem+json' : type)),
    },
  }),
  media('bodies-labelled-by-vendor', {
    summary: 'Bodies are labelled as JSON of the vendor.',
    rules: { contentType: amended(() => 'application/vnd.venue.v1+json;charset="UTF-8"') },
  }),
  media('bodies-unlabelled', {
    summary: 'Bodies have no label.',
    rules: { contentType: amended(() => undefined) },
  }),
  media('bodies-labelled-without-charset', {
    summary: 'Bodies are labelled as JSON without a parameter.',
    rules: { contentType: amended(() => 'application/json') },
  }),
];

/** Writes an error body anew, in either dialect. */
function errorAs(write: (code: JsonValue, message: JsonValue) => JsonObject): ReturnType<typeof answering> {
  return answering('refusal', (body) => {
    const before = objectOr(body, {});
    const { error } = before;
    if (!isJsonObject(error)) return body;
    return { ...before, ...write(error['code'] ?? null, before['error_message'] ?? error['error_message'] ?? null) };
  });
}

function messageAt(message: string): (dialect: JsonObject) => JsonObject {
  return stating({ bodies: { error: { message } } });
}
