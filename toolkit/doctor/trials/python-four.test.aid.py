# Wrong signers, the sixth set, which knows the doctor: character sets, numbers, empty values, paths, one encoder for two members. One JSON
# document a signer, on standard output, each with the causes that are right.
import base64, gzip, hashlib, json, struct, unicodedata, urllib.parse, zlib
from cryptography.hazmat.primitives import serialization as ser
from cryptography.hazmat.primitives.asymmetric import ed25519
SEED, NOW = '4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718', 1714564800123
PRIVATE = ed25519.Ed25519PrivateKey.from_private_bytes(bytes.fromhex(SEED))
PUBLIC = PRIVATE.public_key().public_bytes(ser.Encoding.Raw, ser.PublicFormat.Raw).hex()
API_KEY, IDEM = 'tk_live_8842', 'order-7f3a-0001'
ORDERS, BASE = '/v1/trading/accounts/1000042/orders', '/v1/configuration/accounts/1000042/instruments'
u = lambda b: base64.urlsafe_b64encode(b).rstrip(b'=').decode()
std = lambda b: base64.b64encode(b).decode()
sha = lambda b: hashlib.sha256(b).digest()
dump = lambda value: json.dumps(value, ensure_ascii=False, separators=(',', ':'))


def request(method, target, sent=b'', hashed=None, path=None, hash=u, sig=u, data=u, time=str(NOW), members={}, headers={}, write=None, message=None):
    """One signed request; what differs from a right one is given by name."""
    payload = {'api_key': API_KEY, 'idempotency_key': IDEM if method == 'POST' else '', 'timestamp': NOW, 'sign_version': 1, 'method': method,
               'path': target if path is None else path, 'body_hash': hash(sha(sent if hashed is None else hashed)), **members}
    raw = json.dumps(payload).encode() if write is None else write(payload)
    return {'method': method, 'target': target, 'headers': list({
        'SVC-API-KEY': API_KEY, 'SVC-IDEMPOTENCY-KEY': payload['idempotency_key'], 'SVC-TIMESTAMP': time, 'SVC-SIGN-VERSION': '1', 'SVC-DATA': data(raw),
        'SVC-SIGN': sig(PRIVATE.sign(raw if message is None else message(payload, raw))), **headers}.items()), 'body': sent.hex()}


def post(sent, hashed=None, **more): return request('POST', ORDERS, sent, hashed, **more)
def get(target, path=None, **more): return request('GET', target, path=path, **more)


def cesu(text):  # surrogates encoded one by one, as Java's modified UTF-8 and Oracle's UTF8 do
    units = text.encode('utf-16-be', 'surrogatepass')
    return ''.join(chr(int.from_bytes(units[at:at + 2], 'big')) for at in range(0, len(units), 2)).encode('utf-8', 'surrogatepass')


def mojibake(text, charset): return text.encode().decode(charset, 'replace')
def chars(text): return dump({'order_type': 'limit', 'comment': text, 'volume': '0.10'})


WEST, EURO, CZECH = chars('Größe für Zoë'), chars('“Größe” – 5 € für Zoë'), chars('příliš žluťoučký kůň')
RUSSIAN, JAPANESE, CHINESE = chars('Заявка на покупку'), chars('指値注文のテスト'), chars('限价单测试')
TAIWAN, KOREAN, GREEK, EMOJI = chars('限價單測試'), chars('지정가 주문'), chars('εντολή αγοράς'), chars('to the moon 🚀 ok')
POLISH, TURKISH = chars('zażółć gęślą jaźń'), chars('şüphe ığdır')
SETS = [('windows-1252', EURO), ('windows-1251', RUSSIAN), ('koi8-r', RUSSIAN), ('iso8859-5', RUSSIAN), ('cp866', RUSSIAN), ('shift_jis', JAPANESE), ('euc_jp', JAPANESE),
        ('iso2022_jp', JAPANESE), ('gbk', CHINESE), ('gb18030', CHINESE), ('gb18030', EMOJI), ('big5', TAIWAN), ('euc_kr', KOREAN), ('windows-1253', GREEK),
        ('windows-1250', POLISH), ('iso8859-2', CZECH), ('windows-1254', TURKISH), ('iso8859-15', chars('5 € für Zoë')), ('cp437', WEST), ('cp850', WEST), ('mac_roman', WEST),
        ('utf-7', WEST), ('utf-7', RUSSIAN), ('utf-16', WEST), ('utf-32', WEST), ('utf-32-le', RUSSIAN), ('utf-32-be', RUSSIAN)]
name = lambda charset, text: charset.replace('_', '-') + ('-emoji' if text is EMOJI else '-russian' if text is RUSSIAN and charset == 'utf-7' else '')
T = []  # id, truth, the causes that are right, requests


def slip(id, truth, right, *requests): T.append((id, truth, right, requests))


for charset, text in SETS:
    slip(f'hash-in-{name(charset, text)}', f'body hashed in {charset} and sent in UTF-8', 'body-hash-charset body-hash-latin-1 body-hash-utf-16', post(text.encode(), text.encode(charset)))
for charset, text in SETS:
    if 'utf' not in charset or charset == 'utf-7': slip(f'sent-in-{name(charset, text)}', f'body hashed in UTF-8 and sent in {charset}', 'body-hash-charset', post(text.encode(charset), text.encode()))
