# Wrong signers as people write them in Ruby: each entry is a signer with one mistake and a line that says which.
require 'base64'
require 'cgi'
require 'digest'
require 'erb'
require 'json'
require 'openssl'
require 'stringio'
require 'time'
require 'uri'
require 'zlib'

$seed = ['4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718'].pack('H*')
$now = 1714564800123
$key_id = 'key-desk-1'
def private_key(seed) = OpenSSL::PKey.read(['302e020100300506032b657004220420'].pack('H*') + seed)
def b64u(bytes) = Base64.urlsafe_encode64(bytes, padding: false)
Request = Struct.new(:method, :base, :params, :obj, :idem, :target, :body)
def request(method, base, params = nil, obj = nil, idem = '')
  Request.new(method, base, params, obj, idem, base + (params ? "?#{params}" : ''), obj ? obj.to_json : '')
end
REQUESTS = [
  request('GET', '/v1/configuration/accounts/31337/limits'),
  request('POST', '/v1/trading/accounts/31337/orders', nil, { 'instrument' => 'USDJPY', 'type' => 'limit', 'volume' => '0.01', 'price' => '151.250', 'note' => 'größer <&> 90 %' }, 'ruby-order.0007'),
  request('GET', '/v1/configuration/accounts/31337/instruments', 'filter[]=FX%2FMajor&q=a+b%26c&tilde=~x&empty=')
]

class Signer
  def key = private_key($seed)
  def sent_body(r) = r.body
  def sent_target(r) = r.target
  def hashed(r) = sent_body(r)
  def digest(b) = b64u(Digest::SHA256.digest(b))
  def body_hash(r) = digest(hashed(r))
  def path(r) = sent_target(r)
  def ts(_r) = $now
  def ts_header(r) = ts(r).to_s
  def ts_member(r) = ts(r)
  def http_method(r) = r.method
  def idem(r) = r.idem
  def idem_header(r) = idem(r)
  def idem_member(r) = idem(r)
  def version(_r) = 1
  def version_header(_r) = '1'
  def key_header(_r) = $key_id
  def key_member(_r) = $key_id
  def members(r)
    { api_key: key_member(r), idempotency_key: idem_member(r), timestamp: ts_member(r), sign_version: version(r), method: http_method(r), path: path(r), body_hash: body_hash(r) }
  end
  def payload(r) = JSON.generate(members(r))
  def sent_payload(r) = payload(r)
  def data(r) = b64u(sent_payload(r))
  def message(r) = payload(r)
  def sign(m) = key.sign(nil, m)
  def sig(r) = b64u(sign(message(r)))
  def headers(r)
    [['SVC-API-KEY', key_header(r)], ['SVC-IDEMPOTENCY-KEY', idem_header(r)], ['SVC-TIMESTAMP', ts_header(r)], ['SVC-SIGN-VERSION', version_header(r)], ['SVC-DATA', data(r)], ['SVC-SIGN', sig(r)]]
  end
end
CASES = []
def mistake(id, truth, &block) = CASES.push([id, truth, Class.new(Signer, &block).new])
def gz(text) = Zlib.gzip(text)

