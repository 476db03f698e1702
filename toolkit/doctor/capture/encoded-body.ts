// A body that a log holds in an encoding (interface 5.2, `body_hash`): a gateway writes base64 or escapes because its log is text. Where
// the log says so, in whatever words, the body is read so; where it does not, what the text decodes to stands beside it, undecided.
import type { JsonValue } from '../../payload/json.js';
import { fromBase64, fromHex } from '../recognise/alphabets.js';
import { inflate } from '../recognise/inflate.js';
import { compressionOf } from '../recognise/values.js';
import { textOfBytes, utf8Bytes } from './capture.js';
import { asciiView } from './framing.js';
import { unescaped } from './printed-bytes.js';

type Members = Readonly<Record<string, JsonValue>>;
type Encoding = 'base64' | 'hex';

const WORDS: readonly (readonly [Encoding, RegExp])[] = [
  ['base64', /(?:^|[^a-z0-9]|body|data|payload|content)b(?:ase)?[-_ ]?64(?:[^0-9]|$)|base64/i],
  ['hex', /(?:^|[^a-z])hex(?:adecimal)?(?:[^a-z]|$)|(?:body|data|payload|content)hex/i],
];
const encodingIn = (text: string): Encoding | undefined => WORDS.find(([, word]) => word.test(text))?.[0];

/** What the members around a body say of its encoding: by its own name, by a flag, or by a word of a member that speaks of encodings. */
export function statedEncoding(nodes: readonly Members[], bodyName: string): Encoding | undefined {
  const own = encodingIn(bodyName);
  if (own !== undefined) return own;
  for (const [name, value] of nodes.flatMap((node) => Object.entries(node))) {
    const text = typeof value === 'string' ? value : '';
    const isSaid = value === true || value === 1 || /^(?:true|yes|1)$/i.test(text);
    const word = text.length <= 40 && !/^svc[-_]/i.test(name) ? text : '';
    const stated = isSaid ? encodingIn(name) : encodingIn(word);
    if (stated !== undefined) return stated;
  }
  return undefined;
}

const TYPE = /^(?:[\w.+-]+\/[\w.+-]+(?:;.*)?|raw|json|text|string|plain|utf-?8)$/i;
const TYPE_NAMES = /^(?:content_?type|mime_?type|media_?type|type|sub_?type|mode|format|language|charset)$/i;
const TEXT_NAMES = /^(?:body|text|string|raw|data|content|value|json)$/i;

/** `{contentType, body}` of Hoppscotch, `{type: 'STRING', string}` of MockServer: one text beside what says its type. */
export function typedText(value: Members): string | undefined {
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  const texts = entries.filter(([name]) => TEXT_NAMES.test(name));
  const types = entries.filter(([name, one]) => TYPE_NAMES.test(name) && typeof one === 'string' && TYPE.test(one));
  const [text] = texts.map(([, one]) => one);
  return texts.length === 1 &&
    types.length > 0 &&
    texts.length + types.length === entries.length &&
    typeof text === 'string'
    ? text
    : undefined;
}

/** Undefined where the text is none of that encoding. */
export function decodedAs(encoding: Encoding, text: string): Uint8Array | undefined {
  const bare = text.replace(/^(?:data:[^,]*,|base64[:,] ?|0x)/i, '');
  return encoding === 'base64' ? fromBase64(bare) : fromHex(bare);
}

/** Everything that a text may stand for, where nothing says what: the signed hash tells whether it is one of them. */
export function readingsOf(text: string): readonly Uint8Array[] {
  const base64 = decodedAs('base64', text);
  const below = base64 === undefined ? undefined : belowHead(base64);
  const readings = [
    base64,
    base64 !== undefined && compressionOf(base64) !== undefined ? inflate(base64) : undefined,
    decodedAs('hex', text),
    text.includes('\\') ? unescaped(text) : undefined,
    quotedText(text),
    percentDecoded(text),
  ];
  const own = readings.flatMap((one) =>
    one === undefined || one.length === 0 || textOfBytes(one) === text ? [] : [one],
  );
  // A message without a body is one as well.
  return below === undefined ? own : [below, ...own];
}

/** The body of a whole message, which ngrok holds in base64. */
function belowHead(message: Uint8Array): Uint8Array | undefined {
  const text = asciiView(message);
  if (!/^[A-Z]{3,8} \S+ HTTP\/1\.\d\r\n/.test(text)) return undefined;
  const end = text.indexOf('\r\n\r\n');
  return end === -1 ? undefined : message.subarray(end + 4);
}

function quotedText(text: string): Uint8Array | undefined {
  if (!/^"[\s\S]*"$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? utf8Bytes(value) : undefined;
  } catch {
    return undefined;
  }
}

function percentDecoded(text: string): Uint8Array | undefined {
  if (!/%[0-9a-f]{2}/i.test(text)) return undefined;
  try {
    return utf8Bytes(decodeURIComponent(text.replaceAll('+', ' ')));
  } catch {
    return undefined;
  }
}