slip('hash-cesu-8', 'emoji hashed as two surrogates of three bytes (CESU-8)', 'body-hash-charset', post(EMOJI.encode(), cesu(EMOJI)))
slip('sent-cesu-8', 'emoji sent as two surrogates of three bytes (CESU-8), hashed in UTF-8', 'body-hash-charset', post(cesu(EMOJI), EMOJI.encode()))
for charset, errors, text in [('ascii', 'xmlcharrefreplace', RUSSIAN), ('ascii', 'backslashreplace', WEST), ('cp1252', 'replace', RUSSIAN), ('cp1252', 'ignore', EMOJI), ('latin1', 'xmlcharrefreplace', EMOJI), ('cp1251', 'replace', EMOJI)]:
    slip(f'hash-{charset}-{errors}', f'body hashed in {charset} with {errors} for what it has not', 'body-hash-charset body-hash-latin-1 body-hash-of-other-bytes', post(text.encode(), text.encode(charset, errors)))
for charset, text in [('latin1', WEST), ('cp1252', chars('5 € für Zoë')), ('cp1251', chars('Привет')), ('cp850', WEST), ('mac_roman', WEST), ('cp437', WEST)]:
    wrong = mojibake(text, charset)
    slip(f'hash-mojibake-{charset.replace("_", "-")}', f'body hashed as UTF-8 read in {charset} and written in UTF-8 again', 'body-hash-mojibake', post(text.encode(), wrong.encode()))
    slip(f'sent-mojibake-{charset.replace("_", "-")}', f'body sent as UTF-8 read in {charset} and written in UTF-8 again, hashed right', 'body-hash-mojibake', post(wrong.encode(), text.encode()))
thrice = mojibake(mojibake(WEST, 'latin1'), 'latin1')
slip('hash-mojibake-twice', 'body hashed encoded three times', 'body-hash-mojibake', post(WEST.encode(), thrice.encode()))
slip('hash-escaped-mojibake', 'body hashed with \\u escapes of mojibake', 'body-hash-mojibake', post(WEST.encode(), json.dumps(json.loads(mojibake(WEST, 'cp1252')), separators=(',', ':')).encode()))
slip('hash-lone-surrogates', 'emoji hashed as two replacement characters', 'body-hash-charset', post(EMOJI.encode(), EMOJI.replace('🚀', '\ufffd\ufffd').encode()))
quote = lambda text, charset, errors='strict': urllib.parse.quote(text.encode(charset, errors), safe='')
for charset, text in [('cp1252', 'Zürich €'), ('latin1', 'Zürich'), ('cp1251', 'Газпром'), ('koi8-r', 'Газпром'), ('shift_jis', '注文'), ('euc_jp', '注文'), ('gbk', '黄金'), ('big5', '黃金'), ('euc_kr', '황금'), ('cp1250', 'žluť'), ('cp850', 'Zürich'), ('utf-16-le', 'Zürich'), ('utf-7', 'Zürich')]:
    short = charset.replace('_', '-')
    slip(f'path-in-{short}', f'segment signed percent-encoded in {charset}, sent in UTF-8', 'path-latin-1', get(f'{BASE}/{quote(text, "utf-8")}/conditions', f'{BASE}/{quote(text, charset)}/conditions'))
    slip(f'path-sent-in-{short}', f'segment sent percent-encoded in {charset}, signed in UTF-8', 'path-latin-1', get(f'{BASE}/{quote(text, charset)}/conditions', f'{BASE}/{quote(text, "utf-8")}/conditions'))
    slip(f'query-in-{short}', f'query value signed percent-encoded in {charset}, sent in UTF-8', 'path-latin-1', get(f'{BASE}?name={quote(text, "utf-8")}&limit=5', f'{BASE}?name={quote(text, charset)}&limit=5'))
for charset, text in [('latin1', 'Zürich'), ('cp1252', 'Zürich €'), ('cp1251', 'Привет'), ('cp850', 'Zürich')]:
    short = charset.replace('_', '-')
    slip(f'path-mojibake-{short}', f'segment signed as mojibake of {charset}, percent-encoded', 'path-mojibake', get(f'{BASE}/{quote(text, "utf-8")}/conditions', f'{BASE}/{quote(mojibake(text, charset), "utf-8")}/conditions'))
    slip(f'query-mojibake-{short}', f'query value signed as mojibake of {charset}, percent-encoded', 'path-mojibake', get(f'{BASE}?name={quote(text, "utf-8")}', f'{BASE}?name={quote(mojibake(text, charset), "utf-8")}'))
    slip(f'query-mojibake-plain-{short}', f'query signed decoded as {charset} where UTF-8 is meant', 'path-mojibake', get(f'{BASE}?name={quote(text, "utf-8")}', f'{BASE}?name={mojibake(text, charset)}'))
    slip(f'query-sent-mojibake-{short}', f'query value sent as mojibake of {charset}, signed right', 'path-mojibake', get(f'{BASE}?name={quote(mojibake(text, charset), "utf-8")}', f'{BASE}?name={quote(text, "utf-8")}'))