# serialisation
mistake('hash-inspect', 'SVC-DATA is Hash#inspect with =>') { def payload(r) = members(r).inspect }
mistake('hash-to-s-strings', 'SVC-DATA is to_s of a hash with string keys') { def payload(r) = members(r).transform_keys(&:to_s).to_s }
mistake('payload-yaml', 'payload is YAML') { def payload(r) = members(r).map { |k, v| "#{k}: #{v}\n" }.join }
mistake('pretty-signed', 'signs JSON.pretty_generate, sends generate') { def message(r) = JSON.pretty_generate(members(r)) }
mistake('sorted-signed', 'signs sorted members, sends unsorted') { def message(r) = JSON.generate(members(r).sort.to_h) }
mistake('to-query', 'signs members.to_query') { def message(r) = URI.encode_www_form(members(r).sort) }
mistake('json-escape-html', 'ActiveSupport to_json escapes & < > in one of two serialisations: signs escaped, sends plain') { def message(r) = payload(r).gsub('&', '\u0026').gsub('<', '\u003c').gsub('>', '\u003e') }
mistake('slash-escaped', 'signs script_safe JSON (\/), sends plain') { def message(r) = payload(r).gsub('/', '\/') }
mistake('json-twice', 'to_json twice') { def payload(r) = JSON.generate(JSON.generate(members(r))) }
mistake('symbols-text', 'method is :get to_s') { def http_method(r) = r.method.downcase }
mistake('method-class', 'method is Net::HTTP::Get') { def http_method(r) = "Net::HTTP::#{r.method.capitalize}" }
mistake('method-capital', 'method is Get') { def http_method(r) = r.method.capitalize }
mistake('ts-to-s', 'timestamp member to_s') { def ts_member(_r) = $now.to_s }
mistake('ts-float', 'Time.now.to_f * 1000 in both') { def ts(_r) = $now + 0.5 }
mistake('ts-to-i', 'Time.now.to_i, seconds') { def ts(_r) = $now / 1000 }
mistake('ts-float-seconds', 'Time.now.to_f, seconds with fraction') { def ts(_r) = $now / 1000.0 }
mistake('ts-usec', 'Time.now.usec') { def ts(_r) = 123_456 }
mistake('ts-strftime-L', "strftime('%s%3N') with the wrong zone conversion, 5.5 h ahead") { def ts(_r) = $now + 19_800_000 }
mistake('ts-strftime-L2', "strftime('%s%L') joined as seconds + unpadded ms") { def ts(_r) = "#{$now / 1000}7".to_i }
mistake('ts-iso8601', 'Time.now.iso8601') { def ts(_r) = '2024-05-01T12:00:00Z' }
mistake('ts-to-s-time', 'Time.now.utc.to_s') { def ts(_r) = '2024-05-01 12:00:00 UTC' }
mistake('ts-rational', 'timestamp rational to_r: (…/1)') { def ts(_r) = "#{$now}/1" }
mistake('ts-memo', '@timestamp ||= memoised: 40 minutes old') { def ts(_r) = $now - 2_400_000 }
mistake('ts-underscore', 'timestamp with underscores') { def ts_header(_r) = '1_714_564_800_123' }
mistake('ts-nsec', 'Process.clock_gettime nanosecond') { def ts(_r) = $now * 1_000_000 }
mistake('ts-monotonic', 'CLOCK_MONOTONIC milliseconds') { def ts(_r) = 987_654_321 }
mistake('ts-httpdate', 'Time.now.httpdate in the header') { def ts_header(_r) = 'Wed, 01 May 2024 12:00:00 GMT' }
mistake('version-text', 'sign_version "1"') { def version(_r) = '1' }
mistake('version-float', 'sign_version 1.0') { def version(_r) = 1.0 }
mistake('version-v', 'header V1') { def version_header(_r) = 'V1' }
mistake('idem-nil', 'idempotency_key nil: null') { def idem_member(r) = r.idem.empty? ? nil : r.idem }
mistake('idem-compact', 'compact drops the nil idempotency_key') { def members(r) = super.reject { |k, v| k == :idempotency_key && v.empty? } }
mistake('idem-securerandom-twice', 'SecureRandom called twice') { def idem_header(r) = r.idem.empty? ? '' : 'c0ffee00-aaaa-4bbb-8ccc-000000000001'; def idem_member(r) = r.idem.empty? ? '' : 'c0ffee00-aaaa-4bbb-8ccc-000000000002' }
mistake('idem-symbol-space', 'idempotency key with a space and slash') { def idem(r) = r.idem.empty? ? '' : 'order 7/2024' }
mistake('idem-newline', 'idempotency_key member ends with a newline (gets)') { def idem_member(r) = r.idem.empty? ? '' : "#{r.idem}\n" }
mistake('idem-long', 'idempotency key of 200 characters') { def idem(r) = r.idem.empty? ? '' : 'k' * 200 }
mistake('key-newline', 'File.read without chomp: api_key with newline in the payload') { def key_member(_r) = "#{$key_id}\n" }
mistake('key-inspect', 'inspect: quotes in the payload') { def key_member(_r) = $key_id.inspect }
mistake('key-symbol', 'API key with leading colon in the header') { def key_header(_r) = ":#{$key_id}" }
mistake('key-empty', 'ENV.fetch default: API key empty in both') { def key_header(_r) = ''; def key_member(_r) = '' }
mistake('key-with-secret', 'API key is id:secret') { def key_header(_r) = "#{$key_id}:s3cr3t"; def key_member(_r) = "#{$key_id}:s3cr3t" }
mistake('members-svc', 'payload members carry header names') { def members(r) = super.transform_keys { |k| "SVC-#{k.to_s.upcase.tr('_', '-')}" } }
mistake('members-dashes', 'payload members with dashes') { def members(r) = super.transform_keys { |k| k.to_s.tr('_', '-') } }
mistake('members-hash-name', 'member named hash') { def members(r) = super.transform_keys { |k| k == :body_hash ? :hash : k } }
mistake('members-uri', 'member named uri in place of path') { def members(r) = super.transform_keys { |k| k == :path ? :uri : k } }
mistake('members-nonce', 'timestamp named nonce') { def members(r) = super.transform_keys { |k| k == :timestamp ? :nonce : k } }
# encodings
mistake('encode64', 'Base64.encode64: line feeds, sent with spaces') { def data(r) = Base64.encode64(payload(r)).strip.tr("\n", ' ') }
mistake('encode64-nl', 'Base64.encode64 with literal \n') { def sig(r) = Base64.encode64(sign(payload(r))).gsub("\n", '\n') }
mistake('strict64', 'strict_encode64 for SVC-DATA') { def data(r) = Base64.strict_encode64(payload(r)) }
mistake('strict64-sig', 'strict_encode64 for SVC-SIGN') { def sig(r) = Base64.strict_encode64(sign(payload(r))) }
mistake('urlsafe-padded', 'urlsafe_encode64 with padding for SVC-SIGN') { def sig(r) = Base64.urlsafe_encode64(sign(payload(r))) }
mistake('unpack-hex', "unpack1('H*') for SVC-SIGN") { def sig(r) = sign(payload(r)).unpack1('H*') }
mistake('unpack-hex-data', "unpack1('H*') for both") { def sig(r) = sign(payload(r)).unpack1('H*'); def data(r) = payload(r).unpack1('H*') }
mistake('inspect-sig', 'signature.inspect, escapes') { def sig(r) = sign(payload(r)).inspect.gsub(/[^ -~]/, '?') }
mistake('bytes-sig', 'signature.bytes.to_s') { def sig(r) = sign(payload(r)).bytes.to_s }
mistake('pack-u', "pack('u') uuencoded SVC-SIGN") { def sig(r) = [sign(payload(r))].pack('u').strip.tr("\n", ' ') }
mistake('cgi-escape-data', 'CGI.escape of strict base64') { def data(r) = CGI.escape(Base64.strict_encode64(payload(r))) }
mistake('data-gzip', 'payload gzipped in SVC-DATA') { def data(r) = b64u(gz(payload(r))) }
mistake('data-delete-eq-only', "strict_encode64.delete('=')") { def sig(r) = Base64.strict_encode64(sign(payload(r))).delete('=') }
mistake('sig-force-utf8', 'signature encode to UTF-8 from ISO-8859-1') { def sig(r) = b64u(sign(payload(r)).force_encoding('ISO-8859-1').encode('UTF-8')) }
mistake('sig-der', 'signature wrapped in ASN.1 OCTET STRING') { def sig(r) = b64u(OpenSSL::ASN1::OctetString.new(sign(payload(r))).to_der) }
mistake('sig-scrub', 'signature scrubbed as UTF-8') { def sig(r) = b64u(sign(payload(r)).dup.force_encoding('UTF-8').scrub('?')) }
mistake('sig-reversed', 'signature bytes reversed') { def sig(r) = b64u(sign(payload(r)).reverse) }
mistake('sig-halves', 'R and S swapped') { def sig(r) = (s = sign(payload(r)); b64u(s[32..] + s[0, 32])) }
mistake('sig-downcase', 'SVC-SIGN down-cased') { def sig(r) = b64u(sign(payload(r))).downcase }
mistake('data-dot-sig', 'SVC-DATA is data--signature (MessageVerifier)') { def data(r) = "#{b64u(payload(r))}--#{b64u(sign(payload(r)))}" }
# body
mistake('hexdigest', 'Digest::SHA256.hexdigest') { def digest(b) = Digest::SHA256.hexdigest(b) }
mistake('base64digest', 'Digest::SHA256.base64digest') { def digest(b) = Digest::SHA256.base64digest(b) }
mistake('sha384', 'SHA-384') { def digest(b) = b64u(Digest::SHA384.digest(b)) }
mistake('hash-to-s', 'hashes Hash#to_s of the body') { def hashed(r) = r.obj ? r.obj.to_s : '' }
mistake('hash-pretty', 'hashes pretty_generate, sends generate') { def hashed(r) = r.obj ? JSON.pretty_generate(r.obj) : '' }
mistake('hash-as-escaped', 'hashes the ActiveSupport JSON (\u0026), sends plain') { def hashed(r) = r.body.gsub('&', '\u0026').gsub('<', '\u003c').gsub('>', '\u003e') }
mistake('hash-ascii-only', 'hashes JSON with \u escapes, sends UTF-8') { def hashed(r) = r.obj ? JSON.generate(r.obj, ascii_only: true) : '' }
mistake('hash-latin', 'hashes the ISO-8859-1 body') { def hashed(r) = r.body.encode('ISO-8859-1') }
mistake('hash-nil-get', "hashes 'null' on GET") { def hashed(r) = r.obj ? r.body : 'null' }
mistake('hash-www-form', 'hashes the body as a form, sends JSON') { def hashed(r) = r.obj ? URI.encode_www_form(r.obj) : '' }
mistake('sent-form', 'Net::HTTP set_form_data: sends a form, hashes JSON') { def sent_body(r) = r.obj ? URI.encode_www_form(r.obj) : ''; def hashed(r) = r.body }
mistake('hash-read-twice', 'IO read twice: the second read is empty, hash of nothing') { def hashed(_r) = '' }
mistake('hash-puts', 'hashes body + "\n"') { def hashed(r) = r.obj ? "#{r.body}\n" : '' }
mistake('hash-sha256-of-quoted', 'hashes body.inspect') { def hashed(r) = r.obj ? r.body.inspect : '' }
mistake('hash-slice', 'body_hash cut to 32 characters') { def digest(b) = super[0, 32] }
mistake('hash-unsafe-tr', "base64digest.tr('+/', '-_') keeps =") { def digest(b) = Digest::SHA256.base64digest(b).tr('+/', '-_') }
mistake('hash-upcase-hex', 'upper-case hex') { def digest(b) = Digest::SHA256.hexdigest(b).upcase }
mistake('hash-payload', 'body_hash is of the previous body') { def hashed(r) = r.obj ? r.body.sub('0.01', '0.02') : '' }
mistake('hash-rstrip', 'hash over symbolised keys order reversed') { def hashed(r) = r.obj ? JSON.generate(r.obj.to_a.reverse.to_h) : '' }
mistake('hash-wrapped', 'Rails wraps: hashes {"order":{…}}') { def hashed(r) = r.obj ? JSON.generate('order' => r.obj) : '' }
# path
mistake('uri-path', 'signs uri.path') { def path(r) = r.base }
mistake('uri-to-s', 'signs uri.to_s') { def path(r) = "https://api.example.com:443#{r.target}" }
mistake('www-form', 'signs URI.encode_www_form(decode)') { def path(r) = r.base + (r.params ? "?#{URI.encode_www_form(URI.decode_www_form(r.params))}" : '') }
mistake('cgi-unescape', 'signs CGI.unescape(target)') { def path(r) = CGI.unescape(r.target) }
mistake('erb-escape', 'signs ERB::Util.url_encode(target)') { def path(r) = ERB::Util.url_encode(r.target) }
mistake('to-query-brackets', 'brackets escaped in what is signed') { def path(r) = r.target.gsub('[', '%5B').gsub(']', '%5D') }
mistake('sorted-query', 'Faraday sorts the query') { def path(r) = r.base + (r.params ? "?#{r.params.split('&').sort.join('&')}" : '') }
mistake('empty-dropped', 'empty parameters are dropped in what is signed') { def path(r) = r.target.sub('&empty=', '') }
mistake('empty-no-eq', 'empty= signed as empty') { def path(r) = r.target.sub('empty=', 'empty') }
mistake('semicolon', 'parameters joined with ; in what is signed') { def path(r) = r.target.gsub('&', ';') }
mistake('html-amp', 'html escaped &amp; in what is signed') { def path(r) = r.target.gsub('&', '&amp;') }
mistake('path-join', 'File.join drops the base: signs /accounts… without /v1/configuration') { def path(r) = r.target.sub(%r{^/v1/(configuration|trading)}, '') }
mistake('path-upcase', 'path upper-cased') { def path(r) = r.target.upcase }
mistake('path-v2', 'signs /v2, sends /v1') { def path(r) = r.target.sub('/v1/', '/v2/') }
mistake('path-with-method', 'path is "GET /v1…"') { def path(r) = "#{r.method} #{r.target}" }
mistake('path-request-line', 'path ends in HTTP/1.1') { def path(r) = "#{r.target} HTTP/1.1" }
mistake('path-newline', 'path ends in a newline') { def path(r) = "#{r.target}\n" }
mistake('path-tilde', '~ escaped in what is signed') { def path(r) = r.target.gsub('~', '%7E') }
# key and message
mistake('sign-strict64', 'signs strict_encode64(payload)') { def message(r) = Base64.strict_encode64(payload(r)) }
mistake('sign-digest', 'signs Digest::SHA256.digest') { def message(r) = Digest::SHA256.digest(payload(r)) }
mistake('sign-bodyhash', 'signs body_hash') { def message(r) = body_hash(r) }
mistake('sign-inspect', 'signs members.inspect') { def message(r) = members(r).inspect }
mistake('sign-concat', 'signs the values joined') { def message(r) = members(r).values.join }
mistake('sign-pipe', 'signs the values joined by |') { def message(r) = members(r).values.join('|') }
mistake('sign-method-path-ts', 'signs ts+method+path+body') { def message(r) = "#{$now}#{r.method}#{r.target}#{r.body}" }
mistake('sign-frozen', 'signs the payload of the first request always') { def message(_r) = payload(REQUESTS[0]) }
mistake('hmac', 'OpenSSL::HMAC.digest') { def sign(m) = OpenSSL::HMAC.digest('SHA256', $seed, m) }
mistake('rsa', 'signs with RSA: 256 bytes') { def sign(_m) = Digest::SHA512.digest('x') * 4 }
mistake('ecdsa', 'signs with an EC key: DER of 70 bytes') { def sign(m) = OpenSSL::PKey::EC.generate('prime256v1').sign('SHA256', m) }
mistake('key-hex-text', 'seed is the hex text [0,32]') { def key = private_key($seed.unpack1('H*')[0, 32]) }
mistake('key-sha', 'seed is SHA256 of the seed') { def key = private_key(Digest::SHA256.digest($seed)) }
mistake('key-staging', 'the staging key signs') { def key = private_key('S' * 32) }
mistake('key-b64-text', 'seed is the base64 text [0,32]') { def key = private_key(Base64.strict_encode64($seed)[0, 32]) }
# headers
mistake('net-http-symbols', 'header names svc_api_key') { def headers(r) = super.map { |n, v| [n.downcase.tr('-', '_'), v] } }
mistake('rack-env', 'header names HTTP_SVC_…') { def headers(r) = super.map { |n, v| ["HTTP_#{n.tr('-', '_')}", v] } }
mistake('joined-header', 'header value inspected as an array ["…"]') { def headers(r) = super.map { |n, v| [n, [v].inspect] } }
mistake('no-sign', 'SVC-SIGN empty') { def sig(_r) = '' }
mistake('no-timestamp', 'SVC-TIMESTAMP left out') { def headers(r) = super.reject { |n,| n == 'SVC-TIMESTAMP' } }
mistake('no-signature-headers', 'only the API key is sent') { def headers(r) = super.first(1) }
mistake('data-sign-same', 'SVC-SIGN holds the data too') { def sig(r) = data(r) }
mistake('ts-version-swapped', 'SVC-TIMESTAMP and SVC-SIGN-VERSION swapped') { def ts_header(_r) = '1'; def version_header(_r) = $now.to_s }
mistake('key-idem-swapped', 'SVC-API-KEY and SVC-IDEMPOTENCY-KEY swapped on POST') { def key_header(r) = r.idem.empty? ? $key_id : r.idem; def idem_header(r) = r.idem.empty? ? '' : $key_id }