slip('path-cesu-8', 'emoji signed as two surrogates of three bytes', 'path-latin-1', get(f'{BASE}?name={quote("a🚀", "utf-8")}', f'{BASE}?name=a{urllib.parse.quote(cesu("🚀"))}'))
slip('path-html-references', 'query in windows-1252 with &#…; for what it has not', 'path-latin-1', get(f'{BASE}?name={quote("Газ", "utf-8")}', f'{BASE}?name={quote("Газ", "cp1252", "xmlcharrefreplace")}'))
slip('path-questions', 'query in windows-1252 with ? for what it has not', 'path-latin-1', get(f'{BASE}?name={quote("Газ", "utf-8")}', f'{BASE}?name={quote("Газ", "cp1252", "replace")}'))
local = f'{BASE}?name=' + 'Zürich 5 €'.replace(' ', '%20')
for charset in ['latin1', 'cp1252', 'cp1251', 'utf-16-le']:
    plain = lambda payload: json.dumps(payload, ensure_ascii=False)
    target = local.replace('€', 'EUR') if charset == 'latin1' else f'{BASE}?name=Привет' if charset == 'cp1251' else local
    short = charset.replace('_', '-')
    slip(f'payload-in-{short}', f'payload with a plain letter in its path encoded in {charset}', 'payload-latin-1 payload-utf-16 path-decoded', get(urllib.parse.quote(target, safe='/?=&%'), target, write=lambda payload, c=charset: plain(payload).encode(c)))
    slip(f'message-in-{short}', f'payload right in UTF-8, signed over its {charset} bytes', 'signed-respelled signed-utf-16', get(urllib.parse.quote(target, safe='/?=&%'), urllib.parse.quote(target, safe='/?=&%'), members={'note': 'Grüße' if charset != 'cp1251' else 'Привет'}, write=lambda payload: plain(payload).encode(), message=lambda payload, raw, c=charset: plain(payload).encode(c)))
slip('payload-mojibake', 'payload encoded in UTF-8 twice', 'signed-respelled', get(urllib.parse.quote(local, safe='/?=&%'), write=lambda payload: mojibake(json.dumps({**payload, 'note': 'Grüße'}, ensure_ascii=False), 'latin1').encode(), message=lambda payload, raw: json.dumps({**payload, 'note': 'Grüße'}, ensure_ascii=False).encode()))
slip('header-latin-1', 'API key with a letter beyond ASCII: header in mojibake', 'api-key-charset', get(BASE, members={'api_key': 'schlüssel-1'}, headers={'SVC-API-KEY': mojibake('schlüssel-1', 'latin1')}))
slip('member-mojibake', 'API key with a letter beyond ASCII: member in mojibake', 'api-key-charset', get(BASE, members={'api_key': mojibake('schlüssel-1', 'cp1252')}, headers={'SVC-API-KEY': 'schlüssel-1'}))

single = lambda number: struct.unpack('f', struct.pack('f', float(number)))[0]
order = lambda volume, price: '{"order_type":"limit","volume":%s,"price":%s}' % (volume, price)
N = [('17-digits', ('0.1', '1.1'), ('0.10000000000000001', '1.1000000000000001')), ('17-digits-one', ('0.1', '5'), ('0.10000000000000001', '5')), ('g17-quoted', ('"0.1"', '"1.1"'), ('"0.10000000000000001"', '"1.1000000000000001"')),
     ('17-digits-from-text', ('"0.1"', '"1.1"'), ('0.10000000000000001', '1.1000000000000001')), ('exact-binary', ('0.1', '5'), ('0.1000000000000000055511151231257827021181583404541015625', '5')), ('big-decimal-of-double', ('0.1', '1.1'), ('0.1000000000000000055511151231257827021181583404541015625', '1.100000000000000088817841970012523233890533447265625')),
     ('16-digits', ('0.1', '1.1'), ('0.1000000000000000', '1.100000000000000')), ('float32', ('0.1', '1.1'), (repr(single(0.1)), repr(single(1.1)))), ('float32-quoted', ('"0.1"', '"1.1"'), ('"%r"' % single(0.1), '"%r"' % single(1.1))), ('float32-nine', ('0.1', '1.1'), ('0.100000001', '1.10000002')), ('float32-seven', ('0.123456789', '1.1'), ('0.12345679', '1.1')), ('float32-wide', ('16777217', '1.5'), ('16777216', '1.5')),
     ('exponent', ('0.1', '1500'), ('1e-1', '1.5e3')), ('exponent-six', ('0.1', '1.1'), ('1.000000e-01', '1.100000e+00')), ('exponent-capital', ('0.1', '1500'), ('1E-1', '1.5E+3')), ('exponent-java', ('0.0001', '15000000'), ('1.0E-4', '1.5E7')), ('exponent-16', ('0.1', '1.1'), ('1.0000000000000001e-01', '1.1000000000000001e+00')), ('exponent-fortran', ('0.1', '1.1'), ('0.1E+00', '0.11E+01')),
     ('integers-dot-zero', ('1', '1500'), ('1.0', '1500.0')), ('integers-dot', ('1', '1500'), ('1.', '1500.')), ('integers-six', ('1', '1500'), ('1.000000', '1500.000000')), ('six-digits', ('0.1', '1.10'), ('0.100000', '1.100000')), ('no-leading-zero', ('0.1', '0.25'), ('.1', '.25')), ('plus-sign', ('0.1', '1.1'), ('+0.1', '+1.1')), ('comma', ('"0.1"', '"1.1"'), ('"0,1"', '"1,1"')), ('grouped', ('"1500.5"', '"1234567.25"'), ('"1,500.5"', '"1,234,567.25"')),
     ('leading-zeros', ('1', '1500'), ('01', '01500')), ('cut-two', ('0.129', '1.125'), ('0.12', '1.12')), ('rounded-two', ('0.129', '1.126'), ('0.13', '1.13')), ('rounded-whole', ('0.6', '1.4'), ('1', '1')), ('integer-cut', ('1.6', '2.4'), ('1', '2')), ('sum-error', ('0.3', '1'), ('0.30000000000000004', '1')), ('text-of-six', ('0.123456789', '1234567.5'), ('0.123457', '1.23457e+06')), ('fifteen', ('0.1234567890123456', '1'), ('0.123456789012346', '1')),
     ('minus-zero', ('0', '1'), ('-0', '1')), ('minus-zero-float', ('0', '1'), ('-0.0', '1.0')), ('mantissa', ('0.1', '1.1'), ('0x1.999999999999ap-4', '0x1.199999999999ap+0')), ('hex', ('10', '255'), ('0xa', '0xff'))]
NUMBERS = 'body-hash-numbers body-hash-number-spelling'
LOST = 'float32-seven cut-two rounded-two rounded-whole integer-cut text-of-six fifteen mantissa hex exponent-js ruby lua php php-ini int32 int64-clamped int32-clamped'.split()  # what was sent does not say what was hashed
for id, sent, hashed in N:
    slip(f'number-{id}', f'body hashed with {hashed[0]} and {hashed[1]} for {sent[0]} and {sent[1]}', NUMBERS, post(order(*sent).encode(), order(*hashed).encode()))
    if id not in LOST: slip(f'number-{id}-sent', f'body sent with {hashed[0]} and {hashed[1]}, hashed with {sent[0]} and {sent[1]}', NUMBERS, post(order(*hashed).encode(), order(*sent).encode()))
BIG = '{"position_id":%s,"volume":"0.10"}'
for id, sent, hashed in [('rounded', '9007199254740993', '9007199254740992'), ('rounded-python', '1234567890123456789', '1234567890123456768'), ('rounded-js', '1234567890123456789', '1234567890123456800'), ('exponent-js', '1234567890123456789012345', '1.2345678901234568e+24'), ('go', '1234567890123456789', '1.2345678901234568e+18'), ('ruby', '12345678901234567890123', '1.2345678901234568e22'),
                         ('php', '12345678901234567890', '1.2345678901234567e+19'), ('lua', '1234567890123456789', '1.2345678901235e+18'), ('php-ini', '12345678901234567890', '1.2345678901235e+19'), ('int32', '4294967338', '42'), ('int32-signed', '3000000000', '-1294967296'), ('int64-signed', '18446744073709551615', '-1'), ('int64-clamped', '18446744073709551615', '9223372036854775807'), ('int32-clamped', '3000000000', '2147483647'),
                         ('quoted-rounded', '"9007199254740993"', '9007199254740992'), ('rounded-quoted', '9007199254740993', '"9007199254740992"'), ('double-dot', '9007199254740993', '9007199254740992.0'), ('java', '1234567890123456789', '1.23456789012345677E18'), ('float32', '1234567890', '1234567936')]:
    slip(f'big-{id}', f'{sent} hashed as {hashed}', NUMBERS, post((BIG % sent).encode(), (BIG % hashed).encode()))
    if id not in LOST: slip(f'big-{id}-sent', f'{hashed} sent and {sent} hashed', NUMBERS, post((BIG % hashed).encode(), (BIG % sent).encode()))