PUBLIC = private_key($seed).public_to_der[-32..].unpack1('H*')
$stdout.sync = true
if ARGV[0] == 'adapter'
  signer = CASES.find { |id,| id == ARGV[1] }[2]
  $stdin.each_line do |line|
    m = JSON.parse(line)
    case m['cmd']
    when 'start' then puts JSON.generate(implementation: ARGV[1], language: 'Ruby', capabilities: ['sign-request'])
    when 'run'
      i = m['input']
      base, params = i['path'].split('?', 2)
      $now, $key_id, $seed = i['timestampMs'], i['apiKey'], [m['key']['seed']].pack('H*')
      begin
        r = request(i['method'], base, params, nil, i['idempotencyKey'])
        r.target, r.body = i['path'], [i['body']].pack('H*').force_encoding('UTF-8')
        r.obj = JSON.parse(r.body) unless r.body.empty?
        puts JSON.generate(seq: m['seq'], result: { headers: signer.headers(r) })
      rescue StandardError => e
        puts JSON.generate(seq: m['seq'], errored: { context: e.message.encode('UTF-8', invalid: :replace, undef: :replace) })
      end
    else break
    end
  end
else
  CASES.each do |id, truth, s|
    list = REQUESTS.map { |r| { method: r.method, target: s.sent_target(r), headers: s.headers(r), body: s.sent_body(r).unpack1('H*') } }
    puts JSON.generate(id: id, truth: truth, key: $key_id, public: PUBLIC, now: $now + 400, requests: list)
  end
end