T2 = f'{BASE}?limit=5&cursor=a'
for id, target, path, right, truth in [
    ('empty', BASE, '', 'path-blank', 'empty path signed'), ('empty-query', T2, '', 'path-blank', 'empty path signed of a request with a query'), ('slash', BASE, '/', 'path-blank', 'only a slash signed'), ('slash-query', T2, '/', 'path-blank', 'only a slash signed of a request with a query'), ('host', BASE, 'api.example.com', 'path-host-alone', 'host name signed for the path'), ('host-port', BASE, 'api.example.com:443', 'path-host-alone', 'host and port signed for the path'), ('host-slash', BASE, 'api.example.com/', 'path-host-alone', 'host name and slash signed'),
    ('origin', BASE, 'https://api.example.com', 'path-full-url', 'origin signed for the path'), ('origin-slash', BASE, 'https://api.example.com/', 'path-full-url', 'origin and slash signed for the path'), ('origin-query', T2, 'https://api.example.com', 'path-full-url', 'origin signed of a request with a query'), ('scheme-relative', BASE, '//api.example.com' + BASE, 'path-with-host', 'URL without its scheme'), ('scheme-relative-host', BASE, '//api.example.com', 'path-host-alone', 'host name behind two slashes'),
    ('url', T2, 'https://api.example.com' + T2, 'path-full-url', 'whole URL'), ('url-no-query', T2, 'https://api.example.com' + BASE, 'path-full-url', 'whole URL without the query'), ('url-port', T2, 'https://api.example.com:443' + T2, 'path-full-url', 'whole URL with its port'), ('url-slash', BASE, 'https://api.example.com' + BASE + '/', 'path-full-url', 'whole URL with a slash behind it'), ('url-decoded', BASE + '?name=a%20b', 'https://api.example.com' + BASE + '?name=a b', 'path-full-url', 'whole URL, decoded'), ('url-encoded', T2, quote('https://api.example.com' + T2, 'utf-8'), 'path-full-url', 'whole URL, percent-encoded'),
    ('url-user', BASE, 'https://user:pass@api.example.com' + BASE, 'path-full-url', 'whole URL with user and password'), ('url-ip', BASE, 'http://127.0.0.1:8080' + BASE, 'path-full-url', 'whole URL of the server behind the proxy'), ('url-ipv6', BASE, 'http://[::1]:8080' + BASE, 'path-full-url', 'whole URL of an IPv6 address'), ('host-only-path', BASE, 'api.example.com' + BASE, 'path-with-host', 'host before the path'), ('localhost', BASE, 'localhost:3000' + BASE, 'path-with-host', 'local host and port before the path'), ('url-no-version', BASE, 'https://api.example.com' + BASE[3:], 'path-full-url', 'whole URL without the version'),
    ('trailing', BASE, BASE + '/', 'path-trailing-slash', 'slash at the end'), ('trailing-query', T2, T2.replace('?', '/?'), 'path-trailing-slash', 'slash before the query'), ('trailing-behind-query', T2, T2 + '/', 'path-trailing-slash', 'slash behind the query'), ('trailing-two', BASE, BASE + '//', 'path-trailing-slash', 'two slashes at the end'), ('trailing-cut', BASE + '/', BASE, 'path-trailing-slash', 'slash of the sent path cut'), ('trailing-no-query', T2, BASE + '/', 'path-trailing-slash', 'slash at the end, query dropped'),
    ('proxy', BASE, '/api' + BASE, 'path-prefix-added', 'prefix of a proxy signed'), ('proxy-two', BASE, '/gateway/svc' + BASE, 'path-prefix-added', 'two segments of a proxy signed'), ('proxy-query', T2, '/api' + T2, 'path-prefix-added', 'prefix of a proxy signed, with a query'), ('proxy-no-version', BASE, '/api' + BASE[3:], 'path-other-segment', 'prefix of a proxy in place of the version'), ('proxy-sent', '/api' + BASE, BASE, 'path-prefix-missing', 'prefix sent and not signed'), ('proxy-doubled', BASE, '/v1' + BASE, 'path-prefix-added', 'version doubled'), ('proxy-slash', BASE, '/api' + BASE + '/', 'path-prefix-added', 'prefix of a proxy and a slash at the end'), ('proxy-no-query', T2, '/api' + BASE, 'path-prefix-added', 'prefix of a proxy, query dropped'),
    ('version-cut', BASE, BASE[3:], 'path-prefix-missing', 'version cut'), ('version-cut-query', T2, T2[3:], 'path-prefix-missing', 'version cut, with a query'), ('version-cut-no-query', T2, BASE[3:], 'path-prefix-missing', 'version cut, query dropped'), ('version-cut-slash', BASE, BASE[4:], 'path-prefix-missing', 'version and first slash cut'), ('version-other', BASE, BASE.replace('/v1', '/v2'), 'path-other-segment', 'another version'), ('version-capital', BASE, BASE.replace('/v1', '/V1'), 'path-letter-case', 'version in a capital'), ('version-dot', BASE, BASE.replace('/v1', '/v1.0'), 'path-other-segment', 'version with a decimal'), ('version-no-slash', BASE, BASE[1:], 'path-leading-slash', 'first slash cut'), ('version-bare', BASE, BASE.replace('/v1', '/1'), 'path-other-segment', 'version without its letter'), ('version-trailing', BASE, BASE[3:] + '/', 'path-trailing-slash', 'version cut and slash added'),
    ('null', BASE, None, 'payload-member-type', 'null for the path'), ('undefined', BASE, 'undefined', 'path-blank', 'undefined for the path'), ('blank', BASE, ' ', 'path-blank', 'a blank for the path'), ('question', BASE, '?', 'path-blank', 'a question mark for the path'), ('query-only', T2, 'limit=5&cursor=a', 'path-query-alone', 'the query for the path'), ('dot', BASE, '.', 'path-blank', 'a dot for the path'), ('star', BASE, '*', 'path-blank', 'a star for the path'), ('hash', BASE, '#', 'path-fragment', 'a fragment for the path'), ('file', BASE, 'file://' + BASE, 'path-full-url', 'a file URL')]:
    slip(f'p-{id}', truth, right, get(target, members={'path': path}))

EMPTY = ['{}', '[]', 'null', '""', 'undefined', '"{}"', '"[]"', '"\\"\\""', '{ }', '[ ]', '{}\n', "''", '[null]', '[{}]', '{"":""}', '"null"', 'Array', '()', 'map[]', 'stdClass Object\n(\n)\n', '{\n}', '{"body":{}}', '{"data":null}', '""\n', 'None', 'NaN', 'false', '0', '[object Object]', "b''", 'a:0:{}']
EMPTY_CAUSES = 'body-hash-of-braces body-hash-of-null body-hash-text-of-text body-hash-other-members body-hash-final-newline'
for at, word in enumerate(EMPTY):
    if word != '{}': slip(f'braces-as-{at}', f'{{}} sent and {word!r} hashed', EMPTY_CAUSES, post(b'{}', word.encode()))
    slip(f'nothing-as-{at}', f'no body sent and {word!r} hashed', EMPTY_CAUSES, get(BASE, members={'body_hash': u(sha(word.encode()))}))
    if word != '[]': slip(f'list-as-{at}', f'[] sent and {word!r} hashed', EMPTY_CAUSES, post(b'[]', word.encode()))
INNER = 'body-hash-other-members body-hash-null-members body-hash-spaced body-hash-compact'
FULL = '{"order_type":"limit","meta":{},"tags":[],"note":null,"text":"","volume":"0.10"}'
for id, old, new, truth in [
    ('object-as-list', '"meta":{}', '"meta":[]', 'empty object within the body hashed as []'), ('list-as-object', '"tags":[]', '"tags":{}', 'empty list hashed as {}'), ('object-as-null', '"meta":{}', '"meta":null', 'empty object hashed as null'), ('object-as-text', '"meta":{}', '"meta":""', 'empty object hashed as ""'), ('object-as-json-text', '"meta":{}', '"meta":"{}"', 'empty object hashed as "{}"'), ('list-as-json-text', '"tags":[]', '"tags":"[]"', 'empty list hashed as "[]"'),
    ('object-dropped', '"meta":{},', '', 'empty object dropped'), ('list-dropped', '"tags":[],', '', 'empty list dropped'), ('text-dropped', '"text":"",', '', 'empty text dropped'), ('null-dropped', '"note":null,', '', 'null dropped'), ('null-as-text', '"note":null', '"note":""', 'null hashed as ""'), ('null-as-word', '"note":null', '"note":"null"', 'null hashed as "null"'), ('null-as-object', '"note":null', '"note":{}', 'null hashed as {}'), ('null-as-list', '"note":null', '"note":[]', 'null hashed as []'), ('text-as-null', '"text":""', '"text":null', 'empty text hashed as null'), ('null-as-undefined', '"note":null', '"note":undefined', 'null hashed as undefined'),
    ('list-as-null', '"tags":[]', '"tags":null', 'empty list hashed as null'), ('list-as-blank', '"tags":[]', '"tags":""', 'empty list hashed as ""'), ('list-of-null', '"tags":[]', '"tags":[null]', 'empty list hashed as [null]'), ('list-of-blank', '"tags":[]', '"tags":[""]', 'empty list hashed as [""]'), ('object-of-null', '"meta":{}', '"meta":{"":null}', 'empty object hashed with an empty member'), ('object-as-false', '"meta":{}', '"meta":false', 'empty object hashed as false'), ('object-spaced', '"meta":{}', '"meta":{ }', 'blank in the empty object')]:
    slip(f'inner-{id}', truth, INNER, post(FULL.encode(), FULL.replace(old, new).encode()))
    if 'dropped' not in id: slip(f'inner-{id}-sent', truth + ', the other way round', INNER, post(FULL.replace(old, new).encode(), FULL.encode()))
bare = '{"order_type":"limit","volume":"0.10"}'
slip('inner-all-dropped', 'every empty value dropped', INNER, post(FULL.encode(), bare.encode()))
slip('inner-objects-and-lists-dropped', 'empty objects and lists dropped', INNER, post(FULL.encode(), FULL.replace('"meta":{},"tags":[],', '').encode()))
slip('inner-whole-php', 'both empty values as []', INNER, post(FULL.encode(), FULL.replace('{}', '[]').encode()))

zurich = 'Zürich'
for id, change, right, truth in [('nfd', lambda s: unicodedata.normalize('NFD', s), 'path-unicode-form', 'NFD'), ('latin-1', lambda s: s.encode('latin1'), 'path-latin-1', 'Latin-1'), ('cp1251', lambda s: s.encode('cp1251'), 'path-latin-1', 'windows-1251'), ('mojibake', lambda s: mojibake(s, 'cp1252'), 'path-mojibake', 'mojibake'), ('ascii', lambda s: s.encode('ascii', 'replace'), 'path-latin-1', 'ASCII with ?')]:
    word = 'Газпром' if id == 'cp1251' else zurich
    encoded = lambda s: s if isinstance(s, bytes) else s.encode()
    slip(f'one-{id}-path-body', f'path and body in {truth}: one encoder', right, request('POST', f'{ORDERS}?name={quote(word, "utf-8")}', chars(word).encode(), encoded(change(chars(word))), path=f'{ORDERS}?name={urllib.parse.quote(encoded(change(word)), safe="")}'))

ORDER_OF_GROUP = 2**252 + 27742317777372353535851937790883648493
unreduced = lambda b: u(b[:32] + (int.from_bytes(b[32:], 'little') + ORDER_OF_GROUP).to_bytes(32, 'little'))


def marked(sign, mark):  # a signature that has the mark: every target makes another one
    return next(r for r in (get(f'{BASE}?limit={n}', sig=sign) for n in range(99)) if mark in r['headers'][-1][1])


slip('sign-s-unreduced', 'S of the signature is not reduced: S + L', 'signature-unreduced', get(BASE, sig=unreduced))
slip('sign-plus-as-blank', 'the "+" of standard base64 became blanks', 'sign-standard-alphabet', marked(lambda b: std(b).replace('+', ' '), ' '))
slip('sign-with-dash', 'a hyphen of SVC-SIGN became a dash', 'sign-other-alphabet', marked(lambda b: u(b).replace('-', '\u2013'), '\u2013'))
hashed = get(BASE)
hashed['headers'][-1] = ('SVC-SIGN', u(sha(base64.urlsafe_b64decode(hashed['headers'][-2][1] + '=='))))
slip('sign-hash-of-payload', 'SVC-SIGN holds the hash of the payload', 'sign-digest', hashed)
slip('sign-cut-payload', 'the payload signed without its last byte', 'signed-respelled', get(BASE, message=lambda p, raw: raw[:-1]))
slip('hash-last-chunk', 'the last chunk of the body hashed alone', 'body-hash-of-other-bytes', post(WEST.encode(), WEST.encode()[32:]))
slip('hash-anonymous-type', 'the body hashed as C# prints an anonymous type', 'body-hash-of-printed', post(b'{"type":"limit","volume":"0.10"}', b'{ type = limit, volume = 0.10 }'))
slip('hash-as-javascript', 'the body hashed as JavaScript writes it that has read it', 'body-hash-of-other-bytes', post(b'{"id":9007199254740993,"b":1.10,"10":2,"2":3}', b'{"2":3,"10":2,"id":9007199254740992,"b":1.1}'))
slip('hash-as-php', 'the body hashed as PHP writes it that has read it', 'body-hash-of-other-bytes', post(b'{"m":{},"f":10.0,"id":12345678901234567890}', b'{"m":[],"f":10.0,"id":"12345678901234567890"}'))
slip('hash-with-dashes', 'a gateway made hyphens of the dashes in the body', 'body-hash-of-other-bytes', post(chars('a - b').encode(), chars('a \u2013 b').encode()))
slip('time-rounded', 'timestamp in the payload printed as a rounded double', 'timestamp-floating', get(BASE, write=lambda p: dump(p).replace(str(NOW), '1.714565e+12').encode()))
slip('time-grouped', 'timestamp in the payload with separators between its digits', 'payload-json-damaged', get(BASE, write=lambda p: dump(p).replace(str(NOW), '1,714,564,800,123').encode()))
slip('version-v1', 'sign_version is the text v1', 'sign-version-spelling', get(BASE, members={'sign_version': 'v1'}))
slip('time-in-tenths', 'timestamp counted in tenths of a millisecond', 'timestamp-ticks', get(BASE, time=str(NOW * 10), members={'timestamp': NOW * 10}))
slip('path-last-ampersand', 'the path signed with an ampersand at its end', 'path-query-separator', get(f'{BASE}?limit=5', path=f'{BASE}?limit=5&'))

# What a seventh set showed: parts of the calendar, what stands beside a signature, types and maps as they are printed, lines of the request.
slip('time-next-month', 'the month was counted from one, so that the timestamp is a month late', 'timestamp-future', get(BASE, time=str(NOW + 31 * 86400000), members={'timestamp': NOW + 31 * 86400000}))
slip('time-since-1899', 'milliseconds since the day from which Excel counts', 'timestamp-other-epoch', get(BASE, time=str(NOW + 2209161600000), members={'timestamp': NOW + 2209161600000}))
slip('time-digits-cut', 'microtime(true) * 1000 of PHP, printed with fewer digits in the header', 'timestamp-floating', get(BASE, time=f'{NOW}.4', members={'timestamp': NOW + 0.42}))
slip('sig-twice-in-a-row', 'the signature is appended to a buffer that holds it already', 'sign-wrapped', get(BASE, sig=lambda s: u(s) * 2))
slip('sig-and-line-feed', 'the output of a program with its line feed is encoded', 'sign-wrapped', get(BASE, sig=lambda s: u(s + b'\n')))
slip('sig-armoured', 'the signature in an armour of PEM, encoded once more', 'sign-wrapped', get(BASE, sig=lambda s: u(b'-----BEGIN SIGNATURE-----\n' + base64.b64encode(s) + b'\n-----END SIGNATURE-----\n')))
slip('sig-is-body-hash', 'the hash of the body stands in the place of the signature', 'sign-digest', get(BASE, sig=lambda s: u(sha(b''))))
slip('sig-nsdata', 'the description of NSData, in groups of four bytes', 'sign-printed', get(BASE, sig=lambda s: '<' + ' '.join(s[at:at + 4].hex() for at in range(0, 64, 4)) + '>'))
slip('signed-type-name', 'the name of its type, which a hashtable of PowerShell prints', 'signed-printed', get(BASE, message=lambda p, raw: b'System.Collections.Hashtable'))
slip('signed-sorted-map', 'inspect() of Elixir, whose maps have their names in order', 'signed-printed', get(BASE, message=lambda p, raw: ('%{' + ', '.join(f'{json.dumps(k)} => {json.dumps(v)}' for k, v in sorted(p.items())) + '}').encode()))
slip('signed-request-line', 'the request line and the body without the headers', 'signed-concatenation', post(b'{"a":"1"}', message=lambda p, raw: f'POST {ORDERS} HTTP/1.1\r\n\r\n'.encode() + b'{"a":"1"}'))
slip('signed-one-header', 'HTTP Message Signatures over the method, the path and one header', 'signed-concatenation', get(BASE, message=lambda p, raw: f'"@method": GET\n"@path": {BASE}\n"svc-timestamp": {NOW}\n"@signature-params": ("@method" "@path" "svc-timestamp")'.encode()))
slip('signed-with-blank', 'a blank stands behind the payload that is signed', 'signed-respelled', get(BASE, message=lambda p, raw: raw + b' '))
slip('signed-header-lines', 'the five other headers are signed as lines', 'signed-concatenation', get(BASE, message=lambda p, raw: f'SVC-API-KEY: {API_KEY}\r\nSVC-IDEMPOTENCY-KEY: \r\nSVC-TIMESTAMP: {NOW}\r\nSVC-SIGN-VERSION: 1\r\nSVC-DATA: {u(raw)}\r\n'.encode()))
slip('signed-query-as-json', 'the parameters of the query are signed in JSON', 'signed-concatenation', get(f'{BASE}?limit=5&cursor=', message=lambda p, raw: b'{"limit":"5","cursor":""}'))
slip('data-deflated', 'SVC-DATA is DEFLATE without a frame, as SAML has it', 'data-compressed', get(BASE, data=lambda raw: u(zlib.compress(raw, 9)[2:-4])))
slip('payload-commented', 'a comment stayed in the template of the payload', 'payload-json-damaged', get(BASE, write=lambda p: dump(p).replace(',"method"', ' /* v1 */,"method"').encode()))
slip('payload-by-numbers', 'a list of values that was made an object', 'payload-member-renamed', get(BASE, write=lambda p: dump({str(at): one for at, one in enumerate(p.values())}).encode()))
slip('path-form-query', 'the query as http_build_query writes it, sent by RFC 3986', 'path-respelled', get(f'{BASE}?q=a%20b&n=a~b', path=f'{BASE}?q=a+b&n=a%7Eb'))

# What a ninth set showed: the reverse of a known mistake, and the same with other bytes around it.
slip('data-with-line-feed', 'SVC-DATA holds a line feed that was not signed', 'signed-final-newline', get(BASE, data=lambda raw: u(raw + b'\n')))
slip('sent-fragment', 'the target was sent with a fragment that was not signed', 'path-fragment', get(f'{BASE}#top', path=BASE))
slip('hash-of-parameters', 'the parameters of a GET are hashed as JSON', 'body-hash-of-query', get(f'{BASE}?limit=5&cursor=', hashed=b'{"limit": "5", "cursor": ""}'))
slip('method-with-blank', 'the method is signed with a blank behind it', 'method-mismatch', post(b'{"a":"1"}', members={'method': 'POST '}))
slip('path-and-json', 'the parameters are printed as JSON behind the path', 'path-printed', get(f'{BASE}?limit=5&cursor=', path=BASE + '{"limit": "5", "cursor": ""}'))

# What a tenth set showed: two encodings around one another, a form around the body, escapes of another place.
slip('data-with-signature', 'crypto_sign of libsodium stands in SVC-DATA, the signature before the JSON', 'payload-framed', get(BASE, data=lambda raw: u(PRIVATE.sign(raw) + raw)))
slip('sig-list-in-base64', 'btoa() of a list of numbers, encoded once more', 'sign-printed', get(BASE, sig=lambda s: u(std(','.join(map(str, s)).encode()).encode())))
slip('sent-in-field', 'the JSON is sent in a field of a form', 'body-hash-of-other-bytes', post(b'payload=%7B%22a%22%3A%221%22%7D', b'{"a":"1"}'))
slip('data-padding-escaped', 'the padding is escaped as JSON for HTML has it', 'data-padded', get(BASE, write=lambda p: dump(p).encode() + b' ' * (-2 - len(dump(p)) % 3 + 3), data=lambda raw: std(raw).replace('=', '\\u003d')))
slip('signed-without-empty', 'array_filter() left the empty key out, json_encode() escaped the slashes', 'signed-without-members', get(BASE, write=lambda p: dump(p).encode(), message=lambda p, raw: dump({k: v for k, v in p.items() if v != ''}).replace('/', '\\/').encode()))
slip('hash-of-gzip', 'gzip.compress() is hashed, with the time in it', 'body-hash-compressed', post(b'{"type":"limit","volume":"0.10"}', gzip.compress(b'{"type":"limit","volume":"0.10"}', mtime=NOW // 1000)))

for id, truth, right, requests in T:
    print(json.dumps({'id': id, 'truth': truth, 'right': right.split(), 'key': API_KEY, 'public': PUBLIC, 'now': NOW + 250, 'requests': requests}))
